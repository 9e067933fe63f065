// What somebody outside knows of a log whose processes are killed, and what he finds wrong: a frame that was seen and is
// not in the state, a state that is none, a call without its one answer.
import { isDeepStrictEqual } from 'node:util'
import { answerOf, INTERRUPTED, REPLAYED } from './conversation.js'
import { Run } from './log-reading.js'

export class Witness {
  problems = []
  /** Frames seen, by run. */
  #seen = []
  /** The run that frames belong to: an index. */
  #run = -1
  #checkpoint = undefined
  /** How often each call has run. */
  #ran = new Map()
  /** Calls that were open at a death and may not run again. */
  #interrupted = new Set()
  /** The log as this life found it, and the state that it recovered. */
  #found
  #opened
  #resumed
  /** Calls that this process has run. */
  #ranHere

  #fail(text, ...values) {
    this.problems.push([text, ...values.map((value) => JSON.stringify(value)?.slice(0, 600))].join(' '))
  }

  /** A process begins. `log` is what it finds. */
  begin(log) {
    this.#found = log
    this.#run = log.runs.length - 1
    this.#ranHere = new Set()
  }

  /** One report of a process. */
  hear({ state, first, seen, ran, started, warning }) {
    if (state !== undefined) this.#recovered(state, first)
    else if (seen !== undefined) this.#saw(seen)
    else if (ran !== undefined) this.#runs(ran)
    else if (started !== undefined) this.#started(started)
    else if (warning !== undefined && !(warning === 'WARN_GATTO_JOURNAL_TORN' && this.#found.torn > 0)) {
      this.#fail('an unexpected warning', warning)
    }
  }

  #recovered(state, first) {
    if (first && !isDeepStrictEqual(state, this.#found.state)) {
      this.#fail('the recovered state is not that of the log', state, this.#found.state)
    }
    this.checkState(state)
    this.#opened = state
  }

  /** Holds a recovered state to what was seen of its run. */
  checkState(state) {
    const run = Object.assign(new Run(), { history: state.history, turns: state.currentTurn })
    run.ended = state.status === 'idle'
    if (this.#run >= 0) this.#check(this.#run, run)
    const users = state.history.filter(({ role }) => role === 'user').length
    if (state.currentTurn !== users) this.#fail('turns and texts differ', state.currentTurn, users)
    if (state.initialized !== state.history.length > 0) this.#fail('initialized and history differ', state)
    if (earlier(state.checkpoint, this.#checkpoint)) {
      this.#fail('a state key that was seen is lost', this.#checkpoint, state.checkpoint)
    }
  }

  #saw(frame) {
    if (frame.type === 'ERROR') this.#fail('an ERROR frame', frame)
    if (frame.type === 'START') {
      this.#resumed = frame.metadata.resumed === true
      if (!this.#resumed) this.#run += 1
    }
    if (frame.type === 'META' && frame.key === 'checkpoint') this.#checkpoint = frame.value
    this.#seen[this.#run] ??= []
    this.#seen[this.#run].push(frame)
  }

  #runs(callId) {
    this.#ranHere.add(callId)
    this.#ran.set(callId, (this.#ran.get(callId) ?? 0) + 1)
  }

  /** START has been handled: nothing that was open may be left open, but for what runs again. */
  #started(state) {
    const run = Object.assign(new Run(), { history: state.history })
    const before = this.#opened
    if (!this.#resumed) {
      if (before.history.length > 0 && this.#found.runs.length - 1 === this.#run) {
        this.#fail('START of a run that had not ended began a new one')
      }
      if (state.history.length !== 1 || state.currentTurn !== 0) this.#fail('a new run is not empty', state)
      return
    }
    if (!isDeepStrictEqual(state.history.slice(0, before.history.length), before.history)) {
      this.#fail('the resumed history does not go on from the recovered one', state, before)
    }
    if (state.currentTurn !== before.currentTurn) this.#fail('turns were not kept', state, before)
    const old = Object.assign(new Run(), { history: before.history })
    for (const [id, { tool }] of run.calls) {
      if (old.answersTo(id).length > 0) continue
      if (!REPLAYED.has(tool)) {
        if (run.answersTo(id)[0]?.error !== INTERRUPTED)
          this.#fail('an open call was not settled', id, state.history)
      } else if (!this.#ranHere.has(id)) {
        this.#fail('a call that may be replayed did not run again', id)
      }
    }
  }

  /** A process has died, or has ended. `log` is what it leaves. */
  end(log) {
    for (const run of log.runs.keys()) this.#check(run, log.runs[run])
    if (this.#seen.length > log.runs.length) this.#fail('a START that was seen is not in the log')
    for (const [id, count] of this.#ran) {
      const call = log.runs.map((run) => run.calls.get(id)).find(Boolean)
      if (call === undefined) this.#fail('a call that ran is not in the log', id)
      else if (count > 1 && !REPLAYED.has(call.tool)) this.#fail('a call ran again that may not', id)
    }
    for (const run of log.runs) this.#checkAnswers(run)
    for (const [id, { tool }] of log.last.open) if (!REPLAYED.has(tool)) this.#interrupted.add(id)
  }

  #checkAnswers(run) {
    for (const [id, call] of run.calls) {
      const answers = run.answersTo(id)
      if (answers.length > 1) this.#fail('a call has two answers', answers)
      if (answers.length === 0 && run.ended) this.#fail('a call of a run that has ended has no answer', id)
      if (answers.length !== 1) continue
      const [{ result, error }] = answers
      const expected = answerOf(call)
      const interrupted = error === INTERRUPTED && !REPLAYED.has(call.tool)
      // Without an end behind it where the end of the log was torn off.
      const aborted = expected === undefined && error === `Tool '${call.tool}' aborted`
      const own = expected !== undefined && isDeepStrictEqual({ ...expected }, plain({ result, error }))
      if (this.#interrupted.has(id) ? !interrupted : !(interrupted || aborted || own)) {
        this.#fail('a call has a wrong answer', call, answers)
      }
    }
  }

  /** The conversation is over: nothing is open anywhere. */
  finish(log, runs) {
    if (log.runs.length < runs) this.#fail(`${log.runs.length} runs of ${runs}`)
    if (!log.runs.every((run) => run.ended)) this.#fail('a run has not ended')
    if (log.torn > 0) this.#fail('a torn tail was left')
  }

  // Every frame that was seen of a run is in its history, each once and in the order of seeing.
  #check(index, run) {
    let last = -1
    for (const frame of this.#seen[index] ?? []) {
      const places = placesOf(frame, run)
      if (places === undefined) continue
      if (places.length !== 1)
        this.#fail(`a seen frame is in the history ${places.length} times:`, frame, run.history.slice(-4))
      else if (places[0] < last && !isCall(frame))
        this.#fail('frames and history differ in order:', frame, run.history.slice(-4))
      else if (!isCall(frame)) last = places[0]
    }
  }
}

const isCall = ({ data }) => data?.type === 'tool-call'

/** Without the fields that JSON leaves out. */
const plain = (value) => JSON.parse(JSON.stringify(value))

function earlier(a, b) {
  if (b === undefined) return false
  return a === undefined || a.run < b.run || (a.run === b.run && a.turn < b.turn)
}

/** Where in the history a frame has its entry; undefined for a frame that needs none. */
function placesOf(frame, { history, turns, ended }) {
  const where = (test) => [...history.keys()].filter((i) => test(history[i]))
  const tool = (callId, test) =>
    where((entry) => entry.role === 'tool' && entry.callId === callId && test(entry))
  // A fact about the whole run has no place: it holds, or it is nowhere.
  const fact = (holds) => (holds ? undefined : [])
  const { type, content, data, progress } = frame
  if (type === 'TEXT') return where((entry) => entry.role === 'user' && entry.content === content.text)
  if (type === 'DATA') {
    if (data.type === 'thinking') return where((entry) => entry.thinking === data.content)
    if (data.type === 'tool-call') {
      const { id, tool, arguments: args } = data
      const call = { id, tool, arguments: args }
      return where(({ toolCalls = [] }) => toolCalls.some((made) => isDeepStrictEqual(made, call)))
    }
    const { result, error } = data
    return tool(data.callId, (entry) => isDeepStrictEqual([entry.result, entry.error], [result, error]))
  }
  if (type === 'PROGRESS') {
    const { operation, callId, status, currentTurn } = progress
    if (operation === 'tool-completed') {
      return tool(callId, (entry) => (entry.error === undefined ? 'success' : 'error') === status)
    }
    return operation === 'max-turns-reached' ? fact(turns === currentTurn && ended) : undefined
  }
  if (type === 'META') {
    const { key, value, appended, length } = frame
    if (key === 'currentTurn') return fact(turns >= value)
    if (key !== 'history') return undefined
    const from = length - appended.length
    return isDeepStrictEqual(history.slice(from, length), appended) ? [length - 1] : []
  }
  if (type === 'START') return fact(history[0]?.role === 'system')
  return fact(type !== 'END' || ended)
}
