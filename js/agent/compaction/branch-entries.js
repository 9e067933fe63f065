// Which entries a branch has that is left.

import { stretchesToRoot } from '../session/ancestry.js'

/** A walk from an entry to the root, as far as it was asked to go. Newest first. */
class Ancestry {
  constructor(session, id) {
    this.stretches = stretchesToRoot((of) => session.getBranch(of), id)
    this.entries = []
    this.isWhole = false
  }

  async read() {
    const { value, done } = await this.#next()
    this.isWhole = done
    if (done) return []
    const read = value.toReversed()
    for (const entry of read) this.entries.push(entry)
    return read
  }

  async #next() {
    try {
      return await this.stretches.next()
    } catch (error) {
      // A fork that begins at a compaction may name a parent that was not copied: there it has its root.
      if (this.entries.length > 0 && error?.code === 'not_found') return { value: undefined, done: true }
      throw error
    }
  }
}

/**
 * The entries from the old leaf up to where the two branches part, oldest first. Compactions do not end a branch here,
 * but neither is more of the two ancestries read than it takes to find where they meet.
 */
export async function collectEntriesForBranchSummary(session, oldLeafId, targetId) {
  if (oldLeafId === null || oldLeafId === undefined) return { entries: [], commonAncestorId: null }
  const old = new Ancestry(session, oldLeafId)
  const target = new Ancestry(session, targetId)
  const ofTarget = new Set()
  const ofOld = new Map()
  while (!old.isWhole || !target.isWhole) {
    // Only what is new is looked at: a long session has thousands of stretches.
    let at = Number.POSITIVE_INFINITY
    for (const { id } of await target.read()) {
      ofTarget.add(id)
      at = Math.min(at, ofOld.get(id) ?? at)
    }
    let place = old.entries.length
    for (const { id } of await old.read()) {
      if (ofTarget.has(id)) at = Math.min(at, place)
      ofOld.set(id, place++)
    }
    if (at !== Number.POSITIVE_INFINITY)
      return { entries: old.entries.slice(0, at).reverse(), commonAncestorId: old.entries[at].id }
  }
  return { entries: old.entries.toReversed(), commonAncestorId: null }
}
