// Spec 1 as a program: what the harness must put out, and what its state must be, after any sequence of inputs.
// Written from the rules alone, clear rather than fast; it shares no line with the package. See README.md.
import { randomUUID } from 'node:crypto'
import { readCall, readData, readText, readToolResult, readType } from './reading.js'
import { ModelInputs } from './inputs.js'
import { ModelSource } from './source.js'
import { isErrorObject, ModelTools, textOf } from './tools.js'

const OWN = ['workspace', 'task', 'history', 'status', 'currentTurn', 'initialized', 'nodeId', 'sessionId']
const SETTABLE = ['workspace', 'task', 'nodeId', 'sessionId']
const isPresent = (value) => value !== null && value !== undefined && value !== ''
const isError = (err) => err !== undefined && err !== null && err !== true && err !== false
const NOT_STARTED = 'Harness not initialized. Send START frame first.'

export function createAgentHarness(options = {}) {
  const now = () => (options.clock ?? Date.now)()
  const highWaterMark = options.highWaterMark ?? 1024
  const core = {
    ...{ workspace: null, task: null, history: [], status: 'idle' },
    ...{ currentTurn: 0, initialized: false, nodeId: null, sessionId: null }
  }
  const extra = new Map()
  let maxTurns = options.maxTurns ?? 100
  let ended = false
  const open = new Map() // id -> call, in the order of opening
  const answers = new Map() // id -> 'not found' | 'answered', of calls that were closed

  // ---- output -------------------------------------------------------------------------------------------------
  const source = new ModelSource(highWaterMark, {
    full: (isFull) => inputs.press('output', isFull),
    threw: (error, frame) => {
      if (!reports.has(frame)) tellOf(error, current === undefined ? frame : current)
    },
    abort: (err) => {
      ended = inputs.isClosed = true
      tools.stop()
      // Nothing more goes out from here on; what is being handled is handled to its end before its calls are closed.
      input(() => {
        closeAll({ silent: true })
        core.status = 'idle'
      })
      sink.source?.abort(err)
    }
  })
  const emit = (type, fields, metadata = {}) => source.emit({ type, ...fields, metadata, timestamp: now() })
  const emitProgress = (progress) => emit('PROGRESS', { progress })
  const emitData = (data) => emit('DATA', { data })
  const errorFrame = (error, metadata = {}) => {
    const stack = isErrorObject(error) ? { stack: error.stack } : {}
    return { type: 'ERROR', error: textOf(error), ...stack, metadata, timestamp: now() }
  }
  const emitError = (error, metadata) => source.emit(errorFrame(error, metadata))
  /** G39: what a caller's own code threw; when it was a destination, nothing tells of a report that fails. */
  const fault = (error, frame) => errorFrame(error, { operation: 'agent-harness.sink.write', frame })
  const reports = new Set()
  const tellOf = (error, frame) => {
    const report = fault(error, frame)
    reports.add(report)
    source.report(report)
  }

  // ---- inputs ---------------------------------------------------------------------------------------------------
  let current // the frame that is being handled
  const sink = { paused: false, source: null }
  const inputs = new ModelInputs(highWaterMark, sink, source, {
    begin: () => ({ ...getAll(), history: core.history.length }),
    done: (before) => {
      tell(before)
      current = undefined
    }
  })
  const input = (handle) => inputs.take(handle)
  const write = (frame) =>
    inputs.offer(() => {
      if (ended) return
      current = frame
      try {
        const type = readType(frame)
        handlers[type] ? handlers[type](frame) : emitError(`Unknown frame type: ${type}`)
      } catch (error) {
        source.emit(fault(error, frame))
      }
    })
  const end = (err) => inputs.offer(() => finish(err))

  // Each handler reads what it needs before it does anything, so that a getter that throws leaves nothing half done.
  const handlers = {
    __proto__: null,
    PARAM: ({ key, value }) => setParam(key, value),
    META: ({ key, value, action, keys }) => {
      if (action === 'subscribe' || action === 'unsubscribe') told.change(action === 'subscribe', keys)
      else if (SETTABLE.includes(key) || key === 'maxTurns' || key === 'tool') setParam(key, value)
      else if (OWN.includes(key)) emitError(`Read-only state key: ${key}`)
      else if (typeof key === 'string') extra.set(key, value)
    },
    START: () => {
      const { workspace, task, nodeId, sessionId } = core
      for (const [value, name, hint] of [
        [workspace, 'workspace', 'workspace, path'],
        [task, 'task', 'task, description']
      ]) {
        if (value) continue
        emitError(`${name[0].toUpperCase()}${name.slice(1)} not configured. Send PARAM(${hint}) first.`)
        return finish(new Error(`Missing ${name}`))
      }
      core.initialized = true
      core.currentTurn = 0
      core.status = 'idle'
      const { system } = options
      const content = typeof system === 'function' ? system(getState()) : (system ?? `${task} ${workspace}`)
      append({ role: 'system', content })
      emit('START', {}, { phase: 'task-execution', workspace, task, nodeId, sessionId })
      emitProgress({ operation: 'initialized', workspace, task, maxTurns })
    },
    TEXT: (frame) => {
      if (!core.initialized) return options.strict ? emitError(NOT_STARTED) : undefined
      const text = readText(frame)
      if (text === undefined) return emitError('TEXT frame missing content')
      append({ role: 'user', content: text })
      core.currentTurn += 1
      if (core.status !== 'executing' || !open.size) core.status = 'thinking'
      if (core.currentTurn < maxTurns) return source.emit(frame)
      emitProgress({ operation: 'max-turns-reached', currentTurn: core.currentTurn, maxTurns })
      finish()
    },
    DATA: (frame) => {
      if (!core.initialized) return emitError(NOT_STARTED)
      const { kind, ...data } = readData(frame)
      if (kind === undefined || kind === null || kind === '') return emitError('DATA frame missing type')
      if (kind === 'tool-result') toolResult(data)
      else if (kind === 'llm-response') llmResponse(data)
      else emitError(`Unknown data type: ${String(kind)}`)
    },
    TOOL_RESULT: (frame) => {
      if (!core.initialized && options.strict) return emitError(NOT_STARTED)
      toolResult(readToolResult(frame))
    },
    END: (frame) => {
      const metadata = { ...frame.metadata }
      emit('END', {}, { ...metadata, phase: 'task-complete' })
      finish()
    },
    ERROR: (frame) => source.emit(frame)
  }

  const setParam = (key, value) => {
    if (SETTABLE.includes(key)) core[key] = value
    else if (key === 'tool') tools.register(value)
    else if (key === 'maxTurns') {
      if (typeof value === 'number' && value >= 0) maxTurns = value
      else emitError('Invalid maxTurns')
    }
  }

  // ---- turns, calls, results (G23, G24) -------------------------------------------------------------------------
  const append = (entry) => core.history.push({ ...entry, timestamp: now() })

  const llmResponse = ({ content, thinking, toolCalls }) => {
    const hasCalls = isPresent(toolCalls)
    if (hasCalls && !Array.isArray(toolCalls)) return emitError('Invalid toolCalls')
    if (isPresent(thinking)) emitData({ type: 'thinking', content: thinking })
    const calls = hasCalls ? toolCalls.map((call) => openCall(readCall(call))) : []
    if (isPresent(content) || hasCalls) {
      append({
        ...{ role: 'assistant', content: content ?? '' },
        ...(hasCalls && { toolCalls: calls.map(({ id }) => ({ id })) }),
        ...(isPresent(thinking) && { thinking })
      })
    }
    core.status = open.size ? 'executing' : 'idle'
    for (const call of calls) {
      if (ended) break // aborted by the destination
      emitData({ type: 'tool-call', id: call.id, tool: call.tool, arguments: call.args })
      if (!ended) tools.start(call)
    }
  }

  const openCall = ({ id, ...call }) => {
    const isFree = typeof id === 'string' && id !== '' && !open.has(id)
    const opened = { ...call, id: isFree ? id : randomUUID(), open: true }
    open.set(opened.id, opened)
    answers.delete(opened.id)
    return opened
  }

  const close = (call, answer) => {
    call.open = false
    open.delete(call.id)
    answers.set(call.id, answer)
    tools.closed(call)
  }

  /** One answer: into the history, then out. */
  const settle = ({ callId, result, ...given }) => {
    const error = given.error ? textOf(given.error) : undefined
    const status = given.error ? 'error' : 'success'
    append({ role: 'tool', content: error ?? asText(result), callId, result, error })
    if (!open.size) core.status = 'thinking'
    if (options.emitToolResults) emitData({ type: 'tool-result', callId, result, error, status })
    emitProgress({ operation: 'tool-completed', callId, status })
  }

  const toolResult = ({ callId, result, error }) => {
    if (answers.get(callId) === 'answered') return emitError(`Duplicate tool result: ${callId}`)
    if (open.has(callId)) close(open.get(callId), 'answered')
    else if (answers.has(callId)) answers.set(callId, 'answered')
    settle({ callId, result, error })
    tools.next()
  }

  const tools = new ModelTools(options, {
    context: () => ({
      ...{ workspace: core.workspace, task: core.task, nodeId: core.nodeId, sessionId: core.sessionId },
      jjProvider: options.jjProvider ?? null
    }),
    progress: (call, value) => {
      if (call.open) emitProgress({ operation: 'tool-progress', callId: call.id, value })
    },
    answer: (call, { error, result, notFound, aborts }, later) => {
      const go = () => {
        if (!call.open) return
        close(call, notFound ? 'not found' : 'answered')
        settle({ callId: call.id, result, error })
        if (aborts) tools.abort(call) // before or after its frames: no rule says
        if (later) tools.next()
      }
      later ? input(go) : go()
    }
  })

  const closeAll = ({ silent }) => {
    for (const call of [...open.values()]) {
      close(call, 'answered')
      tools.abort(call)
      const error = `Tool '${call.tool}' aborted`
      const entry = { callId: call.id, result: undefined, error }
      if (silent) append({ role: 'tool', content: error, ...entry })
      else settle(entry)
    }
  }

  /** G26. */
  const finish = (err) => {
    if (ended) return
    ended = inputs.isClosed = true
    closeAll({ silent: false })
    if (isError(err)) emitError(err, { phase: 'shutdown' })
    const reason = isError(err) ? 'error' : 'completed'
    emit('END', {}, { reason, currentTurn: core.currentTurn, maxTurns })
    core.status = 'idle'
    finishing = { err: isError(err) ? err : undefined }
  }
  let finishing = null

  // ---- state (G18, G35) -----------------------------------------------------------------------------------------
  const getState = () => withExtra({ ...core, history: [...core.history] })
  const getAll = getState
  const withExtra = (state) => {
    for (const [key, value] of extra) {
      Object.defineProperty(state, key, { value, enumerable: true, writable: true, configurable: true })
    }
    return state
  }
  const told = new Subscription()

  /** After the last output of an input: what it changed, to who subscribed; an end has no after. */
  const tell = (before) => {
    for (const key of ended ? [] : [...OWN, ...extra.keys()].filter((each) => told.has(each))) {
      const value = OWN.includes(key) ? core[key] : extra.get(key)
      const had = Object.hasOwn(before, key) ? before[key] : undefined
      if (key !== 'history' && !Object.is(value, had))
        source.emit({ type: 'META', key, value, previous: had, timestamp: now() })
      if (key === 'history' && value.length !== had) {
        const appended = value.slice(had)
        source.emit({ type: 'META', key, appended, length: value.length, timestamp: now() })
      }
    }
    if (finishing) source.finish(finishing.err)
    finishing = null
  }

  const state = {
    getAll,
    get: (key) => getAll()[key],
    set: (key, value) => {
      if (OWN.includes(key) && !SETTABLE.includes(key)) throw new TypeError(`Read-only state key: ${key}`)
      if (!ended) input(() => handlers.META({ key, value }))
    }
  }
  Object.assign(sink, { write, end })
  return { source, sink, pipe: source.pipe, write, end, getState, state, registry: tools }
}

/** Which keys are told of (G35): some, none, or all but some. */
class Subscription {
  #isAll = false
  #others = new Set()

  change(isWanted, keys) {
    if (keys === undefined) {
      this.#isAll = isWanted
      this.#others.clear()
    }
    for (const key of keys ?? []) isWanted === this.#isAll ? this.#others.delete(key) : this.#others.add(key)
  }

  has(key) {
    return this.#others.has(key) !== this.#isAll
  }
}

/** G23: a result as the text of its history entry. */
function asText(result) {
  if (typeof result === 'string') return result
  try {
    return JSON.stringify(result) ?? String(result)
  } catch {
    return String(result)
  }
}
