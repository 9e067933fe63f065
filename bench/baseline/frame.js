// Frames in plain JavaScript: the constructors of the package, written as anybody would write them.

const keysAsValues = (names) => Object.freeze(Object.fromEntries(names.map((name) => [name, name])))

const FRAME_TYPES = ['START', 'END', 'PARAM', 'META', 'TEXT', 'PROGRESS', 'ERROR', 'TOOL_CALL', 'TOOL_RESULT']

export const FrameType = keysAsValues(FRAME_TYPES)
export const GattoFrameType = keysAsValues([
  ...FRAME_TYPES,
  'DATA',
  'THINKING',
  'TASK_START',
  'TASK_COMPLETE',
  'AGENT_INITIALIZED',
  'MAX_TURNS_REACHED'
])

const identified = (frame, opts) => {
  if (opts.id !== undefined) frame.id = opts.id
  return frame
}

export function createStartFrame(metadata = {}, opts) {
  const frame = { type: 'START', metadata, timestamp: opts?.timestamp ?? Date.now() }
  return opts === undefined ? frame : identified(frame, opts)
}

export function createEndFrame(metadata = {}, opts) {
  const frame = { type: 'END', metadata, timestamp: opts?.timestamp ?? Date.now() }
  return opts === undefined ? frame : identified(frame, opts)
}

export function createParamFrame(key, value, metadata = {}, opts) {
  const frame = { type: 'PARAM', key, value, metadata, timestamp: opts?.timestamp ?? Date.now() }
  return opts === undefined ? frame : identified(frame, opts)
}

export function createDataFrame(data, metadata = {}, opts) {
  const frame = { type: 'DATA', data, metadata, timestamp: opts?.timestamp ?? Date.now() }
  return opts === undefined ? frame : identified(frame, opts)
}

export function createProgressFrame(progress, metadata = {}, opts) {
  const frame = { type: 'PROGRESS', progress, metadata, timestamp: opts?.timestamp ?? Date.now() }
  return opts === undefined ? frame : identified(frame, opts)
}

export function createErrorFrame(error, metadata = {}, opts) {
  const frame = { type: 'ERROR', error: errorText(error), metadata, timestamp: opts?.timestamp ?? Date.now() }
  const stack = stackOf(error)
  if (stack !== undefined) frame.stack = stack
  return opts === undefined ? frame : identified(frame, opts)
}

export function createTextFrame(text, metadata = {}, opts) {
  const frame = { type: 'TEXT', content: { text }, metadata, timestamp: opts?.timestamp ?? Date.now() }
  return opts === undefined ? frame : identified(frame, opts)
}

export function createToolCallFrame(id, tool, args, metadata, opts) {
  return createDataFrame({ type: 'tool-call', id, tool, arguments: args }, metadata, opts)
}

export function createToolResultFrame(callId, result, error, metadata, opts) {
  const status = error ? 'error' : 'success'
  return createDataFrame({ type: 'tool-result', callId, result, error, status }, metadata, opts)
}

export function createThinkingFrame(content, metadata, opts) {
  return createDataFrame({ type: 'thinking', content }, metadata, opts)
}

// Errors of other realms are not instances of ours; their brand is the same.
const isError = (value) =>
  value instanceof Error || Object.prototype.toString.call(value) === '[object Error]'

/** The text of anything thrown or handed over as an error. Never throws. */
export function errorText(error) {
  if (typeof error === 'string') return error
  try {
    if (error !== null && typeof error === 'object' && typeof error.message === 'string') return error.message
    return String(error)
  } catch {
    return tag(error)
  }
}

/** The text of an error that ended something: never empty, since an empty text would read as success. */
export const failureText = (error) => errorText(error) || 'Unknown error'

function stackOf(error) {
  try {
    return typeof error === 'object' && error !== null && isError(error) ? error.stack : undefined
  } catch {
    return undefined
  }
}

function tag(value) {
  try {
    return Object.prototype.toString.call(value)
  } catch {
    return 'Unknown error'
  }
}
