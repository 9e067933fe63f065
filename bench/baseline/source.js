// The output side of the harness and of the registry: one destination, a buffer, backpressure towards the input.

import { FrameIterator } from './iterate.js'

const COMPACT_FROM = 1024

// Closures that a constructor makes itself keep what they belong to through the scavenges of Node 24.
const pipeOf = (source) => (dest) => source.attach(dest)
const resumeOf = (source) => () => source.flush()
const abortOf = (source) => (err) => source.drop(err)

export class Source {
  /**
   * @param input the sink whose `paused` shows this source's backlog
   * @param highWaterMark frames that may wait before `input.paused` turns true
   * @param owner `{ aborted(err), faulted(error, frame) }`
   */
  constructor(input, highWaterMark, owner) {
    this.sink = null
    this.ended = false
    this.input = input
    input.output = this
    this.highWaterMark = highWaterMark
    this.owner = owner
    this.waiting = null // made when the first frame has to wait
    this.head = 0
    this.held = 0 // frames that a group commit keeps back: backlog, though not yet ours
    this.flushing = false
    this.finishing = false
    this.dropped = false // by an abort
    this.endError = undefined
    this.endDelivered = false
    this.faults = null
    this.failedUpstream = null
    this.pipe = pipeOf(this)
    this.resume = resumeOf(this)
    this.abort = abortOf(this)
  }

  get paused() {
    return this.sink === null || isPaused(this.sink)
  }

  get backlog() {
    return this.held + (this.waiting === null ? 0 : this.waiting.length - this.head)
  }

  [Symbol.asyncIterator]() {
    return new FrameIterator(this)
  }

  emit(frame) {
    if (!this.finishing) this.put(frame)
  }

  put(frame) {
    if (this.flushing || this.waiting !== null || this.sink === null || isPaused(this.sink)) {
      if (this.waiting === null) this.waiting = []
      this.waiting.push(frame)
      this.press()
      return
    }
    this.flushing = true
    this.deliver(frame)
    this.flushing = false
    if (this.waiting !== null) this.flush()
  }

  /** No frame comes after this. `err` is what the destination's end() gets, undefined for a normal end. */
  finish(err) {
    if (this.finishing) return
    this.finishing = true
    this.endError = err
    if (this.sink === null) this.ended = err === undefined ? true : err
    this.flush()
  }

  deliver(frame) {
    try {
      this.sink.write(frame)
    } catch (error) {
      // A report about a fault that itself fails is dropped: else a destination that always throws would loop.
      if (this.faults === null || !this.faults.has(frame)) this.owner.faulted(error, frame)
    }
    if (this.faults?.delete(frame) && this.faults.size === 0) this.faults = null
  }

  /** Emits a frame whose own failing is not reported: also while the rest drains, and after an end() that threw. */
  report(frame) {
    if (this.dropped) return
    if (this.faults === null) this.faults = new Set()
    this.faults.add(frame)
    this.put(frame)
  }

  flush() {
    if (this.flushing) return
    this.flushing = true
    while (this.waiting !== null && this.sink !== null && !isPaused(this.sink)) {
      const frame = this.waiting[this.head]
      this.waiting[this.head] = undefined
      this.head += 1
      if (this.head === this.waiting.length) {
        this.waiting = null
        this.head = 0
      } else if (this.head >= COMPACT_FROM && this.head * 2 >= this.waiting.length) {
        this.waiting.splice(0, this.head)
        this.head = 0
      }
      this.deliver(frame)
      this.relieve()
    }
    this.flushing = false
    if (this.finishing && this.waiting === null) this.deliverEnd()
    else this.relieve()
  }

  deliverEnd() {
    // A normal end waits for a paused destination; an error or an abort does not have to.
    if (this.sink === null || this.endDelivered) return
    this.endDelivered = true
    this.ended = this.endError === undefined ? true : this.endError
    try {
      if (this.endError === undefined) this.sink.end()
      else this.sink.end(this.endError)
    } catch (error) {
      this.owner.faulted(error, undefined)
    }
  }

  press() {
    if (!this.input.paused && this.backlog >= this.highWaterMark && !this.feedsItself())
      this.input.paused = true
  }

  relieve() {
    if (!this.input.paused || this.backlog > this.highWaterMark / 2) return
    this.input.paused = false
    if (this.dropped) return
    const upstream = this.input.source
    try {
      upstream?.resume()
    } catch (error) {
      // Told once: the report itself may fill the buffer, and so lead here again.
      if (this.failedUpstream !== upstream) this.owner.faulted(error, undefined)
      this.failedUpstream = upstream
    }
  }

  /** A pipeline that leads from here back to the input would wait for itself. */
  feedsItself() {
    const seen = new Set()
    for (let stage = this.input.source; stage && !seen.has(stage); stage = stage.source) {
      if (stage === this) return true
      seen.add(stage)
    }
    return false
  }

  attach(dest) {
    if (dest === null || (typeof dest !== 'object' && typeof dest !== 'function')) {
      throw Object.assign(new TypeError('pipe(dest) needs a sink'), { code: 'ERR_GATTO_STREAM_SINK' })
    }
    const head = this.headOf(dest)
    if (head !== this.sink) {
      const old = this.sink
      if (old !== null && old.source === this) old.source = null
      this.endDelivered = false
    }
    this.sink = head
    head.source = this
    this.flush()
    return dest
  }

  headOf(dest) {
    const seen = new Set()
    let head = dest
    while (head.source && head.source !== this && !seen.has(head)) {
      seen.add(head)
      if (head.source.sink === head) head = head.source
      else if (head.sink && typeof head.sink.write === 'function') head = head.sink
      else break
    }
    return head
  }

  drop(err) {
    if (this.endDelivered || (this.finishing && this.sink === null && this.waiting === null)) return
    this.finishing = true
    this.dropped = true
    this.waiting = null
    this.head = 0
    this.held = 0
    this.endError = err || true
    this.ended = this.endError
    const sink = this.sink
    this.endDelivered = true
    this.owner.aborted(err)
    try {
      sink?.end(this.endError)
    } catch {
      // Nobody is left to be told.
    }
  }
}

// A getter that throws reads as paused: frames then wait instead of getting lost.
function isPaused(sink) {
  try {
    return sink.paused
  } catch {
    return true
  }
}
