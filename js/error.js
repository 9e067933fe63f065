// The one error class of the package. What a caller's own code throws is never wrapped in it.

/** An error with a stable code. `details` and `cause` are present only when there is something to say. */
export class GattoError extends Error {
  constructor(code, message, { details, cause } = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    if (details !== undefined) this.details = details
  }

  get name() {
    return 'GattoError'
  }
}

/** Misuse of the API: a TypeError, as the language would throw, that carries a code of ours. */
export function typeError(code, message) {
  return Object.assign(new TypeError(message), { code })
}
