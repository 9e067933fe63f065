// One scenario, played on one implementation: destinations, tools, an upstream and a clock around a harness, and a
// protocol of all that could be seen. The model and the package play the same scenario; their protocols must agree.
import { mock } from 'node:test'
import { renameIds, Values } from './values.js'

const { setImmediate } = globalThis
// Several turns of the event loop, so that promises that hang on promises have settled in either implementation.
const drain = async () => {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve))
}

const isRecord = (value) => value !== null && typeof value === 'object' && !Array.isArray(value)

/** Schemas, each with the path of what it refuses first, or null. */
export const SCHEMAS = [
  { parameters: undefined },
  {
    parameters: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
    refuses: (args) => (!isRecord(args) ? '' : Number.isInteger(args.n) ? null : '/n')
  },
  { parameters: { required: ['a', 'b'] }, refuses: () => null },
  { parameters: { required: ['constructor'] }, refuses: () => null },
  {
    parameters: { type: 'object', properties: { in: { properties: { 'x/y': { const: 1 } } } } },
    refuses: (args) => {
      if (!isRecord(args)) return ''
      return isRecord(args.in) && Object.hasOwn(args.in, 'x/y') && args.in['x/y'] !== 1 ? '/in/x~1y' : null
    }
  }
]

export class World {
  #scenario
  #given
  #values
  #lines = []
  #pending = []
  #contexts = []
  #seen = []
  #snapshots = []
  #resumes = 0
  #isTicking = false
  #signals = []
  #harness
  #dests
  #tools

  /** `given`: further options for the implementation that plays. */
  constructor(scenario, given = {}) {
    this.#scenario = scenario
    this.#given = given
    this.#values = new Values({
      tool: (n) => this.#tools[n % this.#tools.length],
      seen: (n) => (this.#seen.length ? this.#seen[n % this.#seen.length] : 'none')
    })
  }

  #log(line) {
    this.#lines.push(line)
  }

  #show = (value) => this.#values.show(value)

  getState() {
    return this.#harness.getState()
  }

  async play(createAgentHarness) {
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000 })
    try {
      this.#build(createAgentHarness)
      for (const op of this.#scenario.ops) await this.#step(op)
      if (!this.#scenario.isCut) await this.#finish()
      for (const [index, [snapshot, text]] of this.#snapshots.entries()) {
        if (this.#show(snapshot) !== text) this.#log(`snapshot ${index} has changed`)
      }
    } finally {
      mock.timers.reset()
    }
    return renameIds(sortMeta(this.#lines))
  }

  // Nothing stays hidden in a buffer or behind a call that is open.
  async #finish() {
    for (const dest of this.#dests) dest.paused = false
    await this.#step({ op: 'resume' })
    await this.#step({ op: 'tick', ms: 100 })
    await this.#step({ op: 'end' })
    await this.#step({ op: 'pipe', to: 0 })
  }

  #build(createAgentHarness) {
    const { tools, dests, upstream, options } = this.#scenario
    this.#tools = tools.map((spec, index) => this.#tool(spec, index))
    this.#dests = dests.map((spec, index) => this.#dest(spec, index))
    const made = Object.fromEntries(
      Object.entries(options).map(([key, value]) => [key, this.#values.make(value)])
    )
    this.#values.saysSystem = made.system !== undefined
    if (made.clock) made.clock = () => 5_000 + Date.now()
    if (made.system === 'function') made.system = (state) => `You: ${this.#show(state.task)}`
    Object.assign(made, this.#given)
    made.tools = this.#tools.filter((_, index) => !tools[index].isLate)
    this.#harness = createAgentHarness(made)
    if (upstream !== 'none') this.#harness.sink.source = this.#upstream(upstream)
  }

  #upstream(kind) {
    let isAborted = false
    return {
      source: kind === 'loop' ? this.#harness.source : null,
      resume: () => {
        this.#resumes++
        if (isAborted) this.#log('upstream resume after its abort')
      },
      abort: (err) => {
        isAborted = true
        this.#log(`upstream abort ${this.#show(err)}`)
      }
    }
  }

  #dest({ paused, reactions, endThrows }, index) {
    let writes = 0
    const dest = {
      paused,
      source: null,
      write: (frame) => {
        this.#log(`d${index} write ${this.#show(frame)}`)
        if (frame?.type === 'DATA' && frame.data?.type === 'tool-call') this.#seen.push(frame.data.id)
        for (const op of reactions[writes++] ?? []) this.#do(op)
      },
      end: (...args) => {
        this.#log(`d${index} end ${args.map(this.#show)}`)
        if (endThrows) throw new Error('end throws')
      }
    }
    return this.#values.name(dest, `(d${index})`)
  }

  #tool({ id, mode, schema, ops, readsSignal, reports, value }, index) {
    const tool = { id, ...SCHEMAS[schema] }
    let left = ops // done by the first run only: a tool that asks for itself would go on for ever
    const run = (self, args, context, callback) => {
      const { callId, tool: name, workspace, task, nodeId, sessionId, jjProvider } = context
      const seen = { callId, name, workspace, task, nodeId, sessionId, jjProvider, self: self === tool, args }
      this.#log(`tool ${index} runs ${this.#show(seen)}`)
      if (readsSignal) {
        const { signal } = context
        signal.addEventListener('abort', () => this.#signal(index, callId))
      }
      this.#contexts.push(context)
      if (reports) context.progress('early')
      const now = left
      left = []
      for (const op of now) this.#do(op)
      const result = this.#values.make(value)
      try {
        return MODES[mode].run(result, callback, this.#pending)
      } finally {
        if (reports) context.progress('late')
      }
    }
    tool.execute = MODES[mode].takesCallback
      ? function (args, context, callback) {
          return run(this, args, context, callback)
        }
      : function (args, context) {
          return run(this, args, context)
        }
    return this.#values.name(tool, `(tool ${index})`)
  }

  // Where in the order of things a time-out aborts the signal is left open: those are told after the step.
  #signal(index, callId) {
    if (this.#isTicking) this.#signals.push(`tool ${index} signal`)
    else this.#log(`tool ${index} signal ${this.#show(callId)}`)
  }

  async #step(op) {
    this.#log(`- ${op.op}`)
    this.#isTicking = op.op === 'tick'
    try {
      this.#do(op)
    } catch (error) {
      this.#log(`threw ${this.#show(error)}`)
    }
    await drain()
    for (const line of this.#signals.sort()) this.#log(line)
    this.#signals = []
    const { getState, sink, source } = this.#harness
    // Once the output has ended, nobody has to write any more, or may: whether the sink pauses then is left open.
    if (this.#resumes && !source.ended) this.#log('upstream resume')
    this.#resumes = 0
    const snapshot = getState()
    const text = this.#show(snapshot)
    this.#snapshots.push([snapshot, text])
    this.#log(`state ${text}`)
    const attached = this.#dests.map((dest) => dest.source === source)
    this.#log(
      `sink.paused ${source.ended ? '-' : sink.paused} source.paused ${source.paused} ended ${this.#show(source.ended)} attached ${attached}`
    )
  }

  #do(op) {
    const { source, sink, write, end, pipe, registry, state } = this.#harness
    const make = (recipe) => this.#values.make(recipe)
    const dest = this.#dests[op.to % this.#dests.length]
    const context = this.#contexts[op.n % this.#contexts.length]
    switch (op.op) {
      case 'write':
        return op.bySink ? sink.write(make(op.frame)) : write(make(op.frame))
      case 'burst':
        for (let n = 0; n < op.n; n++) write(make({ of: { type: 'TEXT', content: `${op.text} ${n}` } }))
        return
      case 'end':
        return 'err' in op ? end(make(op.err)) : sink.end()
      case 'abort':
        return source.abort(make(op.err))
      case 'pipe':
        return pipe(dest) === dest || this.#log('pipe returned something else')
      case 'pause':
        dest.paused = true
        return
      case 'unpause':
        dest.paused = false
        return dest.source?.resume()
      case 'resume':
        return source.resume()
      case 'throw':
        throw make(op.err)
      case 'register':
        return registry.register(make({ tool: op.n }))
      case 'set':
        return state.set(op.key, make(op.value))
      case 'tick':
        return mock.timers.tick(op.ms)
      case 'progress':
        return context?.progress(op.n)
      case 'signal':
        return context && this.#log(`aborted ${context.signal.aborted}`)
      case 'answer': {
        if (!this.#pending.length) return
        const { callback, resolve, reject } = this.#pending[op.n % this.#pending.length]
        const value = make(op.value)
        if (op.fails) return callback ? callback(value) : reject(value)
        return callback ? callback(null, value) : resolve(value)
      }
    }
  }
}

const promised = (pending) => new Promise((resolve, reject) => pending.push({ resolve, reject }))

/** How a tool answers: `run(result, callback, pending)`. What it hands to `pending` is answered by an operation. */
export const MODES = {
  sync: { takesCallback: true, run: (result, callback) => callback(null, result) },
  fails: { takesCallback: true, run: (result, callback) => callback(result) },
  throws: {
    run: (result) => {
      throw result
    }
  },
  later: { takesCallback: true, run: (_, callback, pending) => void pending.push({ callback }) },
  promise: { run: (_, __, pending) => promised(pending) },
  thenable: {
    run: (_, __, pending) => {
      const promise = promised(pending)
      return { then: (resolve, reject) => void promise.then(resolve, reject) }
    }
  },
  fulfilled: { run: (result) => Promise.resolve(result) },
  rejected: { run: (result) => Promise.reject(result) },
  // An async function that takes a callback: its promise is fulfilled with undefined, which is no answer.
  asyncCallback: {
    takesCallback: true,
    run: (_, callback, pending) => {
      pending.push({ callback })
      return Promise.resolve()
    }
  },
  asyncAnswer: { takesCallback: true, run: (result) => Promise.resolve(result) },
  twice: {
    takesCallback: true,
    run: (result, callback) => {
      callback(null, result)
      callback(null, 'second')
      throw new Error('third')
    }
  },
  never: { run: () => 42 }
}

/** META frames of one change come in no stated order. */
function sortMeta(lines) {
  const sorted = []
  for (const line of lines) {
    let at = sorted.length
    if (line.includes('type: "META"')) {
      while (at > 0 && sorted[at - 1].includes('type: "META"') && sorted[at - 1] > line) at--
    }
    sorted.splice(at, 0, line)
  }
  return sorted
}
