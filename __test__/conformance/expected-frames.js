// The frames that the rules name, as the harness emits them, without timestamps.

export const start = (fields = {}) => ({
  type: 'START',
  metadata: {
    phase: 'task-execution',
    workspace: '/work',
    task: 'tidy up',
    nodeId: null,
    sessionId: null,
    ...fields
  }
})

export const progress = (value) => ({ type: 'PROGRESS', progress: value, metadata: {} })

export const initialized = (fields = {}) =>
  progress({ operation: 'initialized', workspace: '/work', task: 'tidy up', maxTurns: 100, ...fields })

export const completed = (callId, status = 'success') =>
  progress({ operation: 'tool-completed', callId, status })

export const maxTurnsReached = (currentTurn, maxTurns) =>
  progress({ operation: 'max-turns-reached', currentTurn, maxTurns })

export const text = (value) => ({ type: 'TEXT', content: { text: value }, metadata: {} })

export const thinking = (content) => ({ type: 'DATA', data: { type: 'thinking', content }, metadata: {} })

export const toolCall = (id, tool, args = {}) => ({
  type: 'DATA',
  data: { type: 'tool-call', id, tool, arguments: args },
  metadata: {}
})

export const toolResult = (callId, result, error) => ({
  type: 'DATA',
  data: { type: 'tool-result', callId, result, error, status: error ? 'error' : 'success' },
  metadata: {}
})

export const error = (message, metadata = {}) => ({ type: 'ERROR', error: message, metadata })

export const end = ({ reason = 'completed', currentTurn = 0, maxTurns = 100 } = {}) => ({
  type: 'END',
  metadata: { reason, currentTurn, maxTurns }
})
