// All that went before an entry, although a branch is cut at a compaction.

import { SessionError } from '../error.js'

/**
 * The entries from the root to `id`, newest stretch first, each in order. `getBranch(id)` gives one stretch: the entries
 * that end with `id` and begin at a compaction or the root. So a storage is asked once for each compaction.
 */
export async function* stretchesToRoot(getBranch, id) {
  const begun = new Set()
  while (id != null) {
    const stretch = await getBranch(id)
    if (stretch.length === 0) return
    yield stretch
    const [first] = stretch
    // Parents that lead back to where they came from: without this there would be no end.
    if (begun.has(first.id))
      throw new SessionError('invalid_session', `Entry ${first.id} is its own ancestor`)
    begun.add(first.id)
    id = first.parentId
  }
}
