// The first line of a session file.

import { SessionError } from '../error.js'
import { createTimestamp } from '../identifier.js'

const VERSION = 3

/** The line of a new session's header. Throws where nobody could read it: nothing is written then. */
export function newHeader(path, { id, cwd, parentSessionPath, metadata }) {
  const line = JSON.stringify({
    type: 'session',
    version: VERSION,
    id,
    timestamp: createTimestamp(),
    cwd,
    parentSession: parentSessionPath ?? undefined,
    metadata: metadata ?? undefined
  })
  readHeader(line, path)
  return line
}

/** The metadata in the first line of the session file at `path`. */
export function readHeader(line, path) {
  if (line === undefined || line === null || line.trim() === '') throw invalid(path, 'missing session header')
  const header = parse(line, path)
  if (header?.type !== 'session') throw invalid(path, 'first line is not a valid session header')
  const { version } = header
  if (version !== VERSION) {
    const which = typeof version === 'number' ? ` ${version}` : ''
    throw invalid(path, `unsupported session version${which}: only ${VERSION} is read`)
  }
  for (const key of ['id', 'timestamp', 'cwd']) {
    if (typeof header[key] !== 'string' || header[key] === '')
      throw invalid(path, `session header has no ${key}`)
  }
  const { id, timestamp, cwd, parentSession, metadata } = header
  if (parentSession !== undefined && typeof parentSession !== 'string')
    throw invalid(path, 'session header parentSession must be a string')
  if (
    metadata !== undefined &&
    (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata))
  )
    throw invalid(path, 'session header metadata must be an object')
  return { id, createdAt: timestamp, cwd, path, parentSessionPath: parentSession, metadata }
}

function parse(line, path) {
  try {
    return JSON.parse(line)
  } catch (cause) {
    throw invalid(path, 'first line is not a valid session header', cause)
  }
}

function invalid(path, what, cause) {
  return new SessionError('invalid_session', `The session file ${path} cannot be used: ${what}`, cause)
}

/** The value of a file system's result. Throws a SessionError when it has none. */
export function getFileSystemResultOrThrow(result, message) {
  if (result.ok) return result.value
  const { error } = result
  throw new SessionError(
    error.code === 'not_found' ? 'not_found' : 'storage',
    `${message}: ${error.message}`,
    error
  )
}

/** The metadata of a session file, of which only the first line is read. */
export async function loadJsonlSessionMetadata(fs, path) {
  const lines = await fs.readTextLines(path, { maxLines: 1 })
  const [line] = getFileSystemResultOrThrow(lines, `The header of the session ${path} cannot be read`)
  return readHeader(line, path)
}
