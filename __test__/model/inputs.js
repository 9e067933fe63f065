// The input side: one input at a time, and a writer who is asked to pause (G8, G9). Part of the model.

export class ModelInputs {
  #queue = []
  #isBusy = false
  #full = new Set()
  #highWaterMark
  #sink
  #source
  #done

  /** `done(before)` is called after each input with what `begin()` gave before it. */
  constructor(highWaterMark, sink, source, { begin, done }) {
    this.#highWaterMark = highWaterMark
    this.#sink = sink
    this.#source = source
    this.#done = { begin, done }
  }

  /** What is written from now on is ignored. */
  isClosed = false

  /** Handles an input, or lets it wait for the one that is being handled. */
  offer(handle) {
    if (!this.isClosed) this.take(handle)
  }

  /** As `offer`, for what the harness has to do itself, after its end too. */
  take(handle) {
    this.#queue.push(handle)
    if (this.#isBusy) {
      if (!this.isClosed && this.#queue.length === this.#highWaterMark) this.press('queue', true)
      return
    }
    this.#isBusy = true
    while (this.#queue.length) {
      const next = this.#queue.shift()
      if (this.#queue.length * 2 <= this.#highWaterMark) this.press('queue', false)
      const before = this.#done.begin()
      next()
      this.#done.done(before)
    }
    this.#isBusy = false
  }

  /** The sink is paused while the output is full, or what waits to be handled. */
  press(where, isFull) {
    if (isFull && this.#isLoop()) return
    if (isFull) this.#full.add(where)
    else this.#full.delete(where)
    const paused = this.#full.size > 0
    if (paused === this.#sink.paused) return
    this.#sink.paused = paused
    if (!paused && !this.#source.isAborted) this.#sink.source?.resume()
  }

  // A sink that is fed by its own harness's output would wait for itself.
  #isLoop() {
    for (let up = this.#sink.source; up; up = up.source) if (up === this.#source) return true
    return false
  }
}
