// Connecting a source to the pipeline of a destination: which stage is to be written to, and waking what waits.

import { typeError } from '../error.js'
import { Inlet, isStage, loopThrough } from './feedback.js'

const isSink = (value) => isStage(value) && typeof value.write === 'function'

/** A facade with a `source` and a `sink` that are not linked to it as the stages of a pipeline are. */
function isDuplex(dest) {
  const { source, sink } = dest
  // The last condition tells a duplex from a stage whose source has moved on to another destination.
  return isStage(source) && source.sink !== dest && isSink(sink) && sink.source !== dest
}

/**
 * The stage that `source` has to write to when it is piped to `dest`: the input of a duplex, the head of a pipeline
 * that `dest` is the end of, or `dest` itself.
 *
 * @throws {TypeError} `ERR_GATTO_PIPE_SINK` when there is nothing that can be written to.
 */
export function headOf(dest, source) {
  if (!isStage(dest)) {
    throw typeError(
      'ERR_GATTO_PIPE_SINK',
      `pipe() needs a sink to pipe to, got ${dest === null ? 'null' : typeof dest}`
    )
  }
  const start = isDuplex(dest) ? dest.sink : dest
  if (!isSink(start)) {
    throw typeError(
      'ERR_GATTO_PIPE_SINK',
      'pipe() needs a sink: an object with paused, write(data) and end(err)'
    )
  }
  const seen = new Set()
  let head = start
  for (;;) {
    seen.add(head)
    let above = head.source
    if (above === source) return head
    if (isStage(above) && isDuplex(above)) above = above.sink
    // A pure source takes no frames: whoever fed this stage until now is replaced.
    if (!isSink(above)) break
    // A ring of stages has no head.
    if (seen.has(above)) return start
    head = above
  }
  const loop = loopThrough(start)
  return loop === null || loop === source ? head : new Inlet(start)
}

/** From `head` downwards, as far as the stages are linked. */
function* below(head) {
  const seen = new Set()
  for (let stage = head; isStage(stage) && !seen.has(stage); stage = stage.sink) {
    seen.add(stage)
    yield stage
  }
}

/**
 * Wakes a pipeline that was put together before it had a source. A stage starts paused and looks at what is below it
 * only when it is resumed; the one above the final sink knows whether anything waits.
 */
export function wake(head) {
  let last = null
  for (const stage of below(head)) if (isStage(stage.sink)) last = stage
  if (last !== null && typeof last.resume === 'function' && !last.sink.paused) last.resume()
}

/** Whether a pipeline ends in a stage that is to be piped on. It can't pass anything on yet, an end included. */
export function isOpen(head) {
  if (!head.paused) return false
  let last = head
  for (const stage of below(head)) last = stage
  return last.sink === null && typeof last.resume === 'function'
}

/** The readable side of what somebody wants to read: a source, or a duplex that has one. */
export function sourceOf(value) {
  if (isStage(value)) {
    if (typeof value.pipe === 'function' && typeof value.resume === 'function') return value
    if (isStage(value.source) && typeof value.source.pipe === 'function') return value.source
    if (typeof value.pipe === 'function') return value
  }
  throw typeError(
    'ERR_GATTO_PIPE_SOURCE',
    'expected a push-stream source: an object with pipe(sink) and resume()'
  )
}

/** The error that an end or an abort carries, undefined when it carries none: `true` is a plain end. */
export const failureOf = (err) => (err === true || err === false || err === null ? undefined : err)
