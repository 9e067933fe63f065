// The frame vocabulary: plain objects, values by reference.

/** The frame types of the core protocol. */
export const FrameType = Object.freeze({
  START: 'START',
  END: 'END',
  PARAM: 'PARAM',
  META: 'META',
  TEXT: 'TEXT',
  PROGRESS: 'PROGRESS',
  ERROR: 'ERROR',
  TOOL_CALL: 'TOOL_CALL',
  TOOL_RESULT: 'TOOL_RESULT'
})

/** All frame types: those of the core protocol and those of agents. */
export const GattoFrameType = Object.freeze({
  ...FrameType,
  DATA: 'DATA',
  THINKING: 'THINKING',
  TASK_START: 'TASK_START',
  TASK_COMPLETE: 'TASK_COMPLETE',
  AGENT_INITIALIZED: 'AGENT_INITIALIZED',
  MAX_TURNS_REACHED: 'MAX_TURNS_REACHED'
})

function finish(frame, metadata, opts) {
  frame.metadata = metadata
  frame.timestamp = opts?.timestamp ?? Date.now()
  if (opts?.id !== undefined) frame.id = opts.id
  return frame
}

export function createStartFrame(metadata = {}, opts) {
  return finish({ type: 'START' }, metadata, opts)
}

export function createEndFrame(metadata = {}, opts) {
  return finish({ type: 'END' }, metadata, opts)
}

export function createParamFrame(key, value, metadata = {}, opts) {
  return finish({ type: 'PARAM', key, value }, metadata, opts)
}

export function createDataFrame(data, metadata = {}, opts) {
  return finish({ type: 'DATA', data }, metadata, opts)
}

export function createProgressFrame(progress, metadata = {}, opts) {
  return finish({ type: 'PROGRESS', progress }, metadata, opts)
}

export function createErrorFrame(error, metadata = {}, opts) {
  const frame = { type: 'ERROR', error: errorText(error) }
  const stack = isError(error) ? errorStack(error) : undefined
  if (stack !== undefined) frame.stack = stack
  return finish(frame, metadata, opts)
}

export function createTextFrame(text, metadata = {}, opts) {
  return finish({ type: 'TEXT', content: { text } }, metadata, opts)
}

export function createToolCallFrame(id, tool, args, metadata = {}, opts) {
  return createDataFrame({ type: 'tool-call', id, tool, arguments: args }, metadata, opts)
}

export function createToolResultFrame(callId, result, error, metadata = {}, opts) {
  const status = error ? 'error' : 'success'
  return createDataFrame({ type: 'tool-result', callId, result, error, status }, metadata, opts)
}

export function createThinkingFrame(content, metadata = {}, opts) {
  return createDataFrame({ type: 'thinking', content }, metadata, opts)
}

// An Error of another realm is no `instanceof Error`, but it is built the same way.
function isError(value) {
  try {
    if (value instanceof Error) return true
    return Object.prototype.toString.call(value) === '[object Error]'
  } catch {
    return false
  }
}

function errorStack(error) {
  try {
    return error.stack
  } catch {
    return undefined
  }
}

/** The text of anything that was thrown or given as an error. Never throws. */
export function errorText(error) {
  if (typeof error === 'string') return error
  try {
    if (typeof error === 'object' && error !== null && typeof error.message === 'string') return error.message
  } catch {
    // a getter that throws, a revoked proxy
  }
  return textOf(error)
}

/** What `String` makes of a value, or a name for what it can't make anything of. Never throws. */
export function textOf(value) {
  try {
    return String(value)
  } catch {
    return tagOf(value)
  }
}

// Objects without a prototype, revoked proxies, a toString that throws.
function tagOf(value) {
  try {
    return Object.prototype.toString.call(value)
  } catch {
    return '[object]'
  }
}
