// `for await (const frame of source)`: a destination that is paused unless somebody waits for a frame.

import { Backlog } from './backlog.js'
import { failureOf } from './pipe.js'

const done = (value) => ({ value, done: true })

/** The sink below an iterator. */
class Consumer {
  #source = null
  #waiting = new Backlog()
  #failure
  closed = false

  get paused() {
    return this.#waiting.length === 0
  }

  get source() {
    return this.#source
  }

  // A source lets go of its destination by taking itself out of here: another consumer has taken over.
  set source(source) {
    if (this.#source !== null && source === null) this.close()
    this.#source = source
  }

  write(frame) {
    this.#waiting.shift().resolve({ value: frame, done: false })
  }

  end(err) {
    if (!this.closed) this.close(failureOf(err))
  }

  /** Answers whoever still waits. The failure, if there is one, goes to the first who asks. */
  close(failure) {
    this.closed = true
    this.#failure = failure
    while (this.#waiting.length > 0) this.#answer(this.#waiting.shift())
  }

  next() {
    return new Promise((resolve, reject) => {
      if (this.closed) {
        this.#answer({ resolve, reject })
      } else {
        this.#waiting.push({ resolve, reject })
        this.#source.resume()
      }
    })
  }

  /** The consumer wants no more. */
  leave(err) {
    if (this.closed) this.#failure = undefined
    else {
      const source = this.#source
      this.close()
      source.abort(err)
    }
  }

  #answer({ resolve, reject }) {
    const failure = this.#failure
    this.#failure = undefined
    if (failure === undefined) resolve(done(undefined))
    else reject(failure)
  }
}

/** What `source[Symbol.asyncIterator]()` returns. */
class FrameIterator {
  #consumer = new Consumer()

  constructor(source) {
    source.pipe(this.#consumer)
  }

  /** The next frame. May be called again before it has come; the answers keep the order of the calls. */
  next() {
    return this.#consumer.next()
  }

  /** Leaves early: aborts the source, unless it has ended or another consumer has taken over. */
  async return(value) {
    this.#consumer.leave(undefined)
    return done(await value)
  }

  /** Leaves early because of an error, which the source is aborted with. */
  async throw(err) {
    this.#consumer.leave(err)
    throw err
  }

  [Symbol.asyncIterator]() {
    return this
  }

  async [Symbol.asyncDispose]() {
    this.#consumer.leave(undefined)
  }
}

/** Iterates over what a source gives out. Iterating is piping: it takes the source over from whoever had it. */
export const iterate = (source) => new FrameIterator(source)
