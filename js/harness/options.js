// The options of createAgentHarness and createToolRegistry: defaults, and a TypeError that names what is wrong.

import { typeError } from '../error.js'

/** The longest time-out there is, in milliseconds: what a timer can count. */
export const MAX_TIMEOUT_MS = 2 ** 31 - 1
/** The most runs at a time that can be asked for; more is no limit. */
export const MAX_CONCURRENT_TOOLS = 2 ** 32 - 2

const isCount = (value) => value === Number.POSITIVE_INFINITY || (Number.isSafeInteger(value) && value >= 1)
const isObject = (value) => typeof value === 'object' && value !== null
const isBoolean = (value) => typeof value === 'boolean'

const TOOLING = {
  highWaterMark: [1024, isCount, 'a whole number of frames, at least 1'],
  validation: ['schema', (value) => VALIDATIONS.includes(value), "'schema', 'required' or 'none'"],
  toolTimeoutMs: [
    undefined,
    (value) =>
      typeof value === 'number' &&
      value > 0 &&
      (value <= MAX_TIMEOUT_MS || value === Number.POSITIVE_INFINITY),
    `a number of milliseconds above 0, at most ${MAX_TIMEOUT_MS}`
  ],
  maxConcurrentTools: [undefined, isCount, 'a whole number, at least 1']
}
const VALIDATIONS = ['schema', 'required', 'none']

const HARNESS = {
  ...TOOLING,
  maxTurns: [100, (value) => typeof value === 'number' && value >= 0, 'a number of at least 0'],
  tools: [Object.freeze([]), Array.isArray, 'an array of tools'],
  jjProvider: [null, () => true, ''],
  durability: [Object.freeze({}), isObject, 'an object'],
  strict: [false, isBoolean, 'a boolean'],
  emitToolResults: [false, isBoolean, 'a boolean'],
  externalTools: [false, isBoolean, 'a boolean'],
  system: [
    undefined,
    (value) => typeof value === 'string' || typeof value === 'function',
    'a string or a function'
  ],
  clock: [undefined, (value) => typeof value === 'function', 'a function that gives milliseconds']
}

const DURABILITY = {
  enabled: [false, isBoolean, 'a boolean'],
  wrapperId: [undefined, (value) => typeof value === 'string' && value !== '', 'a string that is not empty'],
  wrapperType: [
    'agent-harness',
    (value) => typeof value === 'string' && value !== '',
    'a string that is not empty'
  ],
  dir: ['.gatto', (value) => typeof value === 'string' && value !== '', 'a path'],
  fsync: ['batch', (value) => ['always', 'batch', 'never'].includes(value), "'always', 'batch' or 'never'"],
  store: [undefined, isStore, 'an object with the functions load, append and close']
}

function isStore(value) {
  return isObject(value) && ['load', 'append', 'close'].every((name) => typeof value[name] === 'function')
}

function read(given, table, prefix) {
  const options = {}
  for (const name in table) {
    const [fallback, accepts, wanted] = table[name]
    const value = given[name]
    if (value === undefined) options[name] = fallback
    else if (accepts(value)) options[name] = value
    else throw wrong(`${prefix}${name}`, wanted, value)
  }
  return options
}

function wrong(name, wanted, value) {
  return typeError('ERR_GATTO_OPTION_TYPE', `${name} must be ${wanted}, but is ${describe(value)}`)
}

function describe(value) {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)
  return `of type ${typeof value}`
}

// No limit is no limit, however it is said.
function unlimited(options) {
  if (options.toolTimeoutMs === Number.POSITIVE_INFINITY) options.toolTimeoutMs = undefined
  if (options.maxConcurrentTools > MAX_CONCURRENT_TOOLS) options.maxConcurrentTools = undefined
  return options
}

/** The options of a harness, each with its value. */
export function harnessOptions(given = {}) {
  if (!isObject(given)) throw wrong('options', 'an object', given)
  const options = unlimited(read(given, HARNESS, 'options.'))
  options.durability = read(options.durability, DURABILITY, 'options.durability.')
  if (options.durability.enabled && options.durability.wrapperId === undefined) {
    throw wrong('options.durability.wrapperId', 'given when durability is enabled', undefined)
  }
  return options
}

/** The options of a registry, each with its value. */
export function registryOptions(given = {}) {
  if (!isObject(given)) throw wrong('options', 'an object', given)
  return unlimited(read(given, TOOLING, 'options.'))
}
