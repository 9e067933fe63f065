// The beginning of a pipeline: anything iterable that gives the frames.

import { typeError } from '../error.js'
import { headOf, wake } from './pipe.js'
import { throwLater } from './uncaught.js'

const NOTHING = Symbol('nothing')

class FrameSource {
  sink = null
  ended = false
  #iterator
  #isAsync
  #running = false
  #asking = false
  #held = NOTHING

  constructor(iterator, isAsync) {
    this.#iterator = iterator
    this.#isAsync = isAsync
  }

  pipe(dest) {
    const head = headOf(dest, this)
    const old = this.sink
    if (old !== null && old !== head && old.source === this) old.source = null
    this.sink = head
    head.source = this
    if (this.ended !== false) this.#tell()
    else if (head.paused) wake(head)
    else this.resume()
    return dest
  }

  resume() {
    if (this.#running || this.ended !== false) return
    this.#running = true
    try {
      while (this.ended === false && this.sink !== null && !this.sink.paused) {
        if (this.#held !== NOTHING) {
          const frame = this.#held
          this.#held = NOTHING
          this.sink.write(frame)
        } else if (this.#isAsync) {
          this.#ask()
          break
        } else {
          this.#step()
        }
      }
    } catch (error) {
      // Thrown by the sink: its caller is to know, and the iterator is to clean up.
      this.#stop(error)
      throw error
    } finally {
      this.#running = false
    }
  }

  abort(err) {
    if (this.ended !== false) return
    this.#stop(err || true)
    this.#tell()
  }

  #step() {
    let result
    try {
      result = this.#iterator.next()
    } catch (error) {
      this.#finish(error)
      return
    }
    if (result.done) this.#finish()
    else this.#held = result.value
  }

  #ask() {
    if (this.#asking) return
    this.#asking = true
    new Promise((resolve) => resolve(this.#iterator.next())).then(
      (result) => {
        this.#asking = false
        if (this.ended !== false) return
        if (result.done) this.#finishLater()
        else this.#resumeLater(result.value)
      },
      (error) => this.#finishLater(error)
    )
  }

  // What a sink throws in here has no caller: an uncaught exception, as from any other callback.
  #resumeLater(frame) {
    this.#held = frame
    try {
      this.resume()
    } catch (error) {
      throwLater(error)
    }
  }

  #finishLater(error) {
    try {
      this.#finish(error)
    } catch (thrown) {
      throwLater(thrown)
    }
  }

  #finish(error) {
    if (this.ended !== false) return
    this.ended = error ?? true
    this.#tell()
  }

  #tell() {
    if (this.sink === null) return
    if (this.ended === true) this.sink.end()
    else this.sink.end(this.ended)
  }

  #stop(reason) {
    this.ended = reason
    this.#held = NOTHING
    try {
      const answer = this.#iterator.return?.()
      if (typeof answer?.then === 'function') answer.then(undefined, () => {})
    } catch {
      // The pipeline ends for another reason already.
    }
  }
}

/**
 * A source that gives out what an iterable holds, one item at a time as they are asked for, then ends; with the error,
 * if the iterable throws or rejects. An abort from below returns the iterator.
 *
 * @param {Iterable<any> | AsyncIterable<any>} frames
 * @returns {{ sink: object | null, ended: unknown, pipe<T>(dest: T): T, resume(): void, abort(err?: unknown): void }}
 */
export function createFrameSource(frames) {
  if (typeof frames?.[Symbol.asyncIterator] === 'function') {
    return new FrameSource(frames[Symbol.asyncIterator](), true)
  }
  if (typeof frames?.[Symbol.iterator] === 'function') {
    return new FrameSource(frames[Symbol.iterator](), false)
  }
  throw typeError(
    'ERR_GATTO_FRAMES_ITERABLE',
    'createFrameSource(frames) needs an iterable or an async iterable'
  )
}
