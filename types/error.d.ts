// Errors that the package itself makes. What a caller's own code throws passes through as it is.

/** An error with a stable code; docs/errors.md lists each one. Misuse throws a `TypeError` that has a `code` too. */
export interface GattoError extends Error {
  readonly name: 'GattoError'
  readonly code: string
  /** More about it, as data. */
  readonly details?: unknown
}
