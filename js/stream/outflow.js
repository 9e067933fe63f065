// The source through which a stream of another kind runs into a push-stream sink, frame by frame.

import { GattoError } from '../error.js'
import { headOf, wake } from './pipe.js'

export class Outflow {
  sink
  ended = false
  #next = null
  #done = null
  #onAbort

  /**
   * @param {object} sink Any push-stream sink, or a duplex.
   * @param {(err: unknown) => void} onAbort The sink wants no more. It has been ended when this is called.
   */
  constructor(sink, onAbort) {
    this.#onAbort = onAbort
    this.sink = headOf(sink, this)
    this.sink.source = this
    if (this.sink.paused) wake(this.sink)
  }

  /** Writes a frame as soon as the sink takes one; `done` is called when it would take another. */
  write(frame, done) {
    this.#done = done
    this.#whenOpen(() => {
      this.sink.write(frame)
      this.#whenOpen(() => this.#settle())
    })
  }

  /** Ends the sink once it takes frames. */
  end(done) {
    this.#done = done
    this.#whenOpen(() => {
      this.ended = true
      this.sink.end()
      this.#settle()
    })
  }

  /** Gives up the write that waits for the sink, if there is one. */
  drop(error) {
    this.#next = null
    this.#settle(error)
  }

  /** Breaks off: the writing side is gone. What waits is dropped. */
  cut(err) {
    if (this.ended !== false) return
    this.#close(err)
  }

  resume() {
    while (this.#next !== null && !this.sink.paused) {
      const next = this.#next
      this.#next = null
      this.#run(next)
    }
  }

  abort(err) {
    if (this.ended !== false) return
    try {
      this.#close(err)
    } finally {
      this.#onAbort(err)
    }
  }

  #close(err) {
    this.ended = err || true
    this.#next = null
    try {
      this.sink.end(this.ended)
    } finally {
      this.#settle(this.ended === true ? aborted() : this.ended)
    }
  }

  #whenOpen(step) {
    if (this.sink.paused) this.#next = step
    else this.#run(step)
  }

  #run(step) {
    try {
      step()
    } catch (error) {
      this.#settle(error)
    }
  }

  #settle(error) {
    const done = this.#done
    this.#done = null
    done?.(error)
  }
}

/** The error of a write that can't happen any more, where nobody gave a reason. */
export const aborted = () =>
  new GattoError('ERR_GATTO_STREAM_ABORTED', 'the stream was aborted before everything was written')
