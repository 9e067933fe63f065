// Values of a scenario: recipes are plain data, so that a counterexample prints; a fresh value is made from them for
// each run. Objects are known by name from then on, which is how identity is compared (G14, G18, G21).
import { types } from 'node:util'
import vm from 'node:vm'

const throwing = (key, fields = {}) =>
  Object.defineProperty({ ...fields }, key, {
    enumerable: true,
    get() {
      throw new Error(`getter ${key}`)
    }
  })

const ODD = {
  cyclic: () => {
    const value = { n: 1 }
    value.self = value
    return value
  },
  revoked: () => {
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    return proxy
  },
  hostile: () =>
    new Proxy(
      {},
      {
        get() {
          throw new Error('trap')
        }
      }
    ),
  frozen: () => Object.freeze({ n: 1 }),
  bare: () => Object.create(null),
  array: () => [1, [2]],
  realm: () => vm.runInNewContext('({ n: 1, list: [1] })'),
  big: () => ({ n: 1, big: 10n }),
  fn: () => () => {},
  error: () => new TypeError('bad type'),
  realmError: () => vm.runInNewContext('new RangeError("from afar")'),
  message: () => ({ message: 'told' }),
  json: () => ({ toJSON: () => 'as text' }),
  badJson: () => ({
    toJSON() {
      throw new Error('toJSON')
    }
  }),
  symbols: () => ({ n: 1, [Symbol('s')]: 1 }),
  proto: () => JSON.parse('{"__proto__":{"x":1},"constructor":{"n":1},"n":1}'),
  date: () => new Date(0),
  map: () => new Map([[1, 2]]),
  text300: () => 'x'.repeat(300),
  wide300: () => 'ł'.repeat(300),
  lone: () => 'a\ud800b\udfff',
  huge: () => ({ n: 1, text: 'y'.repeat(100_000) })
}
export const oddities = Object.keys(ODD)

// A frame or a part of one may come in any of these.
const DRESS = {
  frozen: Object.freeze,
  bare: (fields) => Object.assign(Object.create(null), fields),
  proxy: (fields) => new Proxy(fields, {}),
  inherited: (fields) => Object.create(fields),
  realm: (fields) => Object.assign(vm.runInNewContext('({})'), fields),
  unread: (fields) => throwing('unread', fields)
}
export const dresses = Object.keys(DRESS)

const isObject = (value) => (value !== null && typeof value === 'object') || typeof value === 'function'

export class Values {
  #names = new Map()
  #extra
  saysSystem = false

  /** `extra`: makers of further recipes, `{ tool: (n) => ..., seen: (n) => ... }`. */
  constructor(extra = {}) {
    this.#extra = extra
  }

  /** What the rules leave open: the words of the default system entry, and whose clock G39's frame goes by. */
  #isOpen(holder, key) {
    if (key === 'content') return holder.role === 'system' && !this.saysSystem
    return key === 'timestamp' && holder.metadata?.operation === 'agent-harness.sink.write'
  }

  make(recipe) {
    const value = this.#make(recipe)
    if (isObject(value) && !this.#names.has(value)) this.#names.set(value, `@${this.#names.size}`)
    return value
  }

  name(value, name) {
    this.#names.set(value, name)
    return value
  }

  #make(recipe) {
    if (!isObject(recipe)) return recipe
    if ('odd' in recipe) return ODD[recipe.odd]()
    if ('any' in recipe) return recipe.any
    if ('list' in recipe) return recipe.list.map((each) => this.make(each))
    for (const key of Object.keys(this.#extra)) if (key in recipe) return this.#extra[key](recipe[key])
    const fields = {}
    for (const [key, each] of Object.entries(recipe.of))
      if (key !== recipe.throws) fields[key] = this.make(each)
    if (recipe.throws) return throwing(recipe.throws, fields)
    return recipe.dress ? DRESS[recipe.dress](fields) : fields
  }

  /** A value as text: what the scenario made by its name, the rest by its structure. */
  show(value, key) {
    if (typeof value === 'string') return JSON.stringify(key === 'stack' ? '(stack)' : plainText(value))
    if (!isObject(value)) return typeof value === 'bigint' ? `${value}n` : String(value)
    // How much of a call its history entry keeps is left open, but not its id.
    if (key === 'toolCalls') return `calls ${value.map(({ id }) => this.show(id))}`
    if (this.#names.has(value)) return this.#names.get(value)
    if (types.isNativeError(value)) return `${value.name}(${value.message})`
    if (typeof value === 'function') return 'function'
    if (Array.isArray(value)) return `[${value.map((each) => this.show(each)).join(', ')}]`
    const keys = Reflect.ownKeys(value).filter((each) => !isAbsent(each, value[each]))
    const isOpen = (each) => this.#isOpen(value, each)
    return `{ ${keys
      .map((each) => `${String(each)}: ${isOpen(each) ? '(open)' : this.show(value[each], each)}`)
      .sort()
      .join(', ')} }`
  }
}

// The rules do not say whether an absent field is there as undefined, nor what stands in `details`.
const isAbsent = (key, value) =>
  value === undefined || (key === 'error' && value === null) || key === 'details'

// Texts whose wording the rules leave open.
const plainText = (text) =>
  text
    .replace(/^(Invalid argument at [^:]*: )(?!not JSON).*$/s, '$1...')
    .replace(/^Tool '.*' failed$/s, 'Tool failed')
    .replace(/^.*maxTurns.*$/s, 'Invalid maxTurns')
    .replace(/^(?!Invalid).* JSON.*$/s, 'Arguments are no JSON')

/** Fresh ids by the order of their first appearance: two runs are equal up to a renaming. */
export function renameIds(lines) {
  const names = new Map()
  return lines.map((line) =>
    line.replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, (id) => {
      if (!names.has(id)) names.set(id, `id-${names.size}`)
      return names.get(id)
    })
  )
}
