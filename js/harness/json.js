// Values as the log holds them: the closest JSON, marked where it is not the value itself.

import { textOf } from '../frame.js'

const MARK = '$gatto'

/** Deeper than this, the log holds a mark in place of the value. */
export const DEEPEST_LOGGED = 1000

/** The value as JSON text. What JSON can't hold becomes `{ "$gatto": what, ... }`. Never throws. */
export function logged(value) {
  try {
    return JSON.stringify(value, marker()) ?? 'null'
  } catch {
    // A getter or a toJSON that throws, a revoked proxy: take what can be taken, piece by piece.
    return JSON.stringify(pieces(value, 0)) ?? 'null'
  }
}

const mark = (what, more) => ({ [MARK]: what, ...more })

// What stands in the log for a value that is no JSON; undefined when the value can stand for itself.
function stand(value) {
  switch (typeof value) {
    case 'bigint':
      return mark('bigint', { value: String(value) })
    case 'function':
      return mark('function', { name: textOf(value.name) })
    case 'symbol':
      return mark('symbol', { value: String(value) })
    case 'number':
      return Number.isFinite(value) ? undefined : mark('number', { value: String(value) })
    case 'object':
      return value instanceof Error
        ? mark('error', { name: textOf(value.name), message: textOf(value.message) })
        : undefined
    default:
      return undefined
  }
}

// A replacer that knows the objects it is inside of: one of them again is a cycle.
function marker() {
  const path = []
  return function replace(_key, value) {
    const instead = stand(value)
    if (instead !== undefined) return instead
    if (typeof value !== 'object' || value === null) return value
    while (path.length > 0 && path.at(-1) !== this) path.pop()
    if (path.includes(value)) return mark('cycle')
    if (path.length >= DEEPEST_LOGGED) return mark('too deep')
    path.push(value)
    return value
  }
}

// A copy of the value in which whatever throws when it is looked at is marked, where it stands.
function pieces(value, depth, path = []) {
  try {
    const instead = stand(value)
    if (instead !== undefined) return instead
    if (typeof value !== 'object' || value === null) return value
    if (path.includes(value)) return mark('cycle')
    if (depth >= DEEPEST_LOGGED) return mark('too deep')
    if (typeof value.toJSON === 'function') return pieces(value.toJSON(), depth + 1, [...path, value])
    const inside = [...path, value]
    if (Array.isArray(value)) return Array.from(value, (_, i) => piece(value, i, depth, inside))
    const copy = Object.create(null)
    for (const key of Object.keys(value)) copy[key] = piece(value, key, depth, inside)
    return copy
  } catch (error) {
    return mark('unreadable', { reason: reasonOf(error) })
  }
}

function piece(value, key, depth, path) {
  try {
    return pieces(value[key], depth + 1, path)
  } catch (error) {
    return mark('unreadable', { reason: reasonOf(error) })
  }
}

function reasonOf(error) {
  try {
    return textOf(error?.message ?? error)
  } catch {
    return 'unknown'
  }
}
