// Runs tools. Whatever comes first (callback, promise, throw, time-out) is a call's answer; the owner hears it once.

import { AsyncResource } from 'node:async_hooks'
import { errorText, failureText } from './frame.js'

const LONGEST_TIMER = 2 ** 31 - 1

export class Call {
  constructor(id, name, args, isJson, broken) {
    this.id = id
    this.name = name
    this.args = args
    this.isJson = isJson
    this.broken = broken
    this.answered = false // the tool has answered: later answers are ignored
    this.closed = false // the answer has been given out
    this.running = false
    this.stopReason = undefined
    this.controller = null
    this.timer = null
    this.context = null // the writer's asynchronous context, when the run has to wait
  }

  get signal() {
    if (this.controller === null) {
      this.controller = new AbortController()
      if (this.stopReason !== undefined) this.controller.abort(this.stopReason)
    }
    return this.controller.signal
  }

  /** Ends the signal of a call that was closed from outside. */
  stop(name, message) {
    this.stopReason = Object.assign(new Error(message), { name })
    this.controller?.abort(this.stopReason)
  }
}

class ToolContext {
  #call

  constructor(call, progress) {
    this.#call = call
    this.callId = call.id
    this.tool = call.name
    this.progress = progress
  }

  get signal() {
    return this.#call.signal
  }
}

export class Runner {
  /** @param owner `{ answer(call, outcome), progress(call, value), surroundings(context) }` */
  constructor(toolbox, { toolTimeoutMs, maxConcurrentTools, externalTools = false }, owner) {
    this.toolbox = toolbox
    this.timeout = Math.min(toolTimeoutMs, LONGEST_TIMER)
    this.limited = Number.isFinite(toolTimeoutMs)
    this.limit = maxConcurrentTools
    this.externalTools = externalTools
    this.owner = owner
    this.waiting = []
    this.running = 0
    this.pumping = false
    this.current = null // the call whose execute is on the stack
  }

  run(call) {
    if (this.limit === Infinity) this.start(call)
    else {
      const mustWait = this.pumping || this.waiting.length > 0 || this.running >= this.limit
      if (mustWait) call.context = new AsyncResource('GattoToolCall')
      this.waiting.push(call)
      this.pump()
    }
  }

  /** Nothing that waits will run any more. */
  halt() {
    this.waiting = []
  }

  /** A closed call makes room for the next. */
  finished(call) {
    if (call.timer !== null) clearTimeout(call.timer)
    call.timer = null
    if (call.running) this.running -= 1
    call.running = false
    if (this.waiting.length > 0) this.pump()
  }

  pump() {
    if (this.pumping) return
    this.pumping = true
    while (this.waiting.length > 0 && this.running < this.limit) {
      const call = this.waiting.shift()
      if (call.closed) continue
      if (call.context === null) this.start(call)
      else call.context.runInAsyncScope(this.start, this, call)
    }
    this.pumping = false
  }

  start(call) {
    const outer = this.current
    this.current = call
    call.running = true
    this.running += 1
    try {
      this.execute(call)
    } catch (thrown) {
      this.fail(call, thrown)
    }
    this.current = outer
  }

  execute(call) {
    const entry = this.toolbox.entry(call.name)
    if (entry === undefined) {
      if (this.externalTools) this.watch(call)
      else this.answer(call, { error: `Tool '${errorText(call.name)}' not found`, notFound: true })
      return
    }
    if (call.broken !== undefined) return this.answer(call, { error: call.broken })
    const problem = entry.check === null ? undefined : entry.check(call.args, call.isJson)
    if (problem !== undefined) return this.answer(call, problem)
    this.watch(call)
    const { tool } = entry
    const context = new ToolContext(call, (value) => this.owner.progress(call, value))
    this.owner.surroundings(context)
    const returned = tool.execute(call.args, context, (error, result) => {
      if (error) this.fail(call, error)
      else this.answer(call, { result })
    })
    if (returned === undefined || returned === null) return
    if (typeof returned !== 'object' && typeof returned !== 'function') return
    if (typeof returned.then === 'function') this.follow(call, returned, tool.execute.length < 3)
  }

  // A callback tool written as an async function fulfils with undefined, which says nothing.
  follow(call, promise, undefinedCounts) {
    Promise.resolve(promise).then(
      (result) => {
        if (result !== undefined || undefinedCounts) this.answer(call, { result })
      },
      (reason) => this.fail(call, reason)
    )
  }

  watch(call) {
    if (!this.limited) return
    call.timer = setTimeout(() => {
      const error = `Tool '${errorText(call.name)}' timed out after ${this.timeout} ms`
      this.answer(call, { error, stop: 'TimeoutError' })
    }, this.timeout)
  }

  fail(call, error) {
    this.answer(call, { error: failureText(error) })
  }

  answer(call, outcome) {
    if (call.answered) return
    call.answered = true
    this.owner.answer(call, outcome)
  }
}
