// The end of a pipeline: a function that takes the frames.

import { typeError } from '../error.js'
import { Backlog } from './backlog.js'
import { failureOf } from './pipe.js'
import { throwLater } from './uncaught.js'

class FrameSink {
  paused = false
  source = null
  #onFrame
  #onEnd
  #late = new Backlog()
  #end = null

  constructor(onFrame, onEnd) {
    this.#onFrame = onFrame
    this.#onEnd = onEnd
  }

  write(frame) {
    if (this.paused) this.#late.push(frame)
    else if (this.#end === null) this.#handle(frame)
  }

  end(err) {
    if (this.#end !== null) return
    this.#end = { failure: failureOf(err) }
    if (!this.paused) this.#finish()
  }

  #handle(frame) {
    const onFrame = this.#onFrame
    const answer = onFrame(frame)
    if (typeof answer?.then !== 'function') return
    this.paused = true
    answer.then(
      () => this.#later(() => this.#handled()),
      (error) => this.#later(() => this.#failed(error))
    )
  }

  // A promise must not swallow what the pipeline or onEnd() throws.
  #later(step) {
    try {
      step()
    } catch (error) {
      throwLater(error)
    }
  }

  #handled() {
    this.paused = false
    // Some stages write without a look at `paused`.
    try {
      while (this.#late.length > 0 && !this.paused) this.#handle(this.#late.shift())
    } catch (error) {
      this.#failed(error)
      return
    }
    if (this.paused) return
    if (this.#end === null) this.source?.resume?.()
    else this.#finish()
  }

  #failed(error) {
    this.#late = new Backlog()
    this.paused = false
    if (this.#end === null) this.source?.abort?.(error)
    // Nobody above, or the end was there before: then it is for us to tell.
    if (this.#end === null) this.end(error)
    else this.#finish(error)
  }

  #finish(error = this.#end.failure) {
    const onEnd = this.#onEnd
    this.#onEnd = undefined
    if (error === undefined) onEnd?.()
    else onEnd?.(error)
  }
}

/**
 * A sink that calls a function for each frame. If that returns a promise, the sink is paused until it settles; a
 * rejection aborts the pipeline, and is then what `onEnd` gets.
 *
 * @param {(frame: any) => unknown} onFrame
 * @param {(err?: unknown) => void} [onEnd] Called once, after the last frame was handled; with the error if it is one.
 * @returns {{ paused: boolean, source: object | null, write(frame: unknown): void, end(err?: unknown): void }}
 */
export function createFrameSink(onFrame, onEnd) {
  if (typeof onFrame !== 'function' || (onEnd !== undefined && typeof onEnd !== 'function')) {
    throw typeError('ERR_GATTO_FRAMES_HANDLER', 'createFrameSink(onFrame, onEnd?) needs functions')
  }
  return new FrameSink(onFrame, onEnd)
}
