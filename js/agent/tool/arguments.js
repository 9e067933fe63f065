// The arguments that a model gave for a tool: copied, brought to the types that the tool asks for, checked.

import { native } from '../../native.js'
import { Check, jsonOf } from '../../tool/check.js'
import { coercer, inTurn, isObject } from '../../tool/coercion.js'
import { converter, isOlderTypeBox } from '../../tool/conversion.js'
import { copyOf } from '../../tool/copy.js'

/** What one schema asks for: the check, and the coercion before it. */
class Validator {
  #check
  #coerce
  /** A value that matches may be coerced all the same: a union takes its first alternative that fits. */
  #coercesAll

  constructor(tool, schema) {
    const json = jsonOf(schema)
    if (json === undefined) throw new Error(unusable(tool, 'it is no JSON'))
    try {
      this.#check = new Check(native.schemaCompileTypeBox(json))
      const definitions = isObject(schema) ? { ...schema.definitions, ...schema.$defs } : {}
      this.#coerce = inTurn([
        converter(schema, definitions),
        isOlderTypeBox(schema) ? undefined : coercer(schema, definitions)
      ])
    } catch (error) {
      throw new Error(unusable(tool, error.message), { cause: error })
    }
    this.#coercesAll = this.#coerce !== undefined && /"(?:anyOf|oneOf)"/.test(json)
  }

  /** Whether a JSON text is of arguments that need not be touched. */
  accepts(text) {
    return !this.#coercesAll && this.#check.matches(text)
  }

  /** The arguments of a call, its own copy. */
  validate(tool, args) {
    let copy = copied(tool, args)
    if (this.#coercesAll) copy = this.#coerce(copy)
    let json = jsonOf(copy)
    if (json !== undefined && this.#check.matches(json)) return copy
    if (this.#coerce !== undefined && !this.#coercesAll) {
      copy = this.#coerce(copy)
      json = jsonOf(copy)
    }
    const refusal = json === undefined ? NOT_JSON : this.#check.refusal(json)
    if (refusal === undefined) return copy
    throw refused(tool, refusal, args)
  }
}

const NOT_JSON = { error: 'not JSON' }
const unusable = (tool, reason) =>
  `The parameters of tool "${tool.name}" are no usable JSON Schema: ${reason}`

const known = new WeakMap()

function validatorOf(tool) {
  const schema = tool.parameters
  const isKey = typeof schema === 'object' && schema !== null
  const validator = (isKey ? known.get(schema) : undefined) ?? new Validator(tool, schema)
  if (isKey) known.set(schema, validator)
  return validator
}

/** The arguments of a call as its tool asks for them. Throws an Error that lists what is wrong. */
export function validateToolArguments(tool, toolCall) {
  return validatorOf(tool).validate(tool, toolCall.arguments)
}

/** The same for arguments as the text that a model wrote: JSON, and nothing else. */
export function parseToolArguments(tool, text) {
  const validator = validatorOf(tool)
  if (typeof text === 'string' && validator.accepts(text)) return JSON.parse(text)
  let args
  try {
    args = JSON.parse(text)
  } catch {
    throw refused(tool, { error: native.explainJson(String(text)) ?? 'not JSON' }, text)
  }
  return validator.validate(tool, args)
}

function copied(tool, args) {
  try {
    return copyOf(args)
  } catch (error) {
    // Nor can they be printed: they may be endless.
    throw refused(tool, { error: error.message }, NOT_SHOWN)
  }
}

const NOT_SHOWN = '(cannot be shown)'

function refused(tool, { error, details }, args) {
  const violations = details?.map(bullet) ?? [`root: ${error}`]
  const list = violations.map((violation) => `  - ${violation}`).join('\n')
  const received = typeof args === 'string' ? args : pretty(args)
  return new Error(
    `Validation failed for the arguments of tool "${tool.name}":\n${list}\n\nReceived arguments:\n${received}`
  )
}

function bullet({ path, message, expected, received }) {
  const steps = path.split('/').slice(1)
  // What is missing is at the place where it should be.
  if (received === 'nothing' && message === `missing required field: ${expected}`) {
    return `${[...steps.map(plain), expected].join('.')}: missing required field`
  }
  return `${steps.map(plain).join('.') || 'root'}: ${message}`
}

const plain = (step) => step.replaceAll('~1', '/').replaceAll('~0', '~')

function pretty(args) {
  try {
    return `${JSON.stringify(args, null, 2)}`
  } catch {
    return NOT_SHOWN
  }
}
