// Ids and times of what is stored.

import { native, timeOrCore } from '../native.js'

/** A UUID of version 7: greater than every one that this process has made before. */
export function uuidv7() {
  return native.orderedId(timeOrCore())
}

let last = Number.NaN
let text = ''

/** The time now in UTC, as '2026-01-31T12:00:00.000Z'. */
export function createTimestamp() {
  const now = Date.now()
  if (now !== last) {
    text = new Date(now).toISOString()
    last = now
  }
  return text
}

export { createTimestamp as create_timestamp, uuidv7 as createSessionId }
