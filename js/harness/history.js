// The history as JavaScript sees it: where its entries are, and how they come out when somebody asks.
//
// Three places, in order of age. What was read stays as objects. Behind it the core holds entries that are a role, a
// time and a text, and marks the places of those that are kept here, because they hold a caller's objects or a long
// text. The youngest are texts in a row that the core has not been told of yet.

import { ANSWERS, box, MOST, native, PAIRS } from '../native.js'
import { Chunk } from './chunk.js'

const ROLES = ['system', 'user', 'assistant', 'tool']
const TEXT = 0
const JSON_TEXT = 1

/** Texts longer than this, in UTF-16 units, stay in JavaScript: copying them to the core would cost more. */
export const LONGEST_COPIED_TEXT = 256

/**
 * Texts in a row that stay here before the oldest move to the core. Moving one costs more than keeping it; what it
 * buys is that a collection of garbage passes over a long history.
 */
export const YOUNG_TEXTS = 102_400

/** How many stay in the end of a history that has become as long as that. */
export const YOUNG_TEXTS_OF_LONG = 16_384

/** Places in the first chunk of texts; each that follows has four times as many, up to what crosses at once. */
const FIRST_CHUNK = 16

const NONE = Object.freeze([])

/**
 * The entries of one harness. Those that are no objects yet are made when they are first read, and are then the same
 * objects in every snapshot.
 */
export class History {
  #read = NONE
  // Entries, and chunks of them, whose places the core has marked.
  #kept = NONE
  #young = NONE
  // The youngest chunk, which still grows, and how many texts are in those before it.
  #chunk = null
  #youngCount = 0
  #limit = YOUNG_TEXTS

  /** Keeps an entry whose place the core has marked. */
  keep(entry) {
    if (this.#kept === NONE) this.#kept = []
    this.#kept.push(entry)
  }

  /** Appends a text that the core will be told of later. */
  add(slot, text, time) {
    let chunk = this.#chunk
    if (chunk === null || chunk.isFull) chunk = this.#grow(slot)
    chunk.add(text, time)
  }

  #grow(slot) {
    if (this.#chunk !== null) this.#youngCount += this.#chunk.length
    if (this.#youngCount >= this.#limit) this.#age(slot)
    if (this.#young === NONE) this.#young = []
    // Many a conversation is short.
    const capacity = this.#chunk === null ? FIRST_CHUNK : Math.min(4 * this.#chunk.capacity, MOST)
    this.#chunk = new Chunk(capacity)
    this.#young.push(this.#chunk)
    return this.#chunk
  }

  // A long history gets longer. What moves for every chunk that comes is two, until few are left: never many at once.
  #age(slot) {
    this.#limit = Math.max(this.#limit - MOST, YOUNG_TEXTS_OF_LONG)
    while (this.#youngCount >= this.#limit) this.#move(slot)
  }

  // The oldest chunk goes to the core, but for long texts: with one of those in it, it stays.
  #move(slot) {
    const chunk = this.#young.shift()
    const { texts, times } = chunk.columns()
    this.#youngCount -= texts.length
    if (texts.some((text) => text.length > LONGEST_COPIED_TEXT)) {
      this.keep(chunk)
      native.texts(slot, texts.length)
      return
    }
    for (let i = 0; i < texts.length; i++) {
      box[PAIRS + 2 * i] = times[i]
      box[PAIRS + 2 * i + 1] = texts[i].length
    }
    native.texts(slot, texts.length, texts.join(''))
  }

  /** Whether the core has not been told of everything. */
  get hasNews() {
    return this.#chunk !== null
  }

  /** Tells the core of the texts that were added. They stay here. */
  tell(slot) {
    for (const chunk of this.#young) if (chunk.length > 0) this.keep(chunk)
    native.texts(slot, this.#youngCount + this.#chunk.length)
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
        const size = Math.floor(code / 16)
        if (form === TEXT || form === JSON_TEXT) {
          const end = start + size
          const text = start === 0 && end === texts.length ? texts : texts.slice(start, end)
          start = end
          read.push(form === TEXT ? { role: ROLES[code & 3], content: text, timestamp } : revive(text))
        } else {
          kept = this.#readKept(kept, size)
        }
      }
    }
    this.#kept = kept === this.#kept.length ? NONE : this.#kept.slice(kept)
  }

  // Reads so many of the entries that are kept here, from a place on; returns the next place.
  #readKept(from, count) {
    let kept = from
    for (let left = count; left > 0; left--) {
      const entry = this.#kept[kept]
      if (entry instanceof Chunk) {
        this.#read.push(entry.next())
        if (entry.isDone) kept += 1
      } else {
        this.#read.push(entry)
        kept += 1
      }
    }
    return kept
  }
}

// An entry of a log. JSON leaves out what is undefined; the fields of a result are there all the same.
function revive(text) {
  const entry = JSON.parse(text)
  if (entry.role !== 'tool') return entry
  const { role, content, timestamp, callId, result, error, ...more } = entry
  return { role, content, timestamp, callId, result, error, ...more }
}
