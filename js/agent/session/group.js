// Appends of one turn of the event loop, which are written together: a write for each would cost several times as much.

import process from 'node:process'

/** So much is written at once at most, in UTF-16 units: more would hold the loop for longer than a frame takes to draw. */
const FULL = 256 * 1024

/** The storages that have something to write. A process that ends writes it. */
const unsettled = new Set()
let isWatching = false

function settleAll() {
  for (const storage of unsettled) storage.settle()
}

export class Group {
  #storage
  #ids = new Set()
  #lines = []
  #units = 0
  #failure
  entries = []
  /** Resolves once the entries are written; rejects when they are not. */
  stored

  constructor(storage) {
    this.#storage = storage
    unsettled.add(storage)
    if (!isWatching) process.on('exit', settleAll)
    isWatching = true
    this.stored = Promise.resolve().then(() => this.#outcome())
  }

  #outcome() {
    this.#storage.settle()
    if (this.#failure !== undefined) throw this.#failure
  }

  add(entry, line) {
    this.entries.push(entry)
    this.#ids.add(entry.id)
    this.#lines.push(line)
    this.#units += line.length
  }

  has(id) {
    return this.#ids.has(id)
  }

  get isFull() {
    return this.#units >= FULL
  }

  /** Gives the lines to `append`, and what that gives back; undefined when it throws: then `stored` will say why. */
  write(append) {
    unsettled.delete(this.#storage)
    try {
      return append(this.#lines)
    } catch (error) {
      this.#failure = error
      return undefined
    }
  }
}
