// Entries of the history that hold a caller's values.

import { textOf } from '../frame.js'

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
