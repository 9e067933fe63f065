// The frames of a run as lines for a person: when, what, and no more of it than fits on a line.

import { outcomeLines } from './outcome.mjs'
import { Paper } from './paper.mjs'

/** Of a result that has many lines, this many are shown. */
const SHOWN = 4
/** Of a text among the arguments of a call, this many characters. */
const SHOWN_TEXT = 24

export class Timeline {
  #paper
  #place
  /** The time of the first frame, which all others are counted from. */
  #begun
  #turns = 0
  #frames = 0
  #calls = new Map()
  #results = { success: 0, error: 0 }
  #processes = []

  constructor(stream, place) {
    this.#paper = new Paper(stream)
    this.#place = place
    this.#paper.text(`Everything happens in ${place.dir}`)
  }

  started({ pid }) {
    this.#processes.push({ from: Date.now() })
    const first = this.#processes.length === 1
    this.#paper.rule(first ? `process ${pid}` : `a new process, ${pid}, takes the run up from its log`)
  }

  killed({ pid }, { file, bytes, records, kinds, open, last }) {
    this.#processes.at(-1).to = Date.now()
    for (const id of open) this.#calls.get(id).cutOff = true
    const paper = this.#paper
    paper.rule(`process ${pid} was killed by SIGKILL while calls were open`, 'red')
    paper.text(`The log is what is left: ${file}`)
    paper.text(`  it holds        ${records.length} records, ${bytes} bytes: ${listOf(kinds)}`)
    paper.text(`  its last line   ${last}`)
    paper.text(`  without result  ${open.map((id) => `${id} ${this.#calls.get(id).tool}`).join(', ')}`)
  }

  finished(outcome, keep) {
    this.#processes.at(-1).to = Date.now()
    this.#paper.rule('what was produced', 'green')
    const count = {
      calls: this.#calls.size,
      frames: this.#frames,
      processes: this.#processes,
      results: this.#results,
      turns: this.#turns
    }
    for (const line of outcomeLines(outcome, count)) this.#paper.text(line)
    const { dir } = this.#place
    this.#paper.text(keep ? `kept      ${dir}` : `removed   ${dir} (with --keep it stays)`)
  }

  frame(frame) {
    this.#begun ??= frame.timestamp
    this.#frames += 1
    const { type, metadata } = frame
    if (type === 'START') this.#start(frame)
    else if (type === 'TEXT') this.#line(frame, `turn ${++this.#turns}`, frame.content.text, 'bold')
    else if (type === 'DATA') this.#data(frame)
    else if (type === 'PROGRESS') this.#progress(frame)
    else if (type === 'META') this.#change(frame)
    else if (type === 'ERROR') this.#line(frame, 'ERROR', frame.error, 'red')
    else if (type === 'END') {
      const { phase, reason, currentTurn } = metadata
      this.#line(frame, 'END', reason ? `${reason} after ${currentTurn} turns` : phase, 'bold')
    }
  }

  #start(frame) {
    const { resumed, task } = frame.metadata
    this.#line(frame, resumed ? 'START resumed' : 'START', task, 'bold')
    // What runs again begins now.
    for (const call of this.#calls.values()) if (call.cutOff) call.at = frame.timestamp
  }

  #data(frame) {
    const { type, id, tool, content } = frame.data
    if (type === 'thinking') this.#line(frame, 'thinking', content, 'dim')
    else if (type === 'tool-result') this.#result(frame)
    else if (type === 'tool-call') {
      this.#calls.set(id, { tool, at: frame.timestamp, cutOff: false })
      this.#line(frame, `→ ${id}`, `${tool} ${JSON.stringify(frame.data.arguments, shortened)}`, 'cyan')
    }
  }

  #result(frame) {
    const { callId, result, error, status } = frame.data
    const { tool, at, cutOff } = this.#calls.get(callId)
    this.#results[status] += 1
    const took = `${tool}${cutOff && !error ? ', run again' : ''}, ${frame.timestamp - at} ms`
    if (error) {
      this.#line(frame, `✗ ${callId}`, `${error} (${took})`, 'red')
      return
    }
    // A command that fails is a result like any other, and the most interesting one.
    const { exitCode = 0, output } = result
    const [mark, style] = exitCode === 0 ? ['✓', 'green'] : ['!', 'yellow']
    const notes = exitCode === 0 ? took : `${took}, exit code ${exitCode}`
    const lines = (typeof result === 'string' ? result : (output ?? JSON.stringify(result)))
      .trimEnd()
      .split('\n')
    const summary = lines.length === 1 ? lines[0] : `${lines.length} lines`
    this.#line(frame, `${mark} ${callId}`, `${summary} (${notes})`, style)
    if (lines.length > 1) for (const line of lines.slice(0, SHOWN)) this.#paper.under(line)
  }

  #progress(frame) {
    const { operation, callId, value, maxTurns, currentTurn } = frame.progress
    // `tool-completed` says again what the result before it has said.
    if (operation === 'tool-progress') this.#line(frame, `… ${callId}`, value, 'dim')
    else if (operation === 'initialized') this.#line(frame, 'ready', `at most ${maxTurns} turns`, 'dim')
    else if (operation === 'max-turns-reached')
      this.#line(frame, 'limit', `after ${currentTurn} turns`, 'red')
  }

  #change(frame) {
    const { key, value, previous, appended = [] } = frame
    if (key === 'status') this.#line(frame, 'state', `${previous} → ${value}`, 'dim')
    // No frame but this one carries what the model has answered: the harness passes on only what comes from the user.
    for (const { role, content } of appended) {
      if (role === 'assistant' && content) this.#line(frame, 'answer', content, 'bold')
    }
  }

  #line(frame, label, text, style) {
    this.#paper.line(frame.timestamp - this.#begun, label, text, style)
  }
}

function shortened(_, value) {
  if (typeof value !== 'string' || value.length <= SHOWN_TEXT) return value
  return `${value.slice(0, SHOWN_TEXT)}… (${value.length} characters)`
}

function listOf(kinds) {
  return [...kinds].map(([kind, count]) => `${count} ${kind}`).join(', ')
}
