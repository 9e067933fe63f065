// The sink through which a push-stream runs into a stream of another kind, which asks for what it can take.

import { failureOf } from './pipe.js'

/**
 * @typedef {object} Reservoir The readable stream behind an inflow.
 * @property {(frame: unknown) => boolean} push Takes a frame; whether it can take another one now.
 * @property {() => void} close No frame will follow.
 * @property {(error: unknown) => void} fail It broke off. Called when what was pushed has been read.
 * @property {() => boolean} isDrained Whether all that was pushed has been read.
 */

export class Inflow {
  paused = true
  #reservoir
  #source = null
  #asked = false
  #pushing = false
  #closed = false
  #failure

  /** @param {Reservoir} reservoir */
  constructor(reservoir) {
    this.#reservoir = reservoir
  }

  get source() {
    return this.#source
  }

  // Being let go is an end: somebody else reads from here on.
  set source(source) {
    if (this.#source !== null && source === null) this.end()
    this.#source = source
  }

  write(frame) {
    if (this.#closed) return
    this.#asked = false
    this.#pushing = true
    let takesMore = false
    try {
      takesMore = this.#reservoir.push(frame)
    } finally {
      this.#pushing = false
      this.paused = !(takesMore || this.#asked)
    }
  }

  end(err) {
    if (this.#closed) return
    this.#closed = true
    this.#failure = failureOf(err)
    if (this.#failure === undefined) this.#reservoir.close()
    else this.drain()
  }

  /** The reservoir asks for frames. */
  pull() {
    this.#asked = true
    if (this.#closed) {
      this.drain()
      return
    }
    this.paused = false
    // Within a push the source is on the stack, and looks at `paused` when it gets back.
    if (!this.#pushing) this.#source?.resume?.()
  }

  /** Something was read. A failure shows only behind the frames that came before it. */
  drain() {
    if (this.#failure === undefined || !this.#reservoir.isDrained()) return
    const failure = this.#failure
    this.#failure = undefined
    this.#reservoir.fail(failure)
  }

  /** The reader wants no more. */
  cancel(err) {
    this.#failure = undefined
    if (this.#closed) return
    this.#closed = true
    this.#source?.abort?.(failureOf(err))
  }
}
