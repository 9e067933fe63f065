// What waits for a destination: a queue that is cheap to leave and holds nothing that has left it.

// Below this many spent places the array is not worth moving.
const WORTH_MOVING = 1024

/** A first-in, first-out queue over one array. Both ends are O(1), amortised. */
export class Backlog {
  #items = []
  #head = 0

  /** How many items wait. */
  get length() {
    return this.#items.length - this.#head
  }

  push(item) {
    this.#items.push(item)
  }

  /** Takes the oldest item out. Must not be called on an empty queue. */
  shift() {
    const items = this.#items
    const item = items[this.#head]
    items[this.#head++] = undefined
    // A queue that never runs empty would otherwise keep the place of everything that ever went through it.
    if (this.#head >= WORTH_MOVING && this.#head * 2 >= items.length) {
      items.splice(0, this.#head)
      this.#head = 0
    }
    return item
  }
}
