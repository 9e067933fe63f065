// A push-stream sink that keeps everything it is given. Tests read it instead of counting calls.
import assert from 'node:assert/strict'

/** A copy of the frame without its timestamp, which must be a number: all that differs from run to run. */
export function withoutTimestamp(frame) {
  assert.equal(typeof frame.timestamp, 'number', `${frame.type} carries a timestamp`)
  const { timestamp: _, ...rest } = frame
  return rest
}

export class Recorder {
  paused = false
  source = null
  frames = []
  /** The arguments of each call of end(), as an array: `[[]]` after one normal end. */
  endings = []
  #waiting = []

  /** `onWrite(frame, recorder)` runs inside write, after the frame was kept. `onEnd(err, recorder)` inside end. */
  constructor({ paused = false, onWrite, onEnd } = {}) {
    this.paused = paused
    this.onWrite = onWrite
    this.onEnd = onEnd
  }

  write(frame) {
    this.frames.push(frame)
    this.onWrite?.(frame, this)
    this.#wake()
  }

  end(...args) {
    this.endings.push(args)
    this.onEnd?.(args[0], this)
    this.#wake()
  }

  pause() {
    this.paused = true
  }

  resume() {
    this.paused = false
    this.source?.resume()
  }

  /** Forgets what was written. */
  clear() {
    this.frames.length = 0
    return this
  }

  /** The frames without their timestamps. */
  get shapes() {
    return this.frames.map(withoutTimestamp)
  }

  /** Resolves once the condition holds. It is looked at after each write and each end. */
  until(condition) {
    return new Promise((resolve) => {
      this.#waiting.push({ condition, resolve })
      this.#wake()
    })
  }

  #wake() {
    this.#waiting = this.#waiting.filter(({ condition, resolve }) => {
      if (!condition(this)) return true
      resolve(this)
      return false
    })
  }
}
