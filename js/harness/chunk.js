// Texts in a row, as columns: cheaper than an object each, and they may never be read.

/** Texts of one run, at most `capacity` of them. */
export class Chunk {
  /** How many there are. */
  length = 0
  #texts
  // Texts come in bursts, many in a millisecond: a time is noted with the first text that has it.
  #times = []
  #starts = []
  #time = Number.NaN
  #read = 0
  #run = 0

  // Full size at once: to let a column grow costs more than all else that is done for a text, as old and new places
  // are fresh pages and what was copied is garbage.
  constructor(capacity) {
    this.#texts = new Array(capacity)
  }

  get capacity() {
    return this.#texts.length
  }

  get isFull() {
    return this.length === this.#texts.length
  }

  // A text counts when all of it is there: see the note on the stack in driver.js.
  add(text, time) {
    const i = this.length
    if (time !== this.#time) this.#begin(i, time)
    this.#texts[i] = text
    this.length = i + 1
  }

  #begin(start, time) {
    this.#times.push(time)
    this.#starts.push(start)
    this.#time = time
  }

  /** The next entry, each time another. */
  next() {
    const i = this.#read++
    const starts = this.#starts
    while (this.#run + 1 < starts.length && starts[this.#run + 1] <= i) this.#run += 1
    return { role: 'user', content: this.#texts[i], timestamp: this.#times[this.#run] }
  }

  /** All texts, and the time of each. */
  columns() {
    const times = []
    const starts = this.#starts
    for (let run = 0; run < starts.length; run++) {
      const end = Math.min(starts[run + 1] ?? this.length, this.length)
      for (let i = starts[run]; i < end; i++) times.push(this.#times[run])
    }
    return { texts: this.#texts.slice(0, this.length), times }
  }

  get isDone() {
    return this.#read === this.length
  }
}
