// A JSON Schema, compiled by the core, which does all checking of arguments.

import { native } from '../native.js'
import { Places } from '../place.js'

// What is compiled lives in the core; it goes when nobody can ask it any more.
const compiled = new Places((handle) => native.schemaRelease(handle))

/** The check of JSON texts against one schema. */
export class Check {
  #place

  /** @param {number} handle the number of a schema in the core, which is this one's from now on */
  constructor(handle) {
    this.#place = compiled.hold(handle)
  }

  /** What is wrong with a text: `{ error, details? }`, or undefined. */
  refusal(json) {
    const failures = native.checkArguments(this.#place.number, json)
    return failures === undefined ? undefined : JSON.parse(failures)
  }

  /** Whether a text matches. */
  matches(json) {
    return native.matchesSchema(this.#place.number, json) === 1
  }
}

/** The JSON of a value; undefined for cycles, bigints, functions and what is nested too deeply. */
export function jsonOf(value) {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}
