// Updates of a call that has much to tell: not too often, and the last state always.

/** How far apart updates are at least, in milliseconds. */
const INTERVAL = 100

/** Tells `onUpdate` what `shown` makes of the newest state that was offered. */
export class Updates {
  #onUpdate
  #shown
  #offered
  #timer
  #last = -Infinity
  #failure

  constructor(onUpdate, shown) {
    this.#onUpdate = onUpdate
    this.#shown = shown
  }

  /** The call has begun, and has nothing yet. */
  begin() {
    this.#onUpdate?.({ content: [], details: undefined })
  }

  /** There is news: `state()` gives it. It is asked only when it is time to tell. */
  offer(state) {
    if (this.#onUpdate === undefined) return
    this.#offered = state
    if (this.#timer !== undefined) return
    const wait = this.#last + INTERVAL - performance.now()
    if (wait <= 0) this.#tell()
    else this.#timer = setTimeout(() => this.#tell(), wait)
  }

  #tell() {
    this.#timer = undefined
    const state = this.#offered
    if (state === undefined) return
    this.#offered = undefined
    this.#last = performance.now()
    try {
      this.#onUpdate(this.#shown(state()))
    } catch (error) {
      // Nobody is there to catch what a timer throws; the call itself ends with it.
      this.#failure ??= { error }
      this.close()
    }
  }

  /** Tells the last state. Throws what a listener has thrown. */
  end(state) {
    if (this.#onUpdate !== undefined) {
      clearTimeout(this.#timer)
      this.#offered = () => state
      this.#tell()
    }
    this.close()
    if (this.#failure !== undefined) throw this.#failure.error
  }

  /** Nothing is told from here on. */
  close() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#offered = undefined
    this.#onUpdate = undefined
  }
}
