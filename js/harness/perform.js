// What the core wants done, done: frames emitted, tools started, calls let go.

import { createErrorFrame, errorText } from '../frame.js'
import { Answer, box, native, Output, PAIRS, withOutputs } from '../native.js'
import { freshId } from '../tool/call.js'
import { toolEntry } from './entry.js'
import { noLog } from './log.js'

const REFUSALS = native.refusals()
const WORKSPACE_MISSING = 1
const TASK_MISSING = 2

/** Gives another id to each call whose own was taken; says whether there was any, and then nothing else happened. */
export function renameTaken(harness, count, calls) {
  if (count === undefined || count < 1 || box[PAIRS] !== Output.ID_TAKEN) return false
  withOutputs(harness.slot, count, rename, calls)
  return true
}

function rename({ numbers, length }, calls) {
  for (let i = 0; i < length; i++) calls[numbers[i]].id = freshId()
}

/**
 * Performs the outputs of one input, in order.
 *
 * @param {import('./harness.js').Harness} harness
 * @param {number} count how many outputs there are; below zero, the log has a fault besides
 * @param {{ frame?: object, subject?: unknown, entry?: object, calls?: object[], thinking?: unknown, err?: unknown,
 *   details?: unknown, metadata?: object }} input what the outputs stand for
 */
export function perform(harness, count, input) {
  if (count >= 0) withOutputs(harness.slot, count, performAll, harness, input)
  else withOutputs(harness.slot, -1 - count, performFaulty, harness, input)
}

// The log could not take the records: that is told before all else.
function performFaulty(outputs, harness, input) {
  harness.log.fault(harness)
  performAll(outputs, harness, input)
}

function performAll(outputs, harness, input) {
  if (harness.log !== noLog) harness.log.store(harness)
  prepare(harness, outputs, input)
  const { codes, numbers, length } = outputs
  let fault
  for (let i = 0; i < length; i++) {
    const argument = numbers[i]
    switch (codes[i]) {
      case Output.KEEP:
        keep(harness, input.entry)
        break
      case Output.RESET:
        harness.reset()
        break
      case Output.FORWARD:
        harness.source.emit(input.frame)
        break
      case Output.THINKING:
        emitData(harness, { type: 'thinking', content: input.thinking })
        break
      case Output.CALL: {
        const { id, tool, args } = harness.calls.get(argument)
        emitData(harness, { type: 'tool-call', id, tool, arguments: args })
        break
      }
      case Output.DISPATCH:
        if (!harness.ended) harness.dispatch(harness.calls.get(argument))
        break
      case Output.RUN:
        harness.runNext(argument)
        break
      case Output.INTERRUPTED:
        settleInterrupted(harness, harness.calls.get(argument))
        break
      case Output.COMPLETED:
        if (argument >= 0) harness.release(harness.calls.get(argument))
        completed(harness, input)
        break
      case Output.ABORTED:
        abandon(harness, harness.calls.get(argument))
        break
      case Output.START:
        emitStart(harness, argument !== 0)
        break
      case Output.INITIALIZED: {
        const { workspace, task } = harness
        emitProgress(harness, { operation: 'initialized', workspace, task, maxTurns: harness.seen.maxTurns })
        break
      }
      case Output.MAX_TURNS: {
        const { turn, maxTurns } = harness.seen
        emitProgress(harness, { operation: 'max-turns-reached', currentTurn: turn, maxTurns })
        break
      }
      case Output.TASK_COMPLETE:
        harness.source.emit({ type: 'END', metadata: input.metadata, timestamp: harness.at })
        break
      case Output.REFUSE:
        fault = missing(argument)
        emitError(
          harness,
          REFUSALS[argument].replace('{}', () => errorText(input.subject)),
          {}
        )
        break
      case Output.SHUTDOWN:
        emitError(harness, input.err, { phase: 'shutdown' })
        break
      case Output.CLOSE:
        harness.close(fault)
        break
      case Output.END: {
        const { turn, maxTurns } = harness.seen
        const reason = input.err === undefined ? 'completed' : 'error'
        const metadata = { reason, currentTurn: turn, maxTurns }
        harness.source.emit({ type: 'END', metadata, timestamp: harness.at })
        break
      }
      case Output.FINISH:
        harness.finish(input.err)
        break
    }
  }
}

// Before the first output all calls are open, the entries that are to come are known to be missing, and an end has
// come.
function prepare(harness, { codes, numbers, length }, input) {
  let opened = 0
  for (let i = 0; i < length; i++) {
    const code = codes[i]
    if (code === Output.CALL) harness.opened(input.calls[opened++], numbers[i])
    else if (code === Output.FINISH) harness.ended = true
    else if (code === Output.KEEP || code === Output.ABORTED) harness.missing += 1
  }
}

function keep(harness, entry) {
  entry.timestamp = harness.at
  harness.history.keep(entry)
  harness.missing -= 1
}

function completed(harness, { entry, details }) {
  const { callId, result, error } = entry
  const status = error === undefined ? 'success' : 'error'
  if (harness.options.emitToolResults) {
    const data = { type: 'tool-result', callId, result, error, status }
    if (details !== undefined) data.details = details
    emitData(harness, data)
  }
  emitProgress(harness, { operation: 'tool-completed', callId, status })
}

function abandon(harness, call) {
  harness.release(call)
  harness.abort(call)
  const entry = toolEntry(call.id, undefined, harness.abortText(call))
  keep(harness, entry)
  completed(harness, { entry })
}

function settleInterrupted(harness, call) {
  const entry = harness.tools.find(call.tool)
  if (entry?.tool.replay === 'safe') harness.dispatch(call)
  else harness.answered(call, { answer: Answer.ERROR, error: 'Interrupted by a restart' })
}

function emitStart(harness, resumed) {
  harness.live = true
  const { workspace, task, nodeId, sessionId } = harness
  const metadata = { phase: 'task-execution', workspace, task, nodeId, sessionId }
  if (resumed) metadata.resumed = true
  harness.source.emit({ type: 'START', metadata, timestamp: harness.at })
}

function emitData(harness, data) {
  harness.source.emit({ type: 'DATA', data, metadata: {}, timestamp: harness.at })
}

function emitProgress(harness, progress) {
  harness.source.emit({ type: 'PROGRESS', progress, metadata: {}, timestamp: harness.at })
}

function emitError(harness, error, metadata) {
  harness.source.emit(createErrorFrame(error, metadata, { timestamp: harness.at }))
}

function missing(refusal) {
  if (refusal === WORKSPACE_MISSING) return new Error('Missing workspace')
  if (refusal === TASK_MISSING) return new Error('Missing task')
  return undefined
}
