// The history as JavaScript sees it: where its entries are, and how they come out when somebody asks.
//
// Three places, in order of age. What was read stays as objects. Behind it the core holds entries that are a role, a
// time and a text, and marks the places of those that are kept here, because they hold a caller's objects or a long
// text. The youngest are texts in a row that the core has not been told of yet.

import { ANSWERS, box, MOST, native, PAIRS } from '../native.js'

const ROLES = ['system', 'user', 'assistant', 'tool']
const TEXT = 0
const JSON_TEXT = 1

/** Texts longer than this, in UTF-16 units, stay in JavaScript: copying them to the core would cost more. */
export const LONGEST_COPIED_TEXT = 256

/**
 * Texts in a row that stay here before the oldest move to the core. Moving one costs more than keeping it; what it
 * buys is that a collection of garbage passes over a long history.
 */
export const YOUNG_TEXTS = 131_072

const NONE = Object.freeze([])

/** Entries of one run, kept as columns: cheaper than an object each, and they may never be read. */
class Chunk {
  texts = []
  times = []
  length = 0
  read = 0

  // A text counts when all of it is there: see the note on the stack in driver.js.
  add(text, time) {
    const i = this.length
    this.texts[i] = text
    this.times[i] = time
    this.length = i + 1
  }

  next() {
    const i = this.read++
    return { role: 'user', content: this.texts[i], timestamp: this.times[i] }
  }

  get isDone() {
    return this.read === this.length
  }
}

/**
 * The entries of one harness. Those that are no objects yet are made when they are first read, and are then the same
 * objects in every snapshot.
 */
export class History {
  #read = NONE
  // Entries, and chunks of them, whose places the core has marked.
  #kept = NONE
  #young = NONE
  #youngCount = 0
  // The youngest chunk, which still grows.
  #chunk = null

  /** Keeps an entry whose place the core has marked. */
  keep(entry) {
    if (this.#kept === NONE) this.#kept = []
    this.#kept.push(entry)
  }

  /** Appends a text that the core will be told of later. */
  add(slot, text, time) {
    let chunk = this.#chunk
    if (chunk === null || chunk.length === MOST) {
      if (this.#youngCount >= YOUNG_TEXTS) this.#move(slot)
      if (this.#young === NONE) this.#young = []
      chunk = new Chunk()
      this.#young.push(chunk)
      this.#chunk = chunk
    }
    chunk.add(text, time)
    this.#youngCount += 1
  }

  // The oldest chunk goes to the core, but for long texts: with one of those in it, it stays.
  #move(slot) {
    const chunk = this.#young.shift()
    const { texts, times } = chunk
    const count = chunk.length
    this.#youngCount -= count
    if (texts.some((text) => text.length > LONGEST_COPIED_TEXT)) {
      this.keep(chunk)
      native.texts(slot, count)
      return
    }
    for (let i = 0; i < count; i++) {
      box[PAIRS + 2 * i] = times[i]
      box[PAIRS + 2 * i + 1] = texts[i].length
    }
    native.texts(slot, count, texts.join(''))
  }

  /** Whether the core has not been told of everything. */
  get hasNews() {
    return this.#youngCount > 0
  }

  /** Tells the core of the texts that were added. They stay here. */
  tell(slot) {
    for (const chunk of this.#young) this.keep(chunk)
    native.texts(slot, this.#youngCount)
    this.#young = NONE
    this.#youngCount = 0
    this.#chunk = null
  }

  /** All entries: an array that must not be given away. `length` is how many the core counts. */
  entries(slot, length) {
    if (this.#read.length < length) this.#fill(slot, length)
    return this.#read
  }

  #fill(slot, length) {
    if (this.#read === NONE) this.#read = []
    const read = this.#read
    let kept = 0
    while (read.length < length) {
      const texts = native.history(slot, length - read.length)
      const count = box[ANSWERS]
      if (count === 0) break
      let start = 0
      for (let i = 0; i < count; i++) {
        const timestamp = box[PAIRS + 2 * i]
        const code = box[PAIRS + 2 * i + 1]
        const form = (code >> 2) & 3
        if (form === TEXT || form === JSON_TEXT) {
          const end = start + Math.floor(code / 16)
          const text = start === 0 && end === texts.length ? texts : texts.slice(start, end)
          start = end
          read.push(form === TEXT ? { role: ROLES[code & 3], content: text, timestamp } : revive(text))
          continue
        }
        const entry = this.#kept[kept]
        if (entry instanceof Chunk) {
          read.push(entry.next())
          if (entry.isDone) kept += 1
        } else {
          read.push(entry)
          kept += 1
        }
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
