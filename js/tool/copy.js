// Deep copies of arguments.

/** The deepest nesting that is copied; the core checks no deeper one. */
const MOST_LEVELS = 128

/** The most containers. A value that holds another twice holds two copies of it: that may double at each level. */
const MOST_CONTAINERS = 1_000_000

let left = 0

/**
 * A copy with which a caller may do what it wants. Arrays and objects are copied with what they hold, Dates and their
 * like as `structuredClone` does.
 *
 * @throws {TypeError} functions cannot be copied, nor what is nested too deeply, cycles among it
 */
export function copyOf(value) {
  if (typeof value !== 'object' || value === null) return scalar(value)
  left = MOST_CONTAINERS
  return container(value, MOST_LEVELS)
}

function scalar(value) {
  if (typeof value === 'function' || typeof value === 'symbol') {
    throw new TypeError(`a ${typeof value} is no JSON`)
  }
  return value
}

function container(value, levels) {
  if (levels === 0) throw new TypeError(`nested deeper than ${MOST_LEVELS} levels`)
  if (--left < 0) throw new TypeError(`more than ${MOST_CONTAINERS} arrays and objects`)
  if (Array.isArray(value)) {
    const copy = new Array(value.length)
    for (let i = 0; i < copy.length; i++) copy[i] = part(value[i], levels)
    return copy
  }
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && !isPlain(value)) return structuredClone(value)
  const copy = {}
  for (const key of Object.keys(value)) {
    const copied = part(value[key], levels)
    if (key === '__proto__') define(copy, key, copied)
    else copy[key] = copied
  }
  return copy
}

function part(value, levels) {
  return typeof value === 'object' && value !== null ? container(value, levels - 1) : scalar(value)
}

// Of another realm, without a prototype, or of a class.
function isPlain(value) {
  return Object.prototype.toString.call(value) === '[object Object]'
}

function define(object, key, value) {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
}

/** Sets a property that is an own one whatever its name. */
export function setOwn(object, key, value) {
  if (key === '__proto__') define(object, key, value)
  else object[key] = value
}
