// Failures of the system as errors: one of Node's shape as the cause, and the part's own error around it.

import util from 'node:util'
import { ExecutionError, FileError } from '../error.js'
import { toError } from '../result.js'

const CODES = {
  ENOENT: 'not_found',
  EACCES: 'permission_denied',
  EPERM: 'permission_denied',
  ENOTDIR: 'not_directory',
  EISDIR: 'is_directory',
  EINVAL: 'invalid'
}

const OWN_WORDS = {
  ERR_INVALID_ARG_VALUE: 'the path has a NUL in it, which no file system takes',
  ERR_STRING_TOO_LONG: 'the file is longer than any string; read its bytes',
  ERR_FS_FILE_TOO_LARGE: 'the file is longer than 2 GiB'
}

/** The FileError for what a native operation rejected with. */
export function fileError(thrown, path) {
  const cause = systemError(thrown)
  return new FileError(CODES[cause.code] ?? 'unknown', cause.message, path, cause)
}

/** The ExecutionError for a process that the system would not start. */
export function spawnError({ errno }, shell) {
  const cause = systemError(Object.assign(new Error(), { errno, syscall: 'spawn', path: shell }))
  return new ExecutionError('spawn_error', cause.message, cause)
}

/** A native failure as Node would have thrown it: `code`, `errno`, `syscall`, `path`, and a message made of them. */
function systemError(thrown) {
  const error = toError(thrown)
  if (error.syscall === undefined) return error
  const known = error.errno === undefined ? undefined : util.getSystemErrorMap().get(-error.errno)
  if (error.errno !== undefined) {
    error.errno = -error.errno
    error.code = known?.[0] ?? 'UNKNOWN'
  }
  const words = known?.[1] ?? OWN_WORDS[error.code] ?? named(error.code) ?? 'unknown error'
  error.message = `${error.code}: ${words}, ${error.syscall}${error.path === undefined ? '' : ` '${error.path}'`}`
  return error
}

function named(code) {
  for (const [name, words] of util.getSystemErrorMap().values()) if (name === code) return words
}
