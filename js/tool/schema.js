// What a tool asks of its arguments: required fields, and a JSON Schema that the core checks.

import { native } from '../native.js'
import { Check, jsonOf } from './check.js'

const NOT_JSON = {
  error: 'Invalid argument at : not JSON',
  details: [{ path: '', message: 'not JSON', expected: 'JSON', received: 'a value that JSON cannot hold' }]
}

/** The check of one tool's arguments. */
export class Schema {
  #required
  #check

  constructor(required, check) {
    this.#required = required
    this.#check = check
  }

  /**
   * The check that a tool's `parameters` ask for, under a validation: 'schema', 'required' or 'none'. A schema that
   * does not compile is reported by the core; its required fields are checked all the same.
   */
  static of({ parameters }, validation) {
    if (validation === 'none' || parameters === undefined || parameters === null) return ANYTHING
    const required = Array.isArray(parameters.required) ? parameters.required.filter(isKey) : NO_KEYS
    return new Schema(required, validation === 'schema' ? compile(parameters) : undefined)
  }

  /** What is wrong with the arguments of a call: `{ error, details? }`, or undefined. */
  check({ args, text }) {
    for (const key of this.#required) {
      if (!hasValue(args, key)) return { error: `Missing required field: ${key}`, details: undefined }
    }
    if (this.#check === undefined) return undefined
    const json = text ?? jsonOf(args)
    return json === undefined ? NOT_JSON : this.#check.refusal(json)
  }
}

const NO_KEYS = Object.freeze([])
const ANYTHING = new Schema(NO_KEYS, undefined)

function isKey(key) {
  return typeof key === 'string'
}

function hasValue(args, key) {
  return typeof args === 'object' && args !== null && Object.hasOwn(args, key) && args[key] !== undefined
}

function compile(parameters) {
  const json = jsonOf(parameters)
  if (json === undefined) return undefined
  try {
    return new Check(native.schemaCompile(json))
  } catch {
    // The core has told its reason to `gatto:tool-call`; what remains is the check of required fields.
    return undefined
  }
}
