// Push-streams as web streams, and back.

import { Inflow } from './inflow.js'
import { aborted, Outflow } from './outflow.js'
import { failureOf, sourceOf } from './pipe.js'

/**
 * @typedef {object} WebStreamOptions
 * @property {number} [highWaterMark=1] Frames that the stream itself buffers.
 */

/**
 * A push-stream source as a web stream. Cancelling it aborts the source; an error that the source ends with comes
 * after the frames before it.
 *
 * @param {object} source Any push-stream source, or a duplex such as a harness.
 * @param {WebStreamOptions} [options]
 * @returns {ReadableStream}
 */
export function toReadableStream(source, { highWaterMark = 1 } = {}) {
  const from = sourceOf(source)
  let inflow
  const underlying = {
    start(controller) {
      inflow = new Inflow({
        push(frame) {
          controller.enqueue(frame)
          return controller.desiredSize > 0
        },
        close: () => controller.close(),
        fail: (error) => controller.error(error),
        isDrained: () => controller.desiredSize >= highWaterMark
      })
      from.pipe(inflow)
    },
    pull: () => inflow.pull(),
    cancel: (reason) => inflow.cancel(reason)
  }
  return new ReadableStream(underlying, { highWaterMark })
}

/**
 * A push-stream sink as a web stream. A write is finished when the sink would take another frame. Closing the stream
 * ends the sink; aborting it ends the sink with the reason, or with `true`; an abort from below puts it into error.
 *
 * @param {object} sink Any push-stream sink, the end of a pipeline, or a duplex such as a harness.
 * @param {WebStreamOptions} [options]
 * @returns {WritableStream}
 */
export function toWritableStream(sink, { highWaterMark = 1 } = {}) {
  let outflow
  const underlying = {
    start(controller) {
      outflow = new Outflow(sink, (err) => controller.error(failureOf(err) ?? aborted()))
      // An abort waits for the write under way, and that one for the sink: the signal comes before both.
      const { signal } = controller
      signal.addEventListener('abort', () => outflow.drop(signal.reason), { once: true })
    },
    write: (frame) => new Promise((resolve, reject) => outflow.write(frame, settler(resolve, reject))),
    close: () => new Promise((resolve, reject) => outflow.end(settler(resolve, reject))),
    abort: (reason) => outflow.cut(reason)
  }
  return new WritableStream(underlying, { highWaterMark })
}

const settler = (resolve, reject) => (error) =>
  error === undefined || error === null ? resolve() : reject(error)
