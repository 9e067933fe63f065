// Arguments of a call: JSON text parsed, required fields, JSON Schema by ajv. ajv is loaded with the first schema.

import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const MAX_DEPTH = 128
const DIALECTS = [
  [/draft-0[67]/, 'ajv'],
  [/2019-09/, 'ajv/dist/2019.js']
]
const OPTIONS = { strict: false, logger: false, validateFormats: false, addUsedSchema: false }

const instances = new Map()
const compiled = new Map() // by the schema's text: sessions come and go, their tools stay the same
const MAX_COMPILED = 256

function ajvFor(schema, options) {
  const dialect = typeof schema.$schema === 'string' ? schema.$schema : ''
  const path = DIALECTS.find(([pattern]) => pattern.test(dialect))?.[1] ?? 'ajv/dist/2020.js'
  const key = path + options.allErrors
  if (!instances.has(key)) instances.set(key, new (require(path).default)({ ...OPTIONS, ...options }))
  return instances.get(key)
}

function compile(text, options) {
  const key = `${options.allErrors} ${text}`
  const known = compiled.get(key)
  if (known !== undefined) return known
  const schema = JSON.parse(text)
  const ajv = ajvFor(schema, options)
  const validate = ajv.compile(schema)
  ajv.removeSchema(schema) // else the instance holds every schema it has ever seen
  if (compiled.size === MAX_COMPILED) compiled.delete(compiled.keys().next().value)
  compiled.set(key, validate)
  return validate
}

/**
 * Text that parses gives its value; else the text stays and `broken` says where it broke. `isJson` is true of a value
 * that a schema can see as it is.
 */
export function readArguments(given) {
  if (given === undefined || given === null) return { args: {}, broken: undefined, isJson: true }
  if (typeof given !== 'string') return { args: given, broken: undefined, isJson: false }
  try {
    const args = JSON.parse(given)
    return { args: args === null ? {} : args, broken: undefined, isJson: !mayBeDeep(given) }
  } catch (error) {
    return {
      args: given,
      broken: `Arguments are not JSON: ${error.message}, at offset ${offsetOf(given)}`,
      isJson: false
    }
  }
}

// Where a text stops being the beginning of JSON: V8 does not always say. Only asked when it is broken.
function offsetOf(text) {
  let [good, bad] = [0, text.length + 1]
  while (bad - good > 1) {
    const middle = (good + bad) >> 1
    if (canGoOn(text.slice(0, middle))) good = middle
    else bad = middle
  }
  return good
}

function canGoOn(text) {
  try {
    JSON.parse(text)
    return true
  } catch ({ message }) {
    if (/end of JSON|Unterminated/.test(message)) return true
    return Number(/position (\d+)/.exec(message)?.[1]) === text.length
  }
}

/** The check of one tool, made once. It answers undefined, or what is wrong: `{ error, details }`. */
export function argumentCheck(tool, validation) {
  const parameters = tool.parameters
  if (validation === 'none' || parameters === null || typeof parameters !== 'object') return null
  const required = Array.isArray(parameters.required) ? [...parameters.required] : []
  const schema = validation === 'schema' ? schemaCheck(tool.id, parameters) : null
  return (args, isJson) => missingField(required, args) ?? schema?.(args, isJson)
}

function missingField(required, args) {
  for (const field of required) {
    if (Object(args) === args && Object.hasOwn(args, field) && args[field] !== undefined) continue
    const error = `Missing required field: ${field}`
    return { error, details: [{ path: '', message: error, expected: field, received: undefined }] }
  }
  return undefined
}

function schemaCheck(id, parameters) {
  let isValid
  let text // a copy: later changes of the tool's object change nothing
  try {
    text = JSON.stringify(parameters)
    isValid = compile(text, { allErrors: false })
  } catch (error) {
    if (process.env.GATTO_LOG)
      console.error(`WARN the schema of tool '${id}' does not compile: ${error.message}`)
    return null
  }
  let explain
  return (args, isJson) => {
    let value = args
    // What came out of JSON.parse is JSON as it is; anything else may hold what JSON.stringify drops or changes.
    if (!isJson && !isPlainJson(args, MAX_DEPTH)) {
      value = asJson(args)
      if (value === undefined) return { error: 'Invalid argument at : not JSON', details: notJson() }
    }
    if (isValid(value)) return undefined
    explain ??= compile(text, { allErrors: true, verbose: true })
    explain(value)
    const details = explain.errors.map(({ instancePath, message, schema, data }) => ({
      path: instancePath,
      message,
      expected: schema,
      received: data
    }))
    return { error: `Invalid argument at ${details[0].path}: ${details[0].message}`, details }
  }
}

const notJson = () => [{ path: '', message: 'not JSON', expected: 'JSON', received: undefined }]

function asJson(value) {
  try {
    const copy = JSON.parse(JSON.stringify(value))
    return isPlainJson(copy, MAX_DEPTH) ? copy : undefined
  } catch {
    return undefined
  }
}

// Whether the text can hold a value deeper than MAX_DEPTH at all: few opening brackets say no, and that is cheap.
function mayBeDeep(text) {
  let brackets = 0
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
      brackets += 1
      if (brackets > MAX_DEPTH) return true
    }
  }
  return false
}

// True when ajv sees in the value itself what it would see in JSON.parse(JSON.stringify(value)).
function isPlainJson(value, depth) {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || depth === 0) return false
  if (Array.isArray(value)) return value.every((item) => isPlainJson(item, depth - 1))
  const proto = Object.getPrototypeOf(value)
  if ((proto !== Object.prototype && proto !== null) || 'toJSON' in value) return false
  for (const key in value) if (!isPlainJson(value[key], depth - 1)) return false
  return true
}
