// What a tool asks of its arguments: required fields, and a JSON Schema that the core checks.

import { native } from '../native.js'

const NOT_JSON = { error: 'Invalid argument at : not JSON', details: undefined }

// Compiled schemas live in the core; they go when their tool has gone.
const compiled = new FinalizationRegistry((handle) => native.schemaRelease(handle))

/** The check of one tool's arguments. */
export class Schema {
  #required
  #handle

  constructor(required, handle) {
    this.#required = required
    this.#handle = handle
    if (handle !== undefined) compiled.register(this, handle)
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
    if (this.#handle === undefined) return undefined
    const json = text ?? jsonOf(args)
    if (json === undefined) return NOT_JSON
    const failures = native.checkArguments(this.#handle, json)
    return failures === undefined ? undefined : JSON.parse(failures)
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
    return native.schemaCompile(json)
  } catch {
    // The core has told its reason to `gatto:tool-call`; what remains is the check of required fields.
    return undefined
  }
}

// JSON.stringify throws for cycles, bigints and what is nested too deeply, and gives undefined for functions.
function jsonOf(value) {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}
