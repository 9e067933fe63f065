// What every machine of the package is driven by: one input at a time, outputs in order, faults told once.

import { AsyncResource } from 'node:async_hooks'
import { isObserving, publish } from './diagnostics.js'
import { createErrorFrame } from './frame.js'
import { now } from './native.js'
import { Sink } from './sink.js'
import { isStackNearlyFull } from './stack.js'
import { Source } from './stream/source.js'

// What is backed up.
const OUTPUT = 1
const QUEUE = 2

const FAULT = 'agent-harness.sink.write'

/**
 * The driver of one machine, and the owner of its output. An input that arrives while another is being handled (a
 * destination or a tool that writes) is queued, never handled on top of it: that is what keeps order, and the stack
 * flat, whatever a caller's code does.
 */
export class Driver {
  /** The output side. */
  source
  /** Nothing more is handled. */
  ended = false
  /** An input is being handled. */
  busy = false
  /** The frame that is being handled, for the ERROR frame of what goes wrong in it. */
  frame = undefined
  /** The input side. */
  sink
  /** What tells the time; undefined is `Date.now`. @type {(() => number) | undefined} */
  clock = undefined
  /** Who is told of changes when an input has been handled. @type {{ tell(): void } | null} */
  watch = null
  #queue = null
  #queued = 0
  #pressed = 0

  /** @param {number} highWaterMark buffered frames at which pressure begins */
  constructor(highWaterMark) {
    this.highWaterMark = highWaterMark
    this.sink = new Sink(this)
    this.source = new Source(this)
  }

  /** Handles a frame now, or after the input that is being handled. */
  write(frame) {
    if (this.ended) return
    if (this.busy) {
      this.#later(() => {
        if (!this.ended) this.accept(frame)
      }, frame)
      return
    }
    this.busy = true
    this.frame = frame
    // Near the edge of the stack anything may throw, a report as well; the next input must find all in order.
    try {
      try {
        this.accept(frame)
      } catch (error) {
        this.fault(error, frame)
      }
      if (this.watch !== null) this.#tell()
    } finally {
      if (this.#queue !== null || isObserving) {
        this.settled()
      } else {
        this.busy = false
        this.frame = undefined
      }
    }
  }

  /** Does `work` at once, as part of the input that is being handled or as one of its own. */
  inside(work) {
    if (this.busy) work()
    else this.enter(work)
  }

  #tell() {
    try {
      this.watch?.tell()
    } catch (error) {
      this.fault(error, this.frame)
    }
  }

  /** Does `work` as an input of its own, now or later. */
  enter(work) {
    if (this.busy) {
      this.#later(work, undefined)
      return
    }
    if (isStackNearlyFull()) {
      // What must not be lost is not refused there: it follows as soon as the stack is free.
      queueMicrotask(() => this.enter(work))
      return
    }
    this.busy = true
    try {
      this.#attempt(work)
    } finally {
      this.settled()
    }
  }

  /** The end of an input: what was queued meanwhile follows. */
  settled() {
    try {
      if (this.#queue !== null) this.#drain()
      if (isObserving) publish(this)
    } finally {
      this.busy = false
      this.frame = undefined
    }
  }

  #later(work, frame) {
    // The tools that this input runs see the AsyncLocalStorage of its writer, not of whoever drains the queue.
    const resource = new AsyncResource('gatto.input', { requireManualDestroy: true })
    this.#queue ??= []
    this.#queue.push({ work, frame, resource })
    this.#queued += 1
    if (this.#queued === this.highWaterMark) this.#press(QUEUE, true)
  }

  // The sink pauses while either is backed up, the output or the queue before it.
  #press(where, pressed) {
    const before = this.#pressed
    this.#pressed = pressed ? before | where : before & ~where
    if ((before === 0) !== (this.#pressed === 0)) Sink.press(this.sink, pressed)
  }

  #drain() {
    while (this.#queue !== null) {
      const queue = this.#queue
      this.#queue = null
      for (let i = 0; i < queue.length; i++) {
        const { work, frame, resource } = queue[i]
        queue[i] = undefined
        this.#queued -= 1
        if (this.#pressed & QUEUE && this.#queued <= this.highWaterMark / 2) this.#press(QUEUE, false)
        this.frame = frame
        resource.runInAsyncScope(this.#attempt, this, work)
        // What this one caused comes after what was there before it.
      }
    }
  }

  #attempt(work) {
    try {
      work()
    } catch (error) {
      this.fault(error, this.frame)
    }
    if (this.watch !== null) this.#tell()
  }

  /** Something of the caller's threw: an ERROR frame says so. */
  fault(error, frame) {
    let timestamp
    try {
      timestamp = now(this.clock)
    } catch {
      // A clock that throws is told of where somebody needs the time.
    }
    this.source.emit(createErrorFrame(error, { operation: FAULT, frame }, { timestamp }))
  }

  /** The time of what no input of the machine brings about. A clock that throws is told of, and stood in for. */
  moment() {
    try {
      return now(this.clock)
    } catch (error) {
      this.fault(error, this.frame)
      return Date.now()
    }
  }

  /** The output is backed up, or has fallen again. */
  onPressure(pressed) {
    this.#press(OUTPUT, pressed)
  }

  /** The output got another destination. */
  onAttach() {
    Sink.reroute(this.sink)
  }

  /** The source's destination threw. */
  onThrow(error, frame) {
    this.fault(error, this.frame === undefined ? frame : this.frame)
  }
}
