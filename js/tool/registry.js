// createToolRegistry: tools that are called by frames.

import { look } from '../diagnostics.js'
import { typeError } from '../error.js'
import { registryOptions } from '../harness/options.js'
import { native } from '../native.js'
import { Places } from '../place.js'
import { isStackNearlyFull, stackError } from '../stack.js'
import { Call, freshId } from './call.js'
import { ToolHost } from './host.js'
import { ToolTable } from './table.js'

// A registry's ledger in the core goes with its driver.
const places = new Places((ledger) => native.freeLedger(ledger))

/** The driver of a registry: calls in, results out. */
class Registry extends ToolHost {
  #owner

  /** @param {import('../harness/harness.js').Harness} [owner] the harness whose tools these are */
  constructor(tools, options, owner) {
    super(tools, { ...options, externalTools: false })
    this.#owner = owner
    this.clock = owner?.clock
    this.ledger = native.openLedger(options.maxConcurrentTools ?? 0)
    this.place = places.hold(this.ledger)
  }

  accept(frame) {
    if (typeof frame !== 'object' || frame === null) return
    const { type } = frame
    if (type === 'DATA') {
      const { data } = frame
      if (data?.type === 'tool-call') this.#call(data)
    } else if (type === 'PARAM' && frame.key === 'register-tool') {
      this.tools.register(frame.value)
    }
  }

  #call({ id, tool, arguments: args }) {
    if (isStackNearlyFull()) throw stackError()
    look()
    const call = new Call(id, tool, args)
    // Who calls keeps the ids here: a result carries the one that came, whatever it is. The ledger needs one of its
    // own where that is no text, or that of a call that is open.
    const no = native.openCall(this.ledger, typeof id === 'string' ? id : freshId())
    this.opened(call, no >= 0 ? no : native.openCall(this.ledger, freshId()))
    this.dispatch(call)
  }

  admit(no) {
    return native.admitCall(this.ledger, no)
  }

  answered(call, outcome) {
    if (native.closeCall(this.ledger, call.no) === 0) return
    this.release(call)
    this.#emitResult(call, outcome)
    if (!this.limited) return
    for (let no = native.nextRun(this.ledger); no !== null; no = native.nextRun(this.ledger)) this.runNext(no)
  }

  #emitResult(call, { error, result, details }) {
    const status = error === undefined ? 'success' : 'error'
    const data = { type: 'tool-result', callId: call.id, result, error, status }
    if (details !== undefined) data.details = details
    this.source.emit({ type: 'DATA', data, metadata: {}, timestamp: this.moment() })
  }

  describe(context) {
    this.#owner?.describe(context)
  }

  end(err) {
    if (!this.ended) {
      this.enter(() => {
        if (!this.ended) this.#end(err)
      })
    }
  }

  onAbort(err) {
    if (!this.ended) {
      this.ended = true
      this.enter(() => this.#end(err))
    }
    this.sink.source?.abort?.(err)
  }

  // Every call gets its result, at the end as well. After an abort the source drops it.
  #end(err) {
    this.ended = true
    for (const call of this.calls.list()) {
      native.closeCall(this.ledger, call.no)
      this.release(call)
      this.abort(call)
      this.#emitResult(call, { error: this.abortText(call) })
    }
    this.source.finish(err === true || err === false || err === null ? undefined : err)
  }
}

/** What a caller holds. */
class ToolRegistry {
  constructor(driver) {
    const { source, sink } = driver
    this.source = source
    this.sink = sink
    this.pipe = source.pipe
    this.write = sink.write
    this.end = sink.end
    this.register = (tool) => driver.tools.register(tool)
    this.has = (id) => driver.tools.has(id)
    this.list = () => driver.tools.list()
    this.get = (id) => driver.tools.get(id)
    this.getToolOpenAIFormat = () => driver.tools.openAI()
  }

  get paused() {
    return this.source.paused
  }

  get ended() {
    return this.source.ended
  }
}

/** The registry of a harness: its tools, called from outside. */
export function createHarnessRegistry(harness) {
  harness.registry = new Registry(harness.tools, harness.options, harness)
  if (harness.ended) harness.registry.end()
  return new ToolRegistry(harness.registry)
}

/** Makes a registry. */
export function createToolRegistry(initialTools = [], options = undefined) {
  const settings = registryOptions(options)
  const tools = new ToolTable(settings.validation)
  if (!Array.isArray(initialTools)) {
    throw typeError('ERR_GATTO_OPTION_TYPE', 'createToolRegistry needs an array of tools')
  }
  for (const tool of initialTools) tools.register(tool)
  return new ToolRegistry(new Registry(tools, settings))
}
