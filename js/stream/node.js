// Push-streams as Node's object streams, and back.

import { addAbortSignal, Readable, Writable } from 'node:stream'
import { typeError } from '../error.js'
import { Inflow } from './inflow.js'
import { Outflow } from './outflow.js'
import { failureOf, sourceOf } from './pipe.js'

class FrameReadable extends Readable {
  #inflow

  constructor(source, { highWaterMark, signal } = {}) {
    super({ objectMode: true, highWaterMark })
    this.#inflow = new Inflow({
      push: (frame) => this.#take(frame),
      close: () => void this.push(null),
      fail: (error) => void this.destroy(error),
      isDrained: () => this.readableLength === 0
    })
    source.pipe(this.#inflow)
    if (signal) addAbortSignal(signal, this)
  }

  read(size) {
    const frame = super.read(size)
    this.#inflow.drain()
    return frame
  }

  _read() {
    this.#inflow.pull()
  }

  _destroy(error, done) {
    try {
      this.#inflow.cancel(error)
      done(error)
    } catch (thrown) {
      done(error ?? thrown)
    }
  }

  #take(frame) {
    if (frame !== null) return this.push(frame)
    this.destroy(
      typeError('ERR_GATTO_STREAM_NULL', 'a Node stream can not carry null: it stands for the end')
    )
    return false
  }
}

class FrameWritable extends Writable {
  #outflow

  constructor(sink, { highWaterMark, signal } = {}) {
    super({ objectMode: true, highWaterMark })
    this.#outflow = new Outflow(sink, (err) => this.destroy(failureOf(err)))
    if (signal) addAbortSignal(signal, this)
  }

  _write(frame, _encoding, done) {
    this.#outflow.write(frame, done)
  }

  _final(done) {
    this.#outflow.end(done)
  }

  _destroy(error, done) {
    try {
      this.#outflow.cut(error)
      done(error)
    } catch (thrown) {
      done(error ?? thrown)
    }
  }
}

/**
 * @typedef {object} NodeStreamOptions
 * @property {number} [highWaterMark] Frames that the stream itself buffers (Node's default for object streams).
 * @property {AbortSignal} [signal] Destroys the stream.
 */

/**
 * A push-stream source as a Node object stream. Nothing is asked of the source before somebody reads. Destroying the
 * stream aborts the source; an error that the source ends with comes after the frames before it.
 *
 * @param {object} source Any push-stream source, or a duplex such as a harness.
 * @param {NodeStreamOptions} [options]
 * @returns {Readable}
 */
export const toReadable = (source, options) => new FrameReadable(sourceOf(source), options)

/**
 * A push-stream sink as a Node object stream. A write is finished when the sink would take another frame. Ending the
 * stream ends the sink; destroying it ends the sink with the error, or with `true`; an abort from below destroys it.
 *
 * @param {object} sink Any push-stream sink, the end of a pipeline, or a duplex such as a harness.
 * @param {NodeStreamOptions} [options]
 * @returns {Writable}
 */
export const toWritable = (sink, options) => new FrameWritable(sink, options)
