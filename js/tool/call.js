// One call of a tool, from the frame that asks for it to its answer.

import { native } from '../native.js'

/** An id for a call that has none of its own. */
export const freshId = () => native.freshId()

/** The calls of a response. */
export function readCalls(toolCalls) {
  const calls = []
  // A getter may add calls while they are read: those there were at first are meant.
  const { length } = toolCalls
  for (let i = 0; i < length; i++) calls.push(readCall(toolCalls[i]))
  return calls
}

/** A call as a model makes it, in any of the shapes that models use. */
export function readCall(raw) {
  const call = typeof raw === 'object' && raw !== null ? raw : {}
  const fn = call.function
  const read =
    typeof fn === 'object' && fn !== null
      ? new Call(call.id, fn.name, fn.arguments)
      : new Call(call.id, call.tool ?? call.name, call.arguments ?? call.args)
  if (typeof read.id !== 'string' || read.id === '') read.id = freshId()
  return read
}

/** A call: what it asks for, and where it stands. */
export class Call {
  /** Its number in the ledger; -1 before it is opened. */
  no = -1
  /** It has its answer. Whatever comes later is ignored. */
  closed = false
  /** Why its arguments can't be used, as text; undefined when they can. */
  malformed = undefined
  /** What runs: undefined until the tool starts. @type {import('./context.js').ToolContext | undefined} */
  context = undefined
  timer = undefined
  /** Where the answer waits while the tool is still on the stack. */
  outcome = undefined
  /** A run that waits for its place: the tool that the arguments were checked against, and the async context. */
  waiting = undefined

  /** Absent arguments are `{}`; a string is JSON text. */
  constructor(id, tool, args) {
    /** The id as it came, and the one that the call goes by. */
    this.given = id
    this.id = id
    this.tool = tool
    this.text = undefined
    this.args = args ?? {}
    if (typeof args === 'string') this.#parse(args)
  }

  /** Whether there is an answer, told already or not. */
  get isAnswered() {
    return this.closed || this.outcome !== undefined
  }

  #parse(text) {
    this.text = text
    try {
      this.args = JSON.parse(text)
    } catch (error) {
      this.args = text
      this.malformed = error.message
    }
  }
}
