// The calls that are open, by number.

/**
 * A ledger numbers its calls one after another (hardly ever leaving one out), so a call's place is its number less
 * that of the first. Opening and closing touch one place; when nothing is open the places are used again.
 */
export class OpenCalls {
  #places = []
  #first = 0
  #end = 0
  /** How many calls are open. */
  size = 0

  add(call) {
    if (this.size === 0) this.#first = call.no
    const place = call.no - this.#first
    this.#places[place] = call
    this.#end = place + 1
    this.size += 1
  }

  get(no) {
    const place = no - this.#first
    return place >= 0 && place < this.#end ? this.#places[place] : undefined
  }

  /** Takes a call out. Nothing happens when it is not there. */
  delete(call) {
    if (this.get(call.no) !== call) return
    this.#places[call.no - this.#first] = undefined
    this.size -= 1
    if (this.size === 0 && this.#end > MOST_KEPT) this.#places = []
  }

  /** The open calls, in the order of opening. */
  list() {
    return this.#places.slice(0, this.#end).filter((call) => call !== undefined)
  }
}

// An array that once held many calls is not kept for the few that follow.
const MOST_KEPT = 64
