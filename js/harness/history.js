// The history as JavaScript sees it: read from the core when somebody asks, and only what is new.

import { ANSWERS, box, native, PAIRS } from '../native.js'

const ROLES = ['system', 'user', 'assistant', 'tool']
const TEXT = 0
const JSON_TEXT = 1

/** Texts longer than this, in UTF-16 units, stay in JavaScript: copying them to the core would cost more. */
export const LONGEST_COPIED_TEXT = 256

const NONE = Object.freeze([])

/**
 * The entries of one harness. Those that the core holds are made when they are first read, and are then the same
 * objects in every snapshot; those that hold a caller's objects are kept here from the start, in order.
 */
export class History {
  #read = NONE
  #kept = NONE

  /** Keeps an entry whose place the core has marked. */
  keep(entry) {
    if (this.#kept === NONE) this.#kept = []
    this.#kept.push(entry)
  }

  /** All entries: an array that must not be given away. `length` is how many the core counts. */
  entries(slot, length) {
    if (this.#read.length < length) this.#fill(slot, length)
    return this.#read
  }

  #fill(slot, length) {
    if (this.#read === NONE) this.#read = []
    let kept = 0
    while (this.#read.length < length) {
      const texts = native.history(slot, length - this.#read.length)
      const count = box[ANSWERS]
      if (count === 0) break
      let start = 0
      for (let i = 0; i < count; i++) {
        const timestamp = box[PAIRS + 2 * i]
        const code = box[PAIRS + 2 * i + 1]
        const form = (code >> 2) & 3
        if (form !== TEXT && form !== JSON_TEXT) {
          this.#read.push(this.#kept[kept++])
          continue
        }
        const end = start + Math.floor(code / 16)
        const text = start === 0 && end === texts.length ? texts : texts.slice(start, end)
        start = end
        this.#read.push(form === TEXT ? { role: ROLES[code & 3], content: text, timestamp } : revive(text))
      }
    }
    this.#kept = kept === this.#kept.length ? NONE : this.#kept.slice(kept)
  }
}

// An entry of a log. JSON leaves out what is undefined; the fields of a result are there all the same.
function revive(text) {
  const entry = JSON.parse(text)
  if (entry.role !== 'tool') return entry
  const { role, content, timestamp, callId, result, error, ...more } = entry
  return { role, content, timestamp, callId, result, error, ...more }
}
