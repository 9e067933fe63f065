// A log as docs/durability.md describes it, read without the package: the runs that it holds, and the state that a harness
// recovers from it.
import { abridged } from './abridged.js'

const ROLES = { start: 'system', user: 'user', assistant: 'assistant', tool: 'tool' }

/** One run: its history, the calls that are open, whether it has ended. */
export class Run {
  history = []
  /** By id, in the order of opening. */
  open = new Map()
  ended = false
  status = 'idle'
  turns = 0

  append(record) {
    const { t, at, content, ids = [], call } = record
    const entry =
      record.entry ?? (content === undefined ? undefined : { role: ROLES[t], content, timestamp: at })
    if (entry !== undefined) this.history.push(entry)
    for (const [i, id] of ids.entries()) this.open.set(id, entry.toolCalls[i])
    this.open.delete(call)
    const busy = this.open.size > 0
    if (this.ended) return
    if (t === 'user') {
      this.turns += 1
      this.status = busy ? 'executing' : 'thinking'
    } else if (t === 'assistant') {
      this.status = busy ? 'executing' : 'idle'
    } else if (t === 'tool' && !busy) {
      this.status = 'thinking'
    }
  }

  /** Every call that the model has made, by id. */
  get calls() {
    return new Map(this.history.flatMap(({ toolCalls = [] }) => toolCalls.map((call) => [call.id, call])))
  }

  answersTo(callId) {
    return this.history.filter((entry) => entry.role === 'tool' && entry.callId === callId)
  }
}

export class LogReading {
  runs = []
  /** Where each line ends. */
  boundaries = [0]
  /** Bytes after the last line feed. */
  torn = 0
  #settings = { workspace: null, task: null, nodeId: null, sessionId: null }
  #notes = {}

  /** @param {Buffer} bytes */
  constructor(bytes) {
    for (let at = 0; at < bytes.length; ) {
      const end = bytes.indexOf(10, at)
      if (end < 0) {
        this.torn = bytes.length - at
        break
      }
      this.#read(bytes.subarray(at, end))
      at = end + 1
      this.boundaries.push(at)
    }
  }

  #read(line) {
    const text = line.toString()
    let record
    try {
      record = JSON.parse(abridged(JSON.parse(text)))
    } catch {
      throw new Error(`line ${this.boundaries.length} of the log is no JSON: ${text.slice(0, 200)}`)
    }
    if (record.t === 'start') this.runs.push(new Run())
    if (record.t === 'set') this.#settings[record.key] = record.value
    else if (record.t === 'note') this.#notes[record.key] = record.value
    else if (record.t in ROLES) this.last.append(record)
    else if (record.t === 'end') Object.assign(this.last, { ended: true, status: 'idle' })
  }

  /** The run that getState() shows. */
  get last() {
    return this.runs.at(-1) ?? new Run()
  }

  get state() {
    const { history, status, turns: currentTurn } = this.last
    const { nodeId, sessionId, ...settings } = this.#settings
    const initialized = this.runs.length > 0
    return { ...settings, history, status, currentTurn, initialized, nodeId, sessionId, ...this.#notes }
  }
}
