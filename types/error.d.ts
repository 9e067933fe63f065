// Errors that the package itself makes. What a caller's own code throws passes through as it is.

/** The codes of errors; docs/errors.md says for each when it comes and what to do. */
export type GattoErrorCode =
  | 'ERR_GATTO_BINDING_LOAD'
  | 'ERR_GATTO_BINDING_VERSION'
  | 'ERR_GATTO_FRAMES_HANDLER'
  | 'ERR_GATTO_FRAMES_ITERABLE'
  | 'ERR_GATTO_INTERNAL_PANIC'
  | 'ERR_GATTO_JOURNAL_CORRUPT'
  | 'ERR_GATTO_JOURNAL_IO'
  | 'ERR_GATTO_JOURNAL_LOCKED'
  | 'ERR_GATTO_OPTION_TYPE'
  | 'ERR_GATTO_PIPE_SINK'
  | 'ERR_GATTO_PIPE_SOURCE'
  | 'ERR_GATTO_STACK_FULL'
  | 'ERR_GATTO_STATE_READ_ONLY'
  | 'ERR_GATTO_STORE_TYPE'
  | 'ERR_GATTO_STREAM_ABORTED'
  | 'ERR_GATTO_STREAM_NULL'

/** An error with a stable code. Misuse throws a `TypeError` that has a `code` too. */
export interface GattoError extends Error {
  readonly name: 'GattoError'
  readonly code: GattoErrorCode
  /** More about it, as data. */
  readonly details?: unknown
}
