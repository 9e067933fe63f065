// What lives in the core under a number, and goes when nobody in JavaScript can reach it any more.

/** Numbers of one kind in the core. */
export class Places {
  #registry

  /** @param {(number: number) => void} free gives a number back to the core */
  constructor(free) {
    this.#registry = new FinalizationRegistry(free)
  }

  /**
   * The place of a number, for its owner to hold: the number is free when the place is collected. The owner itself is
   * not what is registered. A scavenge keeps alive what is, and all that it can reach, a whole session long over.
   */
  hold(number) {
    const place = { number }
    this.#registry.register(place, number)
    return place
  }

  /** The same, of a number that its owner may free before, which calls `release` then. */
  lend(number) {
    const place = { number }
    this.#registry.register(place, number, place)
    return place
  }

  /** The owner frees the number of a place that was lent. */
  release(place) {
    this.#registry.unregister(place)
  }
}
