// The index of a session, which lives in the core under a number.

import { box, native } from '../../native.js'
import { Places } from '../../place.js'
import { SessionError } from '../error.js'

const trees = new Places((slot) => native.freeTree(slot))

// Where the numbers of an entry go in the mailbox, and the sums of all come back: src/session/hot.rs.
const NUMBERS = 1
const IS_ASSISTANT = 1
const HAS_TAIL = 2
const HAS_USAGE = 4

/** Who follows whom, and what is asked again and again. Entries are known by their number: how many came before. */
export class SessionTree {
  constructor(slot = native.openTree(), count = 0) {
    this.slot = slot
    /** How many entries there are. */
    this.count = count
    this.place = trees.hold(slot)
  }

  /** Adds an entry that is kept in JavaScript, whatever it holds. */
  add(entry) {
    const { type } = entry
    let target
    let text
    let flags = 0
    let usage
    if (type === 'message') {
      const { message } = entry
      if (message?.role === 'assistant') {
        flags = IS_ASSISTANT
        usage = message.usage
      }
    } else if (type === 'compaction') {
      target = entry.firstKeptEntryId || undefined
      if (entry.retainedTail) flags = HAS_TAIL
      usage = entry.usage
    } else if (type === 'branch_summary') usage = entry.usage
    else if (type === 'label') {
      target = entry.targetId
      text = jsonOf(entry.label)
    } else if (type === 'leaf') target = entry.targetId
    else if (type === 'session_info') text = jsonOf(entry.name)
    if (usage != null && tellUsage(usage)) flags += HAS_USAGE
    box[NUMBERS] = flags
    const number = native.addEntry(this.slot, type, entry.id, entry.parentId, target, text)
    if (number === undefined) throw new SessionError('invalid_entry', 'An entry needs a type and an id')
    this.count = number + 1
    return number
  }

  /** Adds an entry by its line. What comes back in place of a number says why it is none. */
  addLine(line) {
    const number = native.addLine(this.slot, line)
    if (typeof number !== 'number') return JSON.parse(number)
    this.count = number + 1
    return number
  }

  /** The number of an entry, or -1. */
  find(id) {
    return native.findEntry(this.slot, id) ?? -1
  }

  /** The numbers of the entries that say which thinking level, model and tools are in force at an entry. */
  state(entry) {
    return native.stateAt(this.slot, entry)
  }

  /** The numbers on the way to an entry, from the root or from what the last compaction has kept. */
  way(entry) {
    const way = native.wayTo(this.slot, entry)
    if (typeof way !== 'string') return way
    const { missing } = JSON.parse(way)
    throw new SessionError(
      'invalid_session',
      missing === undefined ? 'An entry is its own ancestor: its parents lead in a circle' : notFound(missing)
    )
  }

  ofType(type) {
    return typeof type === 'string' ? native.entriesOfType(this.slot, type) : []
  }

  /** What the latest label or name says, trimmed; undefined when nothing is left of it. */
  label(id) {
    return trimmed(native.labelOf(this.slot, id))
  }

  name() {
    return trimmed(native.nameOf(this.slot))
  }

  leaf() {
    return native.leafOf(this.slot) ?? null
  }

  stats() {
    native.statsOf(this.slot)
    return {
      messageCount: box[NUMBERS],
      cachedTokens: box[NUMBERS + 1],
      uncachedTokens: box[NUMBERS + 2],
      totalTokens: box[NUMBERS + 3],
      costTotal: box[NUMBERS + 4]
    }
  }
}

export const notFound = (id) => `Entry ${id} not found`

const jsonOf = (text) => (typeof text === 'string' ? JSON.stringify(text) : undefined)

const trimmed = (json) => (json === undefined ? undefined : JSON.parse(json).trim() || undefined)

// Usage counts only when all of it is known.
function tellUsage(usage) {
  const { input, output, cacheRead, cacheWrite, cost } = usage
  const total = cost?.total
  if (
    typeof input !== 'number' ||
    typeof output !== 'number' ||
    typeof cacheRead !== 'number' ||
    typeof cacheWrite !== 'number' ||
    typeof total !== 'number'
  )
    return false
  box[NUMBERS + 1] = input
  box[NUMBERS + 2] = output
  box[NUMBERS + 3] = cacheRead
  box[NUMBERS + 4] = cacheWrite
  box[NUMBERS + 5] = total
  return true
}
