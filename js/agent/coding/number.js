// Numbers that a model gives.

import { nameOf } from './path.js'

/** A number of things, rounded down; `fallback` when there is none. Throws when it is no number. */
export function wholeNumber(value, name, fallback) {
  if (value === undefined || value === null) return fallback
  if (typeof value !== 'number' || Number.isNaN(value)) {
    throw new Error(`${name} must be a number, not ${Number.isNaN(value) ? 'NaN' : nameOf(value)}`)
  }
  return Math.floor(value)
}

/** As `wholeNumber`, of at least one thing. */
export function countOf(value, name, fallback) {
  const count = wholeNumber(value, name, fallback)
  if (count < 1) throw new Error(`${name} must be at least 1, not ${value}`)
  return count
}
