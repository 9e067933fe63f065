// The driver of the harness machine: reads frames, hands inputs to the core, performs what comes back.

import { turnChannel } from '../diagnostics.js'
import { errorText } from '../frame.js'
import { ANSWERS, Answer, box, CREDIT, native, now, TIME } from '../native.js'
import { isStackNearlyFull, STACK_FULL, stackError } from '../stack.js'
import { readCalls } from '../tool/call.js'
import { ToolTable } from '../tool/table.js'
import { assistantEntry, isPresent, toolEntry } from './entry.js'
import { LONGEST_COPIED_TEXT } from './history.js'
import { logged } from './json.js'
import { noLog } from './log.js'
import { perform, renameTaken } from './perform.js'
import { HarnessState, MACHINE_KEYS } from './state.js'

const SETTINGS = ['workspace', 'task', 'nodeId', 'sessionId']

// The kinds of native.signal(); see src/harness/hot.rs.
const END = 0
const ERROR = 1
const WAKE = 2
const LIMIT = 3
const TEXT_MISSING = 10
const DATA_TYPE_MISSING = 11
const UNKNOWN_DATA = 12
const INVALID_CALLS = 13
const INVALID_MAX_TURNS = 14
const READ_ONLY_KEY = 15
const UNKNOWN_FRAME = 16

// The flags of native.respond().
const THINKING = 1
const SPOKEN = 2
const COPIED = 4
const ONE_ID = 8
const MANY_IDS = 16

/** The most calls of one response. A sparse array can claim billions that nobody made. */
export const MOST_CALLS = 1_000_000

/** One harness. Everything that a caller holds leads here. */
export class Harness extends HarnessState {
  // ---- frames -------------------------------------------------------------------------------------------------

  /** Handles one frame. Throws only what the frame's own code throws. */
  accept(frame) {
    let type = isObject(frame) ? frame.type : undefined
    if (type === 'TEXT') {
      this.#text(frame)
      return
    }
    if (isObject(type)) type = String(type)
    switch (type) {
      case 'DATA':
        this.#data(frame)
        break
      case 'TOOL_RESULT':
        this.#toolResult(frame)
        break
      case 'TEXT':
        this.#text(frame)
        break
      case 'START':
        this.#start(frame)
        break
      case 'PARAM':
        this.#param(frame.key, frame.value)
        break
      case 'META':
        this.#meta(frame)
        break
      case 'END':
        this.#taskEnd(frame)
        break
      case 'ERROR':
        this.#signal(ERROR, frame)
        break
      default:
        this.#signal(UNKNOWN_FRAME, frame, type)
    }
  }

  #taskEnd(frame) {
    // Read first: what throws here must not find the end half done.
    const metadata = { ...frame.metadata, phase: 'task-complete' }
    this.input()
    const entries = this.#abortedEntries()
    this.arm()
    this.done(native.signal(this.slot, END, 0, entries), { frame, metadata })
  }

  /** Hands an input without text to the core. `subject` is what an ERROR frame names. */
  #signal(kind, frame, subject) {
    this.input()
    this.arm()
    this.done(native.signal(this.slot, kind, 0), { frame, subject })
  }

  /** What every input of a run begins with. Throws when the stack has no room for it; after #begin the core looks. */
  input() {
    if (isStackNearlyFull()) throw stackError()
    this.#begin()
  }

  #begin() {
    if (this.suspended) this.#wake()
    this.stamp()
  }

  /** What every input ends with: its records are stored, its outputs performed. */
  done(count, input) {
    this.changed()
    this.at = box[TIME]
    if (count !== undefined && count !== 0) {
      perform(this, count, input)
      return
    }
    if (this.log !== noLog) this.log.store(this)
    if (count === 0) return
    if (input.entry !== undefined) {
      input.entry.timestamp = this.at
      this.history.keep(input.entry)
    }
    this.source.emit(input.frame)
  }

  #text(frame) {
    if (!this.live && !this.suspended) {
      // Ignored or refused whatever it is: there is no need to look at it, and it may throw when one does.
      this.#signal(TEXT_MISSING, frame)
      return
    }
    const { content } = frame
    const text = isObject(content) ? content.text : content
    if (typeof text !== 'string') {
      this.#signal(TEXT_MISSING, frame)
    } else if (this.credit > 0 && !turnChannel.hasSubscribers) {
      this.credit -= 1
      this.history.add(this.slot, text, now(this.clock))
      this.source.emit(frame)
    } else {
      this.#firstText(frame, text)
    }
  }

  // A text that the core decides on. When it is passed on, it comes with the credit for those that follow.
  #firstText(frame, text) {
    this.#begin()
    const entry =
      text.length <= LONGEST_COPIED_TEXT ? undefined : { role: 'user', content: text, timestamp: 0 }
    const json = entry === undefined ? undefined : this.logged(entry)
    const entries = this.#abortedEntries()
    const copied = entry === undefined ? text : undefined
    this.arm()
    const count =
      json === undefined && entries === undefined
        ? native.text(this.slot, copied)
        : native.text(this.slot, copied, json, entries)
    if (count === STACK_FULL) throw stackError()
    this.credit = box[CREDIT]
    this.done(count, { frame, entry })
  }

  #start(frame) {
    if (isStackNearlyFull()) throw stackError()
    native.peek(this.slot)
    const lacking = box[ANSWERS + 6]
    const resumes = box[ANSWERS + 5] !== 0
    const content = lacking >= 0 || resumes ? '' : this.#systemText()
    this.suspended = false
    this.stamp()
    const isCopied = typeof content === 'string' && content.length <= LONGEST_COPIED_TEXT
    const entry = isCopied ? undefined : { role: 'system', content, timestamp: 0 }
    const json = isCopied ? undefined : this.logged(entry)
    this.arm()
    this.done(native.start(this.slot, isCopied ? content : undefined, json), { frame, entry })
  }

  #systemText() {
    const { system } = this.options
    if (typeof system === 'function') return system(this.snapshot())
    if (system !== undefined) return system
    return `Workspace: ${errorText(this.workspace)}\nTask: ${errorText(this.task)}`
  }

  #data(frame) {
    if (!this.live && !this.suspended) {
      this.#signal(UNKNOWN_DATA, frame)
      return
    }
    const { data } = frame
    const type = data === undefined || data === null ? undefined : data.type
    if (type === 'llm-response') this.#response(frame, data)
    else if (type === 'tool-result') this.#result(data, 0)
    else if (type === undefined || type === null || type === '') this.#signal(DATA_TYPE_MISSING, frame)
    else this.#signal(UNKNOWN_DATA, frame, type)
  }

  #response(frame, data) {
    const { content, thinking, toolCalls } = data
    const asked = isPresent(toolCalls)
    if (asked && !(Array.isArray(toolCalls) && toolCalls.length <= MOST_CALLS)) {
      this.#signal(INVALID_CALLS, frame)
      return
    }
    const calls = asked ? readCalls(toolCalls) : NO_CALLS
    const copied =
      !asked && !isPresent(thinking) && typeof content === 'string' && content.length <= LONGEST_COPIED_TEXT
    let flags = isPresent(thinking) ? THINKING : 0
    if (asked || isPresent(content)) flags |= copied ? SPOKEN | COPIED : SPOKEN
    if (calls.length > 0) flags |= calls.length === 1 ? ONE_ID : MANY_IDS
    this.#begin()
    for (;;) {
      const isKept = flags & SPOKEN && !copied
      const entry = isKept ? assistantEntry(content, thinking, toolCalls, calls) : undefined
      const count = this.#respond(flags, calls, content, entry)
      if (count === STACK_FULL) throw stackError()
      if (!renameTaken(this, count, calls)) {
        this.done(count, { frame, calls, thinking, entry })
        return
      }
    }
  }

  #respond(flags, calls, content, entry) {
    const ids = flags & ONE_ID ? calls[0].id : flags & MANY_IDS ? calls.map((call) => call.id) : undefined
    const json = entry === undefined ? undefined : this.logged(entry)
    this.arm()
    if (entry === undefined) return native.respond(this.slot, flags, ids, content)
    if (json === undefined) return native.respond(this.slot, flags, ids)
    return native.respond(this.slot, flags, ids, undefined, json)
  }

  #toolResult(frame) {
    if (this.options.strict && !this.live && !this.suspended) {
      this.#signal(UNKNOWN_DATA, frame)
      return
    }
    const { content, data } = frame
    this.#result(typeof content === 'object' && content !== null ? content : data, 1)
  }

  // A result that somebody outside gives.
  #result(fields, lenient) {
    const { callId, result, error } = fields ?? {}
    const failed = Boolean(error)
    const text = failed ? errorText(error) : undefined
    this.input()
    const entry = toolEntry(callId, result, text)
    const id = typeof callId === 'string' ? callId : undefined
    const answer = failed ? Answer.ERROR : Answer.SUCCESS
    const json = this.logged(entry)
    this.arm()
    this.done(native.result(this.slot, lenient, answer, id, json), { entry, subject: callId })
  }

  // ---- calls: what a ToolHost asks of its owner ---------------------------------------------------------------

  admit(no) {
    return native.admit(this.slot, no) === 1
  }

  answered(call, { answer, error, result, details }) {
    this.stamp()
    const entry = toolEntry(call.id, result, error)
    const json = this.logged(entry)
    this.arm()
    const count =
      json === undefined
        ? native.settle(this.slot, call.no, answer)
        : native.settle(this.slot, call.no, answer, json)
    this.done(count, { entry, details })
  }

  describe(context) {
    context.workspace = this.workspace
    context.task = this.task
    context.nodeId = this.nodeId
    context.sessionId = this.sessionId
    context.jjProvider = this.options.jjProvider
  }

  // ---- settings ----------------------------------------------------------------------------------------------

  #param(key, value) {
    const setting = SETTINGS.indexOf(key)
    if (setting >= 0) {
      this[key] = value
      const json = this.log === noLog ? undefined : logged(value)
      this.done(native.set(this.slot, setting, value ? 1 : 0, json), NO_INPUT)
    } else if (key === 'maxTurns') {
      const valid = typeof value === 'number' && value >= 0
      const kind = valid ? LIMIT : INVALID_MAX_TURNS
      this.stamp()
      this.arm()
      this.done(native.signal(this.slot, kind, valid ? value : 0), { subject: value })
    } else if (key === 'tool') {
      this.tools.register(value)
    } else {
      return false
    }
    return true
  }

  #meta(frame) {
    const { action, keys } = frame
    if (action === 'subscribe' || action === 'unsubscribe') {
      this.observe()[action](keys)
      return
    }
    const { key } = frame
    if (typeof key !== 'string') return
    if (!MACHINE_KEYS.includes(key)) {
      this.assign(key, frame.value)
      return
    }
    // Configuration, like PARAM: what a log left open is not settled by it.
    this.stamp()
    this.arm()
    this.done(native.signal(this.slot, READ_ONLY_KEY, 0), { frame, subject: key })
  }

  /** Sets a key of the state: a setting, or one of the user's own. */
  assign(key, value) {
    if (this.#param(key, value)) return
    this.extra ??= Object.create(null)
    this.extra[key] = value
    if (this.log !== noLog) this.done(native.note(this.slot, String(key), logged(value)), NO_INPUT)
  }

  // ---- the end ------------------------------------------------------------------------------------------------

  /** Ends the sink: now, or after the input that is being handled. */
  end(err) {
    if (this.ended) return
    this.enter(() => this.close(err))
  }

  /** Ends the sink as part of the input that is being handled. */
  close(err) {
    if (this.ended) return
    this.ended = true
    const fault = err === true || err === false || err === null ? undefined : err
    this.#end(fault === undefined ? 0 : 1, { err: fault })
  }

  /** The last output of all: what is not state is let go. */
  finish(err) {
    this.registry?.end(err)
    // Before the destination's end, where somebody may open the same log again.
    this.log.close(this)
    this.source.finish(err)
    this.tools = new ToolTable('none')
  }

  /** The source was aborted. */
  onAbort(err) {
    if (!this.ended) {
      this.ended = true
      this.enter(() => this.#end(2, { err }))
    }
    this.sink.source?.abort?.(err)
  }

  #end(how, input) {
    this.stamp()
    const entries = this.#abortedEntries()
    this.arm()
    this.done(native.close(this.slot, how, entries), input)
  }

  // What the log is to hold of the calls that are open, should this input be the end.
  #abortedEntries() {
    if (this.log === noLog || this.calls.size === 0) return undefined
    const lines = []
    for (const call of this.calls.list()) {
      lines.push(this.logged(toolEntry(call.id, undefined, this.abortText(call))))
    }
    return lines.join('\n')
  }

  // ---- recovery -----------------------------------------------------------------------------------------------

  /** The first frame after a recovery that is no START: what was open is settled before it. */
  #wake() {
    if (isStackNearlyFull()) throw stackError()
    this.suspended = false
    this.live = true
    this.stamp()
    this.arm()
    this.done(native.signal(this.slot, WAKE, 0), NO_INPUT)
  }
}

const NO_CALLS = Object.freeze([])
const NO_INPUT = Object.freeze({})

function isObject(value) {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}
