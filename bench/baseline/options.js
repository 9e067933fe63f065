// Options, checked once: a wrong type throws a TypeError that names the option.

const isObject = (value) => typeof value === 'object' && value !== null
const isBoolean = (value) => typeof value === 'boolean'
const isLimit = (value) => typeof value === 'number' && value >= 0
const isCount = (value) => value === Infinity || (Number.isInteger(value) && value >= 1)
const isStore = (value) =>
  isObject(value) && ['load', 'append', 'close'].every((name) => typeof value[name] === 'function')
const isSystem = (value) => typeof value === 'string' || typeof value === 'function'

const REGISTRY = {
  validation: [
    'schema',
    (value) => ['schema', 'required', 'none'].includes(value),
    "'schema', 'required' or 'none'"
  ],
  toolTimeoutMs: [Infinity, isLimit, 'a number >= 0'],
  maxConcurrentTools: [Infinity, isCount, 'an integer >= 1'],
  highWaterMark: [1024, isCount, 'an integer >= 1']
}

const HARNESS = {
  ...REGISTRY,
  maxTurns: [100, isLimit, 'a number >= 0'],
  tools: [Object.freeze([]), Array.isArray, 'an array'],
  jjProvider: [null, () => true, 'anything'],
  durability: [Object.freeze({}), isObject, 'an object'],
  strict: [false, isBoolean, 'a boolean'],
  emitToolResults: [false, isBoolean, 'a boolean'],
  externalTools: [false, isBoolean, 'a boolean'],
  system: [null, isSystem, 'a string or a function'],
  clock: [null, (value) => typeof value === 'function', 'a function']
}

const DURABILITY = {
  enabled: [false, isBoolean, 'a boolean'],
  wrapperId: [null, (value) => typeof value === 'string' && value !== '', 'a non-empty string'],
  wrapperType: ['agent-harness', (value) => typeof value === 'string' && value !== '', 'a non-empty string'],
  dir: ['.gatto', (value) => typeof value === 'string' && value !== '', 'a path'],
  fsync: ['batch', (value) => ['always', 'batch', 'never'].includes(value), "'always', 'batch' or 'never'"],
  store: [null, isStore, 'an object with load, append and close'],
  commit: ['sync', (value) => ['sync', 'group'].includes(value), "'sync' or 'group'"]
}

export const readHarnessOptions = (options) => {
  const settings = read(HARNESS, options, 'options')
  settings.durability = read(DURABILITY, settings.durability, 'durability')
  if (settings.durability.enabled && settings.durability.wrapperId === null) {
    throw wrong('durability.wrapperId', 'a non-empty string')
  }
  return settings
}

export const readRegistryOptions = (tools, options) => {
  if (tools !== undefined && tools !== null && !Array.isArray(tools)) throw wrong('initialTools', 'an array')
  return read(REGISTRY, options, 'options')
}

export const isTurnLimit = isLimit

function read(known, options, name) {
  if (options === undefined || options === null) options = {}
  if (!isObject(options)) throw wrong(name, 'an object')
  const settings = {}
  for (const [key, [byDefault, accepts, expected]] of Object.entries(known)) {
    const value = options[key]
    if (value === undefined || (value === null && (byDefault === null || byDefault === Infinity))) {
      settings[key] = byDefault
    } else if (accepts(value)) settings[key] = value
    else throw wrong(name === 'durability' ? `durability.${key}` : key, expected)
  }
  return settings
}

const wrong = (option, expected) =>
  Object.assign(new TypeError(`option '${option}' must be ${expected}`), { code: 'ERR_GATTO_OPTION_TYPE' })
