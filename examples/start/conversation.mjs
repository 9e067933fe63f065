// Whose turn it is. It is read off the history alone, not off variables of this process: so a run that was killed at
// any instant goes on with whoever was about to speak.

/** 'model', 'user', or 'tools' while results are due. */
export function nextSpeaker(history) {
  const answered = new Set()
  for (const entry of history.toReversed()) {
    if (entry.role === 'tool') answered.add(entry.callId)
    if (entry.role === 'user') return 'model'
    if (entry.role === 'system') return 'user'
    if (entry.role === 'assistant') {
      const calls = entry.toolCalls ?? []
      if (calls.length === 0) return 'user'
      return calls.every((call) => answered.has(call.id)) ? 'model' : 'tools'
    }
  }
  return 'user'
}

/** What came back for the calls of the last response, in the order of the calls: `{ tool, result, error }`. */
export function lastResults(history) {
  const at = history.findLastIndex((entry) => entry.role === 'assistant')
  const results = history.slice(at + 1).filter((entry) => entry.role === 'tool')
  return (history[at]?.toolCalls ?? []).map(({ id, tool }) => {
    const { result, error } = results.find((entry) => entry.callId === id) ?? {}
    return { tool, result, error }
  })
}
