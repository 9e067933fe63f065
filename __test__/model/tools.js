// Running tools, as G28, G29, G32 and G33 state it. A call is `{ id, tool, args, broken?, open }`; whoever owns it
// is told its one answer. Part of the model.

import { types } from 'node:util'

/** Also one from another realm (G15). */
export const isErrorObject = (value) => types.isNativeError(value) || value instanceof Error

export const textOf = (error) => {
  if (typeof error === 'string') return error
  if (error !== null && typeof error === 'object' && typeof error.message === 'string') return error.message
  return String(error)
}

const isTool = (tool) =>
  tool !== null &&
  typeof tool === 'object' &&
  typeof tool.id === 'string' &&
  typeof tool.execute === 'function'

/** What JSON text in place of arguments means (G29). */
export function readArguments(args) {
  if (args === undefined || args === null) return { args: {} }
  if (typeof args !== 'string') return { args }
  try {
    return { args: JSON.parse(args) }
  } catch {
    return { args, broken: true }
  }
}

export class ModelTools {
  #tools = new Map()
  #options
  #owner
  #running = new Set()
  #waiting = []

  /** `owner.answer(call, { error?, result?, notFound? }, later)`, `owner.progress(call, value)`, `owner.context()`. */
  constructor(options, owner) {
    this.#options = options
    this.#owner = owner
    for (const tool of options.tools ?? []) this.register(tool)
  }

  register = (tool) => {
    if (isTool(tool)) this.#tools.set(tool.id, tool)
  }
  has = (id) => this.#tools.has(id)
  get = (id) => this.#tools.get(id)
  list = () => [...this.#tools.values()]

  /** Answers at once, begins a run, or lets the call wait for its turn. */
  start(call) {
    const tool = this.#tools.get(call.tool)
    if (!tool && this.#options.externalTools) return this.#startTimer(call)
    if (!tool) return this.#owner.answer(call, { error: `Tool '${call.tool}' not found`, notFound: true })
    if (call.broken) return this.#owner.answer(call, { error: 'Arguments are no JSON' })
    const refusal = this.#check(tool, call.args)
    if (refusal) return this.#owner.answer(call, { error: refusal })
    if (this.#running.size >= (this.#options.maxConcurrentTools ?? Infinity)) this.#waiting.push([call, tool])
    else this.#run(call, tool)
  }

  /** The owner has closed the call, for whatever reason: its place is free. */
  closed(call) {
    clearTimeout(call.timer)
    this.#waiting = this.#waiting.filter(([waiting]) => waiting !== call)
    this.#running.delete(call)
  }

  abort(call) {
    call.aborted = true
    call.controller?.abort()
  }

  /** Nothing more runs. */
  stop() {
    this.#waiting = []
  }

  /** Runs what waited for a place. */
  next() {
    while (this.#waiting.length && this.#running.size < (this.#options.maxConcurrentTools ?? Infinity)) {
      this.#run(...this.#waiting.shift())
    }
  }

  #check(tool, args) {
    const validation = this.#options.validation ?? 'schema'
    if (validation === 'none') return null
    for (const field of tool.parameters?.required ?? []) {
      if (
        args === null ||
        typeof args !== 'object' ||
        !Object.hasOwn(args, field) ||
        args[field] === undefined
      ) {
        return `Missing required field: ${field}`
      }
    }
    // The schemas of these tests come with what they refuse: the model checks no JSON Schema of its own.
    if (validation === 'required' || !tool.refuses) return null
    let text
    try {
      text = JSON.stringify(args)
    } catch {
      return 'Invalid argument at : not JSON'
    }
    const path = tool.refuses(JSON.parse(text))
    return path === null ? null : `Invalid argument at ${path}: ...`
  }

  #startTimer(call) {
    const { toolTimeoutMs } = this.#options
    if (toolTimeoutMs === undefined) return
    call.timer = setTimeout(() => {
      this.#owner.answer(
        call,
        { error: `Tool '${call.tool}' timed out after ${toolTimeoutMs} ms`, aborts: true },
        true
      )
    }, toolTimeoutMs)
  }

  #run(call, tool) {
    this.#running.add(call)
    this.#startTimer(call)
    let inside = true
    let first = null
    const answer = (outcome) => {
      if (first || !call.open) return
      first = outcome
      if (!inside) this.#owner.answer(call, first, true)
    }
    // An error without words is an error still; what is said for it is left open.
    const fail = (error) => answer({ error: textOf(error) || 'Tool failed' })
    const context = {
      ...this.#owner.context(),
      callId: call.id,
      tool: tool.id,
      get signal() {
        call.controller ??= new AbortController()
        if (call.aborted) call.controller.abort()
        return call.controller.signal
      },
      progress: (value) => {
        if (call.open && !first) this.#owner.progress(call, value)
      }
    }
    try {
      const returned = tool.execute(call.args, context, (err, result) =>
        err ? fail(err) : answer({ result })
      )
      if (returned !== null && typeof returned === 'object' && typeof returned.then === 'function') {
        const fulfilled = (result) => {
          if (result !== undefined || tool.execute.length < 3) answer({ result })
        }
        returned.then(fulfilled, fail)
      }
    } catch (error) {
      fail(error)
    }
    inside = false
    if (first) this.#owner.answer(call, first, false)
  }
}
