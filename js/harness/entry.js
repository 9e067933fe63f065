// Entries of the history that hold a caller's values.

import { textOf } from '../frame.js'

/** Whether a field of a response says anything. */
export function isPresent(value) {
  return value !== undefined && value !== null && value !== ''
}

/** The entry of a response. Its time is filled in when it is known. */
export function assistantEntry(content, thinking, toolCalls, calls) {
  const entry = { role: 'assistant', content: content ?? '', timestamp: 0 }
  if (isPresent(toolCalls)) entry.toolCalls = withIds(toolCalls, calls)
  if (isPresent(thinking)) entry.thinking = thinking
  return entry
}

// The array itself, unless a call got an id that the model did not give.
function withIds(toolCalls, calls) {
  if (calls.every((call) => call.id === call.given)) return toolCalls
  return calls.map((call, i) => (call.id === call.given ? toolCalls[i] : { ...toolCalls[i], id: call.id }))
}

/** The entry of a result. Its time is filled in when it is known. */
export function toolEntry(callId, result, error) {
  const content = error === undefined ? contentOf(result) : error
  return { role: 'tool', content, timestamp: 0, callId, result, error }
}

// A string is itself; what JSON can hold is its JSON; the rest is what String makes of it.
function contentOf(result) {
  if (typeof result === 'string') return result
  try {
    return JSON.stringify(result) ?? textOf(result)
  } catch {
    return textOf(result)
  }
}
