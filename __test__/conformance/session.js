// The shortest way to a harness that works on a task, and to the frames that are written to it.
import { createAgentHarness, createDataFrame, createParamFrame, createStartFrame } from './package.js'
import { Recorder } from './recorder.js'

/** Names workspace and task, and starts. */
export function start(harness, { workspace = '/work', task = 'tidy up' } = {}) {
  harness.write(createParamFrame('workspace', workspace))
  harness.write(createParamFrame('task', task))
  harness.write(createStartFrame())
}

/** A started harness, and a recorder that has forgotten the frames of the start. */
export function startSession(options, recorder = new Recorder()) {
  const harness = createAgentHarness(options)
  harness.pipe(recorder)
  start(harness)
  recorder.clear()
  return { harness, recorder }
}

export const llmResponse = (fields) => createDataFrame({ type: 'llm-response', ...fields })

/** A response with calls given as `[id, tool, arguments]`. */
export const callsOf = (...calls) =>
  llmResponse({ toolCalls: calls.map(([id, tool, args]) => ({ id, tool, arguments: args })) })

export const resultFrame = (callId, result, error) =>
  createDataFrame({ type: 'tool-result', callId, result, error })

/** The history without times, which must be numbers. */
export function historyOf(harness) {
  return harness.getState().history.map(({ timestamp, ...entry }) => {
    if (typeof timestamp !== 'number') throw new TypeError(`no timestamp in ${JSON.stringify(entry)}`)
    return entry
  })
}

/** The last entry of the history without its time. */
export const lastEntry = (harness) => historyOf(harness).at(-1)

/** A tool that never answers, and keeps its calls: `{ args, context, callback }`. */
export function silentTool(id, fields = {}) {
  const calls = []
  const execute = (args, context, callback) => {
    calls.push({ args, context, callback })
  }
  return { id, execute, calls, ...fields }
}
