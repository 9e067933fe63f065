// The observable state: who wants to know of changes, and what was last told.

const MACHINE_KEYS = ['workspace', 'task', 'status', 'currentTurn', 'initialized', 'nodeId', 'sessionId']
const READ_ONLY = new Set(['history', 'status', 'currentTurn', 'initialized'])

/** The machine's observer, made when somebody first asks: until then no input pays for it. */
export function observe(machine) {
  machine.observer ??= new Observer(machine)
  return machine.observer
}

class Observer {
  constructor(machine) {
    this.machine = machine
    this.listeners = new Set()
    this.frames = null // which keys are told by META frames: null for none, a predicate otherwise
    this.remember()
  }

  remember() {
    const { machine } = this
    this.told = new Map(MACHINE_KEYS.map((key) => [key, machine[key]]))
    for (const [key, value] of machine.extra ?? []) this.told.set(key, value)
    this.history = machine.history
    this.length = machine.history.length
  }

  listen(keys) {
    const before = this.frames
    const wanted = matcher(keys)
    this.frames = before === null ? wanted : (key) => before(key) || wanted(key)
  }

  ignore(keys) {
    const before = this.frames
    const unwanted = matcher(keys)
    this.frames = before === null || !keys ? null : (key) => before(key) && !unwanted(key)
  }

  subscribe(keys, fn) {
    const listener = { wants: matcher(keys), fn }
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  tell() {
    const changes = this.changes()
    if (changes.length === 0) return
    this.remember()
    for (const change of changes) {
      if (this.frames?.(change.key)) this.machine.out.emit(change)
      for (const { wants, fn } of [...this.listeners]) {
        if (wants(change.key)) this.machine.attempt(() => fn(change), change)
      }
    }
  }

  changes() {
    const { machine, told } = this
    const changes = []
    const compare = (key, value) => {
      const previous = told.get(key)
      if (!Object.is(previous, value)) {
        changes.push({ type: 'META', key, value, previous, timestamp: machine.now() })
      }
    }
    for (const key of MACHINE_KEYS) compare(key, machine[key])
    for (const [key, value] of machine.extra ?? []) compare(key, value)
    const { history } = machine
    const from = history === this.history ? this.length : 0
    if (from !== history.length || history !== this.history) {
      const appended = history.slice(from)
      changes.push({
        type: 'META',
        key: 'history',
        appended,
        length: history.length,
        timestamp: machine.now()
      })
    }
    return changes
  }
}

function matcher(keys) {
  if (keys === undefined || keys === null) return () => true
  const wanted = new Set(Array.isArray(keys) ? keys : [keys])
  return (key) => wanted.has(key)
}

/** The object that `harness.state` is. */
export function stateFace(machine) {
  return {
    get: (key) =>
      MACHINE_KEYS.includes(key) || key === 'history' ? machine.snapshot()[key] : machine.extra?.get(key),
    getAll: () => machine.snapshot(),
    set(key, value) {
      if (READ_ONLY.has(key)) {
        throw Object.assign(new Error(`Read-only state key: ${key}`), { code: 'ERR_GATTO_STATE_READ_ONLY' })
      }
      machine.setKey(key, value)
      machine.perform(() => {}, undefined) // tells the change: now, or after the input that is being handled
    },
    subscribe: (keys, fn) =>
      typeof keys === 'function'
        ? observe(machine).subscribe(undefined, keys)
        : observe(machine).subscribe(keys, fn)
  }
}
