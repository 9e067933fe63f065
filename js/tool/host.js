// Running tools: whoever owns calls extends this, the harness and the registry alike.

import { AsyncResource } from 'node:async_hooks'
import { Driver } from '../driver.js'
import { errorText } from '../frame.js'
import { Answer, native } from '../native.js'
import { ToolContext } from './context.js'
import { OpenCalls } from './open-calls.js'

/**
 * A driver whose machine has calls. It gives each call to its tool and takes the first answer; the ledger of the
 * machine has the last word on what is open.
 *
 * Those who extend it give: `admit(no)`, whether a call may run now; `answered(call, outcome)`, which closes the call
 * in the ledger and tells of it; `describe(context)`.
 */
export class ToolHost extends Driver {
  /** The calls that are open. */
  calls = NO_CALLS
  /** The call whose tool is on the stack. */
  #running = undefined
  #ready = undefined

  constructor(tools, options) {
    super(options.highWaterMark)
    this.tools = tools
    this.timeout = options.toolTimeoutMs
    this.limited = options.maxConcurrentTools !== undefined
    this.external = options.externalTools === true
  }

  /** Notes that a call is open. */
  opened(call, no) {
    call.no = no
    if (this.calls === NO_CALLS) this.calls = new OpenCalls()
    this.calls.add(call)
  }

  /** Finds the tool of an open call and runs it, or answers in its place. */
  dispatch(call) {
    const entry = this.tools.find(call.tool)
    if (entry === undefined) {
      if (this.external) this.#startTimer(call)
      else this.#close(call, { answer: Answer.NOT_FOUND, error: `Tool '${nameOf(call)}' not found` })
      return
    }
    const refusal = refuse(call, entry)
    if (refusal !== undefined) {
      this.#close(call, { answer: Answer.ERROR, ...refusal })
    } else if (!this.limited || this.admit(call.no)) {
      this.#run(call, entry.tool)
    } else {
      // The run sees the AsyncLocalStorage of whoever asked for it, not of the run that made room.
      const resource = new AsyncResource('gatto.call', { requireManualDestroy: true })
      call.waiting = { resource, tool: entry.tool }
    }
  }

  /** Runs a call that waited for a place. Runs that end at once make room for others: a loop, not recursion. */
  runNext(no) {
    if (this.#ready !== undefined) {
      this.#ready.push(no)
      return
    }
    this.#ready = [no]
    try {
      for (let i = 0; i < this.#ready.length; i++) {
        const call = this.calls.get(this.#ready[i])
        if (call === undefined || this.ended) continue
        const { resource, tool } = call.waiting
        resource.runInAsyncScope(this.#run, this, call, tool)
      }
    } finally {
      this.#ready = undefined
    }
  }

  #run(call, tool) {
    call.context = new ToolContext(this, call, call.tool)
    this.#startTimer(call)
    const outer = this.#running
    this.#running = call
    try {
      const returned = tool.execute(call.args, call.context, (error, result) => {
        if (error) this.#answer(call, { answer: Answer.ERROR, error: failure(call, error), result })
        else this.#answer(call, { answer: Answer.SUCCESS, error: undefined, result })
      })
      if (typeof returned?.then === 'function') this.#await(call, returned, tool.execute.length)
    } catch (error) {
      this.#answer(call, { answer: Answer.ERROR, error: failure(call, error) })
    } finally {
      this.#running = outer
    }
    if (call.outcome !== undefined) this.#close(call, call.outcome)
  }

  #await(call, returned, parameters) {
    Promise.resolve(returned).then(
      (result) => {
        // An `async` tool that takes a callback fulfils with undefined long before it calls back.
        if (result !== undefined || parameters < 3) {
          this.#answer(call, { answer: Answer.SUCCESS, error: undefined, result })
        }
      },
      (error) => this.#answer(call, { answer: Answer.ERROR, error: failure(call, error) })
    )
  }

  #startTimer(call) {
    if (this.timeout === undefined) return
    call.timer = globalThis.setTimeout(() => {
      const error = `Tool '${nameOf(call)}' timed out after ${this.timeout} ms`
      this.#answer(call, { answer: Answer.ERROR, error })
      abortSignal(call, error, 'TimeoutError')
    }, this.timeout)
  }

  // The first answer counts. One that comes while its tool is on the stack waits until the tool has returned.
  #answer(call, outcome) {
    if (call.isAnswered) return
    call.outcome = outcome
    if (this.#running !== call) this.enter(() => this.#close(call, outcome))
  }

  #close(call, outcome) {
    if (!call.closed) this.answered(call, outcome)
  }

  /** Lets a call go: it has its answer. */
  release(call) {
    call.closed = true
    this.calls.delete(call)
    if (call.timer !== undefined) globalThis.clearTimeout(call.timer)
  }

  /** Forgets all calls: they were those of a run that is gone. */
  forget() {
    this.calls = NO_CALLS
  }

  /** Emits what a running tool reports. */
  progress(call, value) {
    if (call.isAnswered) return
    const progress = { operation: 'tool-progress', callId: call.id, value }
    this.source.emit({ type: 'PROGRESS', progress, metadata: {}, timestamp: this.moment() })
  }

  /** The answer to a call that everything else ended before. */
  abortText(call) {
    return `Tool '${nameOf(call)}' aborted`
  }

  /** Aborts the signal of such a call. */
  abort(call) {
    abortSignal(call, this.abortText(call), 'AbortError')
  }
}

// Most harnesses are idle most of the time.
const NO_CALLS = Object.freeze(new OpenCalls())

function refuse(call, entry) {
  if (call.malformed !== undefined) return { error: native.explainJson(call.text) ?? call.malformed }
  try {
    return entry.schema.check(call)
  } catch (error) {
    // Arguments that throw when they are looked at: a proxy, a getter.
    return { error: failure(call, error) }
  }
}

function nameOf(call) {
  return errorText(call.tool)
}

// An error without words would read like a success.
function failure(call, error) {
  return errorText(error) || `Tool '${nameOf(call)}' failed`
}

function abortSignal(call, message, name) {
  if (call.context !== undefined) ToolContext.abort(call.context, message, name)
}
