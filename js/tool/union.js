// The alternatives of a union while arguments are coerced: the first that fits is taken.

import { native } from '../native.js'
import { Check, jsonOf } from './check.js'
import { copyOf } from './copy.js'

/** One alternative: how a value is brought to it, and whether it then fits. */
class Alternative {
  #schema
  #definitions
  #check

  constructor(schema, definitions, coerce) {
    this.#schema = schema
    this.#definitions = definitions
    this.coerce = coerce
  }

  fits(value) {
    this.#check ??= compile(this.#schema, this.#definitions)
    const json = jsonOf(value)
    return json !== undefined && this.#check.matches(json)
  }
}

const alternativesOf = (schemas, definitions, coercerOf) =>
  schemas.map((schema) => new Alternative(schema, definitions, coercerOf(schema)))

const coerced = ({ coerce }, value) => (coerce === undefined ? value : coerce(copyOf(value)))

/** How a value is brought to the first alternative that it fits once it is coerced to it; to none, where there is none. */
export function toFirstThatFits(schemas, definitions, coercerOf) {
  const alternatives = alternativesOf(schemas, definitions, coercerOf)
  return (value) => {
    for (const alternative of alternatives) {
      const candidate = coerced(alternative, value)
      if (alternative.fits(candidate)) return candidate
    }
    return value
  }
}

/** The same where a value that fits any alternative stays as it is, and a coerced one may fit any of them too. */
export function toAnyThatFits(schemas, definitions, coercerOf) {
  const alternatives = alternativesOf(schemas, definitions, coercerOf)
  const fitsAny = (value) => alternatives.some((alternative) => alternative.fits(value))
  return (value) => {
    if (fitsAny(value)) return value
    for (const alternative of alternatives) {
      const candidate = coerced(alternative, value)
      if (fitsAny(candidate)) return candidate
    }
    return value
  }
}

const NOTHING = { matches: () => false }

// An alternative is a schema of its own: the definitions that it refers to go with it.
function compile(schema, definitions) {
  const whole =
    typeof schema === 'object' && schema !== null
      ? {
          ...schema,
          $defs: { ...definitions, ...schema.$defs },
          definitions: { ...definitions, ...schema.definitions }
        }
      : schema
  try {
    return new Check(native.schemaCompileTypeBox(JSON.stringify(whole)))
  } catch {
    return NOTHING
  }
}
