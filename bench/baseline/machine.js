// The harness: frames in, frames out, state in between. One input at a time; what comes meanwhile waits its turn.

import { isPresent, readCalls, resultText } from './calls.js'
import {
  createEndFrame,
  createErrorFrame,
  createProgressFrame,
  createStartFrame,
  createThinkingFrame,
  createToolCallFrame,
  createToolResultFrame,
  errorText,
  failureText
} from './frame.js'
import { Input } from './input.js'
import { Inputs } from './inputs.js'
import { Ledger } from './ledger.js'
import { observe } from './observable.js'
import { isTurnLimit } from './options.js'
import { Runner } from './runner.js'
import { Source } from './source.js'
import { Toolbox } from './toolbox.js'

const OPERATION = 'agent-harness.sink.write'
const NOT_INITIALIZED = 'Harness not initialized. Send START frame first.'
const NO_WORKSPACE = 'Workspace not configured. Send PARAM(workspace, path) first.'
const NO_TASK = 'Task not configured. Send PARAM(task, description) first.'
const INTERRUPTED = 'Interrupted by a restart'
const SET_UP = new Set(['PARAM', 'META', 'START']) // what leaves the calls of a dead process open
const MACHINE_KEYS = new Set(['history', 'status', 'currentTurn', 'initialized'])

export class Machine extends Inputs {
  constructor(settings) {
    super()
    this.workspace = null
    this.task = null
    this.history = []
    this.status = 'idle'
    this.currentTurn = 0
    this.initialized = false
    this.nodeId = null
    this.sessionId = null
    this.extra = null // the user's own keys
    this.settings = settings
    this.maxTurns = settings.maxTurns
    this.clock = settings.clock
    this.interrupted = null // calls that were open when the log's last process died
    this.previousRun = null // what the log says of the run that START may resume
    this.child = null // the registry that harness.registry shows
    this.ledger = new Ledger()
    this.toolbox = new Toolbox(settings.validation)
    this.runner = new Runner(this.toolbox, settings, this)
    this.sink = new Input(
      (frame) => this.write(frame),
      (err) => this.end(err)
    )
    this.source = new Source(this.sink, settings.highWaterMark, this)
    this.out = this.source
    for (const tool of settings.tools) this.toolbox.register(tool)
  }

  // ---- inputs

  handle(frame) {
    if (this.ended) return
    const isFrame = frame !== null && (typeof frame === 'object' || typeof frame === 'function')
    this.handleAs(isFrame ? frame.type : undefined, frame)
  }

  handleAs(type, frame) {
    if (this.interrupted !== null && !SET_UP.has(String(type))) this.settleInterrupted()
    switch (type) {
      case 'TEXT':
        return this.text(frame)
      case 'DATA':
        return this.data(frame)
      case 'TOOL_RESULT':
        return this.toolResult(frame)
      case 'PARAM':
        return this.param(frame.key, frame.value)
      case 'META':
        return this.meta(frame)
      case 'START':
        return this.start()
      case 'END':
        return this.endFrame(frame)
      case 'ERROR':
        return this.out.emit(frame)
      default:
        // A String object names a type too. Asked here, where it costs the others nothing.
        if (typeof type === 'object' && type !== null) return this.handleAs(String(type), frame)
        return this.error(`Unknown frame type: ${errorText(type)}`)
    }
  }

  // ---- configuration and start

  param(key, value) {
    if (key === 'workspace' || key === 'task' || key === 'nodeId' || key === 'sessionId') this[key] = value
    else if (key === 'tool') return this.toolbox.register(value)
    else if (key !== 'maxTurns') return
    else if (isTurnLimit(value)) this.maxTurns = value
    else return this.error(`Invalid maxTurns: ${errorText(value)}`)
    this.journal?.record({ t: 'param', key, value })
  }

  meta({ key, value, action, keys }) {
    if (action === 'subscribe') observe(this).listen(keys)
    else if (action === 'unsubscribe') this.observer?.ignore(keys)
    else if (MACHINE_KEYS.has(key)) this.error(`Read-only state key: ${key}`)
    else if (key === 'tool' || key === 'maxTurns') this.param(key, value)
    else if (typeof key === 'string') this.setKey(key, value)
  }

  setKey(key, value) {
    if (key === 'workspace' || key === 'task' || key === 'nodeId' || key === 'sessionId')
      return this.param(key, value)
    if (this.extra === null) this.extra = new Map()
    this.extra.set(key, value)
    this.journal?.record({ t: 'meta', key, value })
  }

  start() {
    if (!this.workspace) return this.refuse(NO_WORKSPACE, 'Missing workspace')
    if (!this.task) return this.refuse(NO_TASK, 'Missing task')
    const { workspace, task, nodeId, sessionId } = this
    const resumed = this.previousRun?.continues(workspace, task) ?? false
    if (!resumed) {
      const content = this.systemText()
      const timestamp = this.now()
      const fresh = this.previousRun !== null
      if (fresh) this.forgetRun()
      this.currentTurn = 0
      this.history.push({ role: 'system', content, timestamp })
      this.journal?.record({ t: 'start', at: timestamp, workspace, task, content, fresh })
    }
    this.previousRun = null
    this.initialized = true
    this.status = 'idle'
    const metadata = { phase: 'task-execution', workspace, task, nodeId, sessionId }
    if (resumed) metadata.resumed = true
    this.out.emit(createStartFrame(metadata, this.stamp()))
    this.progressed({ operation: 'initialized', workspace, task, maxTurns: this.maxTurns })
    if (this.interrupted !== null) this.settleInterrupted()
  }

  systemText() {
    const { system } = this.settings
    if (system === null) return `Task: ${errorText(this.task)}\nWorkspace: ${errorText(this.workspace)}`
    return typeof system === 'string' ? system : errorText(system(this.snapshot()))
  }

  forgetRun() {
    this.history = []
    this.ledger.clear()
    this.interrupted = null
  }

  refuse(text, reason) {
    this.error(text)
    this.finish(new Error(reason))
  }

  // ---- conversation

  text(frame) {
    if (!this.initialized) {
      if (this.settings.strict) this.error(NOT_INITIALIZED)
      return
    }
    const content = frame.content
    const text =
      content === undefined || content === null || typeof content === 'string' ? content : content.text
    if (typeof text !== 'string') return this.error('TEXT frame missing content')
    const timestamp = this.now()
    this.history.push({ role: 'user', content: text, timestamp })
    this.currentTurn += 1
    this.status = this.ledger.open > 0 ? 'executing' : 'thinking'
    if (this.journal !== null) this.journal.user(text, timestamp)
    if (this.currentTurn >= this.maxTurns) {
      const { currentTurn, maxTurns } = this
      this.progressed({ operation: 'max-turns-reached', currentTurn, maxTurns })
      this.finish()
    } else this.out.emit(frame)
  }

  data(frame) {
    if (!this.initialized) return this.error(NOT_INITIALIZED)
    const data = frame.data
    const type = data?.type
    if (!type) return this.error('DATA frame missing type')
    if (type === 'llm-response') return this.response(data)
    if (type === 'tool-result') return this.result(data)
    this.error(`Unknown data type: ${errorText(type)}`)
  }

  toolResult(frame) {
    if (this.settings.strict && !this.initialized) return this.error(NOT_INITIALIZED)
    const { content } = frame
    this.result((content !== null && typeof content === 'object' ? content : frame.data) ?? {})
  }

  response({ content, thinking, toolCalls }) {
    if (isPresent(toolCalls) && !Array.isArray(toolCalls)) return this.error('Invalid toolCalls')
    const calls = isPresent(toolCalls) ? readCalls(toolCalls, this.ledger) : undefined
    const speaks = isPresent(content) || calls !== undefined
    const entry = speaks ? { role: 'assistant', content: content ?? '', timestamp: this.now() } : null
    if (calls !== undefined && speaks) {
      entry.toolCalls = calls.map(({ id, name, args }) => ({ id, tool: name, arguments: args }))
    }
    if (speaks && isPresent(thinking)) entry.thinking = thinking
    if (speaks) this.journal?.record({ t: 'assistant', entry })
    if (isPresent(thinking)) this.out.emit(createThinkingFrame(thinking, undefined, this.stamp()))
    if (this.ended) return
    if (speaks) this.history.push(entry)
    if (calls !== undefined) for (const call of calls) this.ledger.add(call)
    this.status = this.ledger.open > 0 ? 'executing' : 'idle'
    if (calls === undefined) return
    for (const call of calls) {
      if (call.closed) continue // an abort from inside a destination or a tool
      this.out.emit(createToolCallFrame(call.id, call.name, call.args, undefined, this.stamp()))
      if (!call.closed) this.runner.run(call)
    }
  }

  // ---- results

  result({ callId, result, error }) {
    const call = this.ledger.get(callId)
    if (call !== undefined) {
      call.answered = true
      return this.settle(call, { result, error: error ? failureText(error) : error })
    }
    if (isPresent(callId) && !this.ledger.accepts(callId)) {
      return this.error(`Duplicate tool result: ${errorText(callId)}`)
    }
    this.append(callId, { result, error: error ? failureText(error) : error })
  }

  /** From the runner: a call's one answer. */
  answer(call, outcome) {
    if (this.busy && this.runner.current === call) this.settle(call, outcome)
    else this.perform(() => this.settle(call, outcome), undefined)
  }

  settle(call, outcome) {
    if (call.closed) return
    call.closed = true
    call.answered = true
    this.ledger.close(call, outcome.notFound === true)
    if (outcome.stop !== undefined) call.stop(outcome.stop, outcome.error)
    this.append(call.id, outcome)
    this.runner.finished(call)
  }

  append(callId, { result, error, details, notFound }) {
    const content = error ? error : resultText(result)
    const entry = { role: 'tool', content, timestamp: this.now(), callId, result, error }
    if (details !== undefined) entry.details = details
    this.history.push(entry)
    if (this.ledger.open === 0) this.status = 'thinking'
    this.journal?.record({ t: 'tool', entry, notFound })
    if (this.settings.emitToolResults) {
      const frame = createToolResultFrame(callId, result, error, undefined, this.stamp())
      if (details !== undefined) frame.data.details = details
      this.out.emit(frame)
    }
    this.progressed({ operation: 'tool-completed', callId, status: error ? 'error' : 'success' })
  }

  settleInterrupted() {
    const calls = this.interrupted
    this.interrupted = null
    for (const call of calls) {
      if (this.toolbox.get(call.name)?.replay === 'safe') this.runner.run(call)
      else this.settle(call, { error: INTERRUPTED })
    }
  }

  // ---- for the runner and the registry

  progress(call, value) {
    if (call.closed) return
    const emit = () => {
      if (!call.closed) this.progressed({ operation: 'tool-progress', callId: call.id, value })
    }
    if (this.busy && this.runner.current === call) emit()
    else this.perform(emit, undefined)
  }

  surroundings(context) {
    context.workspace = this.workspace
    context.task = this.task
    context.nodeId = this.nodeId
    context.sessionId = this.sessionId
    context.jjProvider = this.settings.jjProvider
  }

  // ---- the end

  endFrame(frame) {
    const given = typeof frame.metadata === 'object' ? frame.metadata : undefined
    this.journal?.record({ t: 'end', reason: 'completed' })
    this.out.emit(createEndFrame({ ...given, phase: 'task-complete' }, this.stamp()))
    this.finish()
  }

  finish(err) {
    if (this.ended) return
    const failed = err !== undefined && err !== null && err !== true && err !== false
    this.ended = true
    const reason = failed ? 'error' : 'completed'
    this.runner.halt()
    for (const call of this.ledger.openCalls()) this.settle(call, aborted(call))
    this.journal?.record({ t: 'end', reason })
    if (failed) this.out.emit(createErrorFrame(err, { phase: 'shutdown' }, this.stamp()))
    this.status = 'idle'
    const { currentTurn, maxTurns } = this
    this.out.emit(createEndFrame({ reason, currentTurn, maxTurns }, this.stamp()))
    this.child?.end()
    this.out.finish(failed ? err : undefined)
    this.journal?.close()
  }

  /** Called by the source when its reader aborts: at once, also in the middle of an input. */
  aborted(err) {
    if (!this.ended) {
      this.ended = true
      this.runner.halt()
      for (const call of this.ledger.openCalls()) this.settle(call, aborted(call))
      this.journal?.record({ t: 'end', reason: 'aborted' })
      this.journal?.commit()
      this.child?.end()
      this.status = 'idle'
      if (!this.busy) this.observer?.tell()
      this.journal?.close()
    }
    try {
      this.sink.source?.abort(err)
    } catch {
      // The stream is over: nobody is left to be told.
    }
  }

  // ---- outputs

  now() {
    return this.clock === null ? Date.now() : this.clock()
  }

  /** Options for a frame's constructor: none while the constructor's own clock will do. */
  stamp() {
    return this.clock === null ? undefined : { timestamp: this.clock() }
  }

  progressed(progress) {
    this.out.emit(createProgressFrame(progress, undefined, this.stamp()))
  }

  error(text) {
    this.out.emit(createErrorFrame(text, undefined, this.stamp()))
  }

  /** What a caller's own code threw. The report carries no custom time: the clock may be what threw. */
  faulted(error, frame) {
    const report = createErrorFrame(error, { operation: OPERATION, frame })
    this.out.report(report)
  }

  snapshot() {
    const { workspace, task, history, status, currentTurn, initialized, nodeId, sessionId } = this
    const state = {
      workspace,
      task,
      history: history.slice(),
      status,
      currentTurn,
      initialized,
      nodeId,
      sessionId
    }
    if (this.extra !== null) {
      for (const [key, value] of this.extra) {
        Object.defineProperty(state, key, { value, writable: true, enumerable: true, configurable: true })
      }
    }
    return state
  }
}

const aborted = (call) => ({ error: `Tool '${errorText(call.name)}' aborted`, stop: 'AbortError' })
