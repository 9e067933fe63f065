// Results: what may fail is said, not thrown.

export const ok = (value) => ({ ok: true, value })
export const err = (error) => ({ ok: false, error })

/** The value. Throws the error itself when there is none. */
export function getOrThrow(result) {
  if (result.ok) return result.value
  throw result.error
}

export const getOrUndefined = (result) => (result.ok ? result.value : undefined)

/** What was thrown, as an Error: itself if it is one, else one that says what it was. */
export function toError(thrown) {
  if (thrown instanceof Error) return thrown
  return new Error(typeof thrown === 'string' ? thrown : described(thrown))
}

function described(value) {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return textOf(value)
  }
}

function textOf(value) {
  try {
    return String(value)
  } catch {
    return 'an error that has no text'
  }
}
