// How arguments are brought to the types that a JSON Schema names. Models write numbers as text, and leave out what is
// empty by null; a tool should not have to see that.

import { setOwn } from './copy.js'
import { toFirstThatFits } from './union.js'

/**
 * What brings a value, which it may change, to a schema: a function that gives the value back, or another in its place.
 * Undefined where nothing is to be done.
 *
 * @param definitions what references in alternatives may name
 */
export function coercer(schema, definitions) {
  if (typeof schema !== 'object' || schema === null) return undefined
  const within = (part) => coercer(part, definitions)
  const steps = []
  for (const part of listOf(schema.allOf)) steps.push(within(part))
  for (const union of [schema.anyOf, schema.oneOf]) {
    if (Array.isArray(union)) steps.push(toFirstThatFits(union, definitions, within))
  }
  const types = (Array.isArray(schema.type) ? schema.type : [schema.type]).filter((type) => type in TYPES)
  if (types.some((type) => TYPES[type].from !== undefined)) steps.push((value) => toOneOf(types, value))
  if (types.includes('object')) steps.push(properties(schema, within))
  if (types.includes('array')) steps.push(elements(schema.items, within))
  return inTurn(steps)
}

const listOf = (value) => (Array.isArray(value) ? value : [])

/** Several coercions as one. */
export function inTurn(steps) {
  const given = steps.filter((step) => step !== undefined)
  if (given.length < 2) return given[0]
  return (value) => given.reduce((so, step) => step(so), value)
}

// A value of one of the types stays what it is.
function toOneOf(types, value) {
  for (const type of types) if (TYPES[type].has(value)) return value
  for (const type of types) {
    const coerced = TYPES[type].from?.(value)
    if (coerced !== undefined && TYPES[type].has(coerced)) return coerced
  }
  return value
}

/** The types: whether a value is of one, and what a value of another becomes. */
const TYPES = {
  __proto__: null,
  object: { has: isObject },
  array: { has: Array.isArray },
  string: {
    has: (value) => typeof value === 'string',
    from: (value) => {
      if (value === null) return ''
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
    }
  },
  number: { has: Number.isFinite, from: toNumber },
  integer: { has: Number.isInteger, from: toNumber },
  boolean: {
    has: (value) => typeof value === 'boolean',
    from: (value) => {
      if (value === null || value === 'false' || value === 0) return false
      return value === 'true' || value === 1 ? true : undefined
    }
  },
  null: {
    has: (value) => value === null,
    from: (value) => (value === '' || value === 0 || value === false ? null : undefined)
  }
}

function toNumber(value) {
  if (value === null) return 0
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : undefined
}

export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function properties(schema, within) {
  const named = isObject(schema.properties) ? schema.properties : {}
  const known = Object.keys(named)
    .map((name) => [name, within(named[name])])
    .filter(([, coerce]) => coerce !== undefined)
  const others = within(schema.additionalProperties)
  if (known.length === 0 && others === undefined) return undefined
  return (value) => {
    if (!isObject(value)) return value
    for (const [name, coerce] of known) {
      if (Object.hasOwn(value, name)) setOwn(value, name, coerce(value[name]))
    }
    if (others !== undefined) {
      for (const name of Object.keys(value)) {
        if (!Object.hasOwn(named, name)) setOwn(value, name, others(value[name]))
      }
    }
    return value
  }
}

function elements(items, within) {
  const tuple = Array.isArray(items) ? items.map(within) : undefined
  const each = tuple === undefined ? within(items) : undefined
  if (each === undefined && !tuple?.some((coerce) => coerce !== undefined)) return undefined
  return (value) => {
    if (!Array.isArray(value)) return value
    for (let i = 0; i < value.length; i++) {
      const coerce = tuple === undefined ? each : tuple[i]
      if (coerce !== undefined) value[i] = coerce(value[i])
    }
    return value
  }
}
