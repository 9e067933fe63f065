// How arguments are brought to a schema that was written with TypeBox. Such schemas carry their kind, and what is
// converted to a kind goes further than what is coerced to a type: a lone element becomes an array, for one.

import { inTurn, isObject } from './coercion.js'
import { setOwn } from './copy.js'
import { toAnyThatFits } from './union.js'

// TypeBox has written kinds under a symbol first, and under a name that is not enumerable since 1.0.
const OLDER_KIND = Symbol.for('TypeBox.Kind')
const OLDER_OPTIONAL = Symbol.for('TypeBox.Optional')

/** Whether a schema was written with a TypeBox of before 1.0. */
export const isOlderTypeBox = (schema) => isObject(schema) && schema[OLDER_KIND] !== undefined

const kindOf = (schema) => (isObject(schema) ? (schema['~kind'] ?? schema[OLDER_KIND]) : undefined)

const isOptional = (schema) => schema['~optional'] !== undefined || schema[OLDER_OPTIONAL] !== undefined

/**
 * What converts a value, which it may change, to a schema's kind: a function that gives the value back, or another in
 * its place. Undefined where nothing is to be done.
 *
 * @param definitions what references may name
 */
export function converter(schema, definitions) {
  const kind = kindOf(schema)
  return typeof kind === 'string' && Object.hasOwn(KINDS, kind) ? KINDS[kind](schema, definitions) : undefined
}

const KINDS = {
  Number: () => toNumber,
  Integer: () => (value) => {
    const number = toNumber(value)
    return typeof number === 'number' ? Math.trunc(number) : value
  },
  String: () => toText,
  Boolean: () => toBoolean,
  Null: () => toNull,
  Literal: (schema) => (value) => toLiteral(schema.const, value),
  Enum: (schema) => (Array.isArray(schema.enum) ? (value) => toMember(schema.enum, value) : undefined),
  Array: (schema, definitions) => {
    const each = converter(schema.items, definitions)
    return (value) => {
      const list = Array.isArray(value) ? value : [value]
      return each === undefined ? list : list.map((element) => each(element))
    }
  },
  Tuple: (schema, definitions) => {
    const each = (Array.isArray(schema.items) ? schema.items : []).map((item) => converter(item, definitions))
    return (value) => {
      if (!Array.isArray(value)) return value
      for (let i = 0; i < Math.min(each.length, value.length); i++) {
        if (each[i] !== undefined) value[i] = each[i](value[i])
      }
      return value
    }
  },
  Object: (schema, definitions) => {
    const named = isObject(schema.properties) ? schema.properties : {}
    const known = Object.keys(named).map((name) => ({
      names: (key) => key === name,
      convert: converter(named[name], definitions),
      isOptional: isObject(named[name]) && isOptional(named[name])
    }))
    return members(known, converter(schema.additionalProperties, definitions))
  },
  Record: (schema, definitions) => {
    const patterns = isObject(schema.patternProperties) ? schema.patternProperties : {}
    const known = Object.keys(patterns).map((pattern) => {
      const expression = new RegExp(pattern)
      return {
        names: (key) => expression.test(key),
        convert: converter(patterns[pattern], definitions),
        isOptional: false
      }
    })
    return members(known, converter(schema.additionalProperties, definitions))
  },
  Union: (schema, definitions) =>
    Array.isArray(schema.anyOf)
      ? toAnyThatFits(schema.anyOf, definitions, (part) => converter(part, definitions))
      : undefined,
  Intersect: (schema, definitions) =>
    inTurn((Array.isArray(schema.allOf) ? schema.allOf : []).map((part) => converter(part, definitions))),
  Cyclic: (schema, definitions) => reference(schema.$ref, { ...definitions, ...schema.$defs }),
  Ref: (schema, definitions) => reference(schema.$ref, definitions)
}

function members(known, others) {
  if (others === undefined && known.every(({ convert }) => convert === undefined)) return undefined
  return (value) => {
    if (!isObject(value)) return value
    for (const key of Object.keys(value)) {
      const own = known.filter(({ names }) => names(key))
      for (const { convert, isOptional } of own) {
        const isLeftOut = isOptional && value[key] === undefined
        if (convert !== undefined && !isLeftOut) setOwn(value, key, convert(value[key]))
      }
      if (own.length === 0 && others !== undefined) setOwn(value, key, others(value[key]))
    }
    return value
  }
}

// What refers to itself is looked up when a value is there to be converted: values end.
function reference(name, definitions) {
  if (typeof name !== 'string' || !Object.hasOwn(definitions, name)) return undefined
  let convert
  return (value) => {
    convert ??= converter(definitions[name], definitions) ?? ((same) => same)
    return convert(value)
  }
}

function toNumber(value) {
  if (value === null || value === undefined) return 0
  if (typeof value === 'boolean') return Number(value)
  if (typeof value !== 'string') return value
  const number = Number(value)
  if (Number.isFinite(number)) return number
  const word = value.toLowerCase()
  if (word === 'true' || word === 'false') return Number(word === 'true')
  return toNumberOfInteger(value)
}

// An integer as JavaScript writes a bigint: `12n`.
function toNumberOfInteger(text) {
  const number = /^-?(?:0|[1-9]\d*)n$/.test(text) ? Number(text.slice(0, -1)) : Number.NaN
  return Number.isSafeInteger(number) ? number + 0 : text
}

function toText(value) {
  if (value === undefined) return ''
  return value === null || typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
}

function toBoolean(value) {
  if (value === null || value === undefined || value === 0 || value === '0') return false
  if (value === 1 || value === '1') return true
  const word = typeof value === 'string' ? value.toLowerCase() : undefined
  return word === 'true' || word === 'false' ? word === 'true' : value
}

function toNull(value) {
  if (value === undefined || value === false || value === 0 || value === '' || value === '0') return null
  const word = typeof value === 'string' ? value.toLowerCase() : undefined
  return word === 'null' || word === 'undefined' ? null : value
}

const TO_TYPE = { number: toNumber, string: toText, boolean: toBoolean }

function toLiteral(literal, value) {
  const converted = TO_TYPE[typeof literal]?.(value)
  return converted === literal ? literal : value
}

function toMember(options, value) {
  if (options.includes(value)) return value
  const option = options.find((literal) => toLiteral(literal, value) === literal)
  return option === undefined ? value : option
}
