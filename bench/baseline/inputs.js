// One input at a time: whatever is written while another is handled (inside a destination or a tool) waits its turn.

import { AsyncResource } from 'node:async_hooks'

export class Inputs {
  constructor() {
    this.ended = false
    this.busy = false
    this.inbox = null // made when an input has to wait
    this.observer = null
    this.journal = null
  }

  write(frame) {
    if (this.busy) return this.later(() => this.handle(frame), frame)
    if (this.ended) return
    this.busy = true
    try {
      this.handle(frame)
    } catch (error) {
      this.faulted(error, frame)
    }
    if (this.inbox !== null || this.observer !== null || this.journal !== null) this.settleDown()
    this.busy = false
  }

  end(err) {
    this.perform(() => this.finish(err), undefined)
  }

  perform(action, frame) {
    if (this.busy) return this.later(action, frame)
    if (this.ended) return
    this.busy = true
    this.attempt(action, frame)
    this.settleDown()
    this.busy = false
  }

  later(action, frame) {
    if (this.inbox === null) this.inbox = []
    // Only what may run a tool needs the writer's asynchronous context.
    this.inbox.push({ action: mayRunTools(frame) ? AsyncResource.bind(action) : action, frame })
  }

  attempt(action, frame) {
    try {
      action()
    } catch (error) {
      this.faulted(error, frame)
    }
  }

  /** Called with `busy` set, after an input: commits, tells observers, then handles what has waited. */
  settleDown() {
    this.concludeInput()
    const waiting = this.inbox
    if (waiting === null) return
    this.inbox = null
    for (let i = 0; i < waiting.length && !this.ended; i++) {
      const { action, frame } = waiting[i]
      waiting[i] = undefined
      this.attempt(action, frame)
      this.concludeInput()
      // What this input caused to be written comes after what was written before it.
      if (this.inbox !== null) {
        for (const item of this.inbox) waiting.push(item)
        this.inbox = null
      }
    }
    this.inbox = null
  }

  concludeInput() {
    if (this.journal !== null) this.journal.commit()
    if (this.observer !== null) this.observer.tell()
  }
}

function mayRunTools(frame) {
  try {
    return frame?.type === 'DATA'
  } catch {
    return false
  }
}
