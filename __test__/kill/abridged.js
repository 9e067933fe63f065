// Values as JSON, with long texts told by their beginning, length and digest.
import { createHash } from 'node:crypto'

const LONGEST = 300

const shorten = (_, value) => {
  if (typeof value !== 'string' || value.length <= LONGEST) return value
  return `${value.slice(0, 60)}… ${value.length} ${createHash('sha1').update(value).digest('hex')}`
}

/** The value as JSON. */
export const abridged = (value) => JSON.stringify(value, shorten)
