// The scripted conversation: what the user and the model say in each run of a log, which tools there are and what they
// answer, and what comes next. All of it follows from a seed and from getState(): a process that finds a log knows from
// the recovered state alone how to go on, as a real pipeline would.
import fs from 'node:fs'
import { Random } from './random.js'

export const INTERRUPTED = 'Interrupted by a restart'

const AWAITED = ['quick', 'failing', 'later', 'retry', 'elsewhere']
const SILENT = ['silent', 'patient']
/** Tools that may run again after a restart. */
export const REPLAYED = new Set(['retry', 'patient'])

/** What a call comes to when nothing interrupts it; undefined for one that is never answered. */
export function answerOf({ tool, arguments: args }) {
  switch (tool) {
    case 'failing':
      return { error: `no ${args.n}` }
    case 'silent':
    case 'patient':
      return undefined
    default:
      return { result: { by: tool, twice: 2 * args.n } }
  }
}

/** The tools. `onRun(callId)` is told inside of each run, `onAnswer()` before an answer that comes later. */
export function tools({ onRun, onAnswer }) {
  const run = (id, execute) => (args, context, callback) => {
    onRun(context.callId)
    return execute({ tool: id, arguments: args }, callback)
  }
  const later = async (call, callback) => {
    // Real input and output, so that answers arrive when they arrive.
    await fs.promises.readFile(new URL(import.meta.url))
    onAnswer()
    callback(null, answerOf(call).result)
  }
  const tool = (id, execute) => ({
    id,
    execute: run(id, execute),
    ...(REPLAYED.has(id) && { replay: 'safe' })
  })
  return [
    tool('quick', (call, callback) => callback(null, answerOf(call).result)),
    tool('failing', (call) => {
      throw new Error(answerOf(call).error)
    }),
    tool('later', (call, callback) => {
      later(call, callback)
    }),
    tool('retry', (call, callback) => {
      later(call, callback)
    }),
    tool('silent', () => {}),
    tool('patient', () => {})
  ]
}

/** What is said in one run. Texts and ids are unique in the log. `large`: a text of some hundred kB may be among them. */
export function planOf({ seed, turns: count, large }, run) {
  const random = new Random(seed * 31 + run)
  const turns = []
  for (let k = 1; k <= count; k++) {
    const name = `r${run}t${k}`
    const calls = Array.from({ length: random.int(0, 3) }, (_, i) => ({
      id: `${name}c${i}`,
      tool: random.chance(0.12) ? random.pick(SILENT) : random.pick(AWAITED),
      arguments: { n: random.int(0, 999), 'für 漢': [k, null] }
    }))
    const size = large && random.chance(0.1) ? random.int(50_000, 400_000) : random.int(0, 120)
    turns.push({
      name,
      text: `${name} asks "?" é\n${'xyz '.repeat(size / 4)}`,
      thinking: random.chance(0.6) ? `${name} ponders` : undefined,
      content: `${name} answers`,
      calls,
      closing: `${name} closes`,
      foreign: random.chance(0.2) ? `${name}foreign` : undefined
    })
  }
  return { run, turns, ending: random.pick(['END', 'end', 'limit']), reentrant: random.chance(0.3) }
}

/** The number of the run that a recovered state shows. */
export function runOf(settings, state) {
  const { checkpoint, history } = state
  if (checkpoint === undefined) return 1
  // A new run that has not got to its first checkpoint still shows the last one of the run before.
  return history.length === 1 && checkpoint.turn === settings.turns ? checkpoint.run + 1 : checkpoint.run
}

/** The limit of turns under which the plan ends as it should. */
export const limitOf = ({ ending, turns }) => (ending === 'limit' ? turns.length + 1 : 1000)

/**
 * The next input of a run as `{ name, give(harness) }`; undefined while an answer is awaited. `given` are the names of
 * what this process has written, for what leaves no trace at once.
 */
export function nextInput({ run, turns, ending }, state, given) {
  const { currentTurn, history } = state
  const answered = (callId) => history.some((entry) => entry.role === 'tool' && entry.callId === callId)
  if (currentTurn > turns.length) return finish('END')
  if (currentTurn > 0) {
    const turn = turns[currentTurn - 1]
    const said = (content) => history.some((entry) => entry.role === 'assistant' && entry.content === content)
    if (!said(turn.content)) return response(turn)
    for (const call of turn.calls) {
      if (call.tool !== 'elsewhere' || answered(call.id) || given.has(call.id)) continue
      return outside(call.id, answerOf(call).result, call.arguments.n % 2 === 0)
    }
    if (turn.calls.some(({ id, tool }) => AWAITED.includes(tool) && !answered(id))) return undefined
    if (turn.foreign !== undefined && !answered(turn.foreign))
      return outside(turn.foreign, 'from nowhere', true)
    if (!said(turn.closing)) return write(turn.closing, modelSays({ content: turn.closing }))
  }
  const next = currentTurn + 1
  if (next > turns.length) return finish(ending)
  const { checkpoint } = state
  if (checkpoint?.run !== run || checkpoint.turn !== next) return mark({ run, turn: next })
  return write(`${turns[next - 1].name} text`, { type: 'TEXT', content: { text: turns[next - 1].text } })
}

/** The model's answer to a turn. */
export function response({ name, thinking, content, calls }) {
  return write(name, modelSays({ thinking, content, ...(calls.length > 0 && { toolCalls: calls }) }))
}

const modelSays = (fields) => ({ type: 'DATA', data: { type: 'llm-response', ...fields } })

const write = (name, frame) => ({ name, give: (harness) => harness.write(frame) })

function outside(callId, result, asFrame) {
  if (asFrame) return write(callId, { type: 'TOOL_RESULT', content: { callId, result } })
  return write(callId, { type: 'DATA', data: { type: 'tool-result', callId, result } })
}

/** A key of the pipeline's own in the state, set in both ways. */
function mark(value) {
  const name = `checkpoint ${value.turn}`
  if (value.turn % 2 === 0) return { name, give: (harness) => harness.state.set('checkpoint', value) }
  return write(name, { type: 'META', key: 'checkpoint', value })
}

function finish(how) {
  if (how === 'END') return write('END', { type: 'END', metadata: { by: 'script' } })
  if (how === 'end') return { name: 'end', give: (harness) => harness.end() }
  return write('one too many', { type: 'TEXT', content: { text: 'one too many' } })
}
