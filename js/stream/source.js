// The output side of the harness and of the registry: a push-stream source with a buffer, fed by emit().
//
// Where it is, in bits, so that "write it straight through" is one comparison with zero:
//
//   DETACHED    no destination
//   DELIVERING  a destination's code is on the stack; whatever happens in it is finished by the loop below it
//   WAITING     frames are buffered
//   CLOSED      finish() or abort() was called; nothing more is accepted but a report
//   TOLD        the present destination has had its end()
//   OVER        some destination has had its end(), or abort() was called
//   ABORTED     abort() was called: not even a report is accepted
//   PRESSED     the high-water mark was reached and the buffer has not fallen to half of it since
//   REPORTING   onThrow() is on the stack; what is emitted there is not reported on again

import { typeError } from '../error.js'
import { Backlog } from './backlog.js'
import { DUPLEX_SINK, Inlet, isAloneInLoop, loopThrough } from './feedback.js'
import { iterate } from './iterate.js'
import { headOf, isOpen, wake } from './pipe.js'
import { throwLater } from './uncaught.js'

const DETACHED = 1
const DELIVERING = 2
const WAITING = 4
const CLOSED = 8
const TOLD = 16
const OVER = 32
const ABORTED = 64
const PRESSED = 128
const REPORTING = 256

const NOBODY = Object.freeze({})
const NOTHING = Symbol('nothing')

/**
 * @typedef {object} SourceOwner What a source is created with. It is held, and its methods are called on it.
 * @property {number} [highWaterMark=1024] Buffered frames at which pressure begins.
 * @property {(pressed: boolean) => void} [onPressure] The buffer reached the mark (true), or fell to half (false).
 * Not called for a buffer that an abort dropped.
 * @property {(err: unknown) => void} [onAbort] The consumer wants no more. Called once, before the destination's end.
 * @property {(error: unknown, frame: unknown) => void} [onThrow] A destination threw in its write (with the frame,
 * which counts as delivered), or in its end or while it was attached (without). A frame emitted in here is delivered
 * like any other, but when it fails too, that is not reported. Without it, the error becomes an uncaught exception.
 * @property {() => void} [onAttach] There is another destination.
 * @property {object} [sink] The input side of the duplex whose output this is.
 */

/** A push-stream source. See the push-stream convention: `pipe`, `resume`, `abort`, `sink`, `paused`, `ended`. */
export class Source {
  #mode = DETACHED
  #dest = null
  #owner
  #limit
  #backlog = null
  #end = undefined
  #ended = false
  #reports = null
  #bound = null

  /** @param {SourceOwner} [owner] */
  constructor(owner = NOBODY) {
    this.#owner = owner
    this.#limit = owner.highWaterMark ?? 1024
  }

  /** Gives out a frame: to the destination at once if that is possible, else later. Ignored after the end. */
  emit(frame) {
    if (this.#mode !== 0) {
      this.#emitLater(frame)
      return
    }
    const dest = this.#dest
    this.#mode = DELIVERING
    try {
      if (dest.paused) this.#hold(frame)
      else dest.write(frame)
    } catch (error) {
      this.#report(error, frame)
    } finally {
      // Also where there is no room on the stack to report.
      if (this.#mode === DELIVERING) this.#mode = 0
      else this.#deliver()
    }
  }

  /** No more frames will come. The destination's end follows when the buffer has drained. */
  finish(err) {
    if (this.#mode & CLOSED) return
    this.#mode |= CLOSED
    this.#end = err
    if (this.#dest === null) this.#ended = err ?? true
    this.#settle()
  }

  /** True while nothing can be given out: no destination, or it is paused. */
  get paused() {
    return this.#dest === null || Boolean(this.#dest.paused)
  }

  /** False; then true or the error, once the end was delivered, or came when there was no destination. */
  get ended() {
    return this.#ended
  }

  /** The stage that is written to: null without a destination. */
  get sink() {
    return this.#dest
  }

  // Stages that link themselves by hand assign it, then call resume().
  set sink(dest) {
    this.#relink(dest ?? null)
  }

  // Other people's pipe() climbs by `.source` until there is none, and writes to what it has found. From here the way
  // leads on to the input of the duplex; a loop has no end to find, so it gets one.
  get source() {
    const sink = this[DUPLEX_SINK]
    if (sink === undefined || loopThrough(sink) === null) return sink
    return isAloneInLoop(this) ? new Inlet(sink) : undefined
  }

  set source(feeder) {
    if (feeder === null || feeder === undefined) return
    throw typeError(
      'ERR_GATTO_PIPE_SINK',
      'a source can not be piped to: this pipeline has no stage to begin with, write to the sink itself'
    )
  }

  get [DUPLEX_SINK]() {
    return this.#owner.sink ?? undefined
  }

  // The three methods of the push-stream convention are bound when they are first read: they work when they are
  // taken off the object, and a source that nobody touches does not pay for that.

  /** Connects a destination and gives it what is buffered. Returns `dest`. @type {<T>(dest: T) => T} */
  get pipe() {
    const bound = this.#boundMethods()
    bound.pipe ??= this.#pipe.bind(this)
    return bound.pipe
  }

  /** Gives out what is buffered until the destination pauses. @type {() => void} */
  get resume() {
    const bound = this.#boundMethods()
    bound.resume ??= this.#settle.bind(this)
    return bound.resume
  }

  /** Drops what is buffered and ends the destination. @type {(err?: unknown) => void} */
  get abort() {
    const bound = this.#boundMethods()
    bound.abort ??= this.#abort.bind(this)
    return bound.abort
  }

  /** Reads the frames by `for await`. Iterating is piping: another consumer takes over from this one. */
  [Symbol.asyncIterator]() {
    return iterate(this)
  }

  /** Whether the consumer wants no more of this source. */
  static isAborted(source) {
    return (source.#mode & ABORTED) !== 0
  }

  #boundMethods() {
    this.#bound ??= { pipe: null, resume: null, abort: null }
    return this.#bound
  }

  #pipe(dest) {
    let head
    try {
      head = headOf(dest, this)
    } catch (error) {
      if (error?.code === 'ERR_GATTO_PIPE_SINK') throw error
      this.#report(error, undefined)
      return dest
    }
    const isNew = this.#dest !== head
    this.#relink(head)
    try {
      head.source = this
      this.#owner.onAttach?.()
    } catch (error) {
      this.#report(error, undefined)
    }
    this.#settle()
    try {
      // A stage that is attached already may be paused for a reason of its own: a call under way.
      if (isNew && this.#dest === head && head.paused) wake(head)
    } catch (error) {
      this.#report(error, undefined)
    }
    return dest
  }

  #relink(dest) {
    const old = this.#dest
    if (old === dest) return
    this.#dest = dest
    this.#mode = dest === null ? this.#mode | DETACHED : this.#mode & ~(DETACHED | TOLD)
    if (old === null) return
    try {
      if (old.source === this) old.source = null
    } catch (error) {
      this.#report(error, undefined)
    }
  }

  #abort(err) {
    if (this.#mode & OVER) return
    this.#mode = (this.#mode | CLOSED | OVER | ABORTED) & ~(WAITING | PRESSED)
    this.#backlog = null
    this.#reports = null
    this.#end = err || true
    this.#ended = this.#end
    try {
      this.#owner.onAbort?.(err)
    } catch (error) {
      this.#report(error, undefined)
    }
    // Not left to the loop: an abort out of a destination's write ends it before that write returns.
    if (this.#dest !== null && !(this.#mode & TOLD)) this.#tell(this.#dest)
  }

  #emitLater(frame) {
    const mode = this.#mode
    // A report on what a destination threw comes after the last frame, even after the end that threw.
    if (mode & CLOSED && (mode & (REPORTING | ABORTED)) !== REPORTING) return
    this.#hold(frame)
    if (!(mode & (DELIVERING | DETACHED))) this.#deliver()
    else if (!(mode & REPORTING)) this.#weigh()
  }

  #hold(frame) {
    this.#backlog ??= new Backlog()
    this.#backlog.push(frame)
    this.#mode |= WAITING
    if (this.#mode & REPORTING) {
      this.#reports ??= new Set()
      this.#reports.add(frame)
    }
  }

  #weigh() {
    if (this.#mode & PRESSED || this.#backlog === null || this.#backlog.length < this.#limit) return
    this.#mode |= PRESSED
    this.#press(true)
  }

  #take() {
    const backlog = this.#backlog
    const frame = backlog.shift()
    if (backlog.length === 0) {
      this.#backlog = null
      this.#mode &= ~WAITING
    }
    return frame
  }

  #settle() {
    if (!(this.#mode & (DELIVERING | DETACHED))) this.#deliver()
  }

  // The one loop. Whatever a destination does in its write only changes what the next round finds.
  #deliver() {
    this.#mode |= DELIVERING
    try {
      while (this.#dest !== null) {
        if (this.#backlog !== null) {
          if (!this.#deliverOne(this.#dest)) break
        } else if ((this.#mode & (CLOSED | TOLD)) !== CLOSED || !this.#tell(this.#dest)) {
          break
        }
      }
      this.#weigh()
    } finally {
      this.#mode &= ~DELIVERING
    }
  }

  #deliverOne(dest) {
    let frame = NOTHING
    let isReport = false
    try {
      if (dest.paused) return false
      frame = this.#take()
      isReport = this.#reports !== null && this.#isReport(frame)
      dest.write(frame)
    } catch (error) {
      if (frame === NOTHING) {
        frame = this.#take()
        isReport = this.#reports !== null && this.#isReport(frame)
      }
      if (!isReport) this.#report(error, frame)
    }
    if (this.#mode & PRESSED && (this.#backlog === null ? 0 : this.#backlog.length) <= this.#limit / 2) {
      this.#mode &= ~PRESSED
      this.#press(false)
    }
    return true
  }

  // Asked once, when the frame is taken out.
  #isReport(frame) {
    const isReport = this.#reports.delete(frame)
    if (this.#reports.size === 0) this.#reports = null
    return isReport
  }

  // False when the destination is not ready to be told; its stage resumes us when it is.
  #tell(dest) {
    try {
      if (isOpen(dest)) return false
    } catch (error) {
      this.#report(error, undefined)
    }
    this.#mode |= TOLD | OVER
    this.#ended = this.#end ?? true
    try {
      if (this.#end === undefined) dest.end()
      else dest.end(this.#end)
    } catch (error) {
      this.#report(error, undefined)
    }
    return true
  }

  #press(pressed) {
    try {
      this.#owner.onPressure?.(pressed)
    } catch (error) {
      this.#report(error, undefined)
    }
  }

  #report(error, frame) {
    const outer = this.#mode & REPORTING
    this.#mode |= REPORTING
    try {
      if (this.#owner.onThrow) this.#owner.onThrow(error, frame)
      else throwLater(error) // with nobody to tell, it must still not vanish
    } catch (failure) {
      throwLater(failure)
    }
    if (!outer) this.#mode &= ~REPORTING
    this.#settle()
  }
}
