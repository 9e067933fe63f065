// Numbers that look random and are the same for the same seed.

export class Random {
  #state

  constructor(seed) {
    this.#state = seed >>> 0
  }

  /** From 0 up to 1 (mulberry32). */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from `low` to `high`, both included. */
  int(low, high) {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  chance(share) {
    return this.next() < share
  }

  pick(list) {
    return list[this.int(0, list.length - 1)]
  }
}
