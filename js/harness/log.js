// The log of a run, as the driver sees it: a file that the core writes, or a store of the caller's own.

import process from 'node:process'
import { isObserving, look, publish } from '../diagnostics.js'
import { GattoError, typeError } from '../error.js'
import { createErrorFrame } from '../frame.js'
import { native, now } from '../native.js'
import { readCall } from '../tool/call.js'

/** No log: nothing is stored, and entries are not made into JSON. */
export const noLog = Object.freeze({
  store() {},
  close() {},
  flush: () => Promise.resolve()
})

/** Opens the log that the options ask for, and gives the harness the state that it holds. */
export function openLog(harness) {
  const { durability } = harness.options
  if (durability.enabled) {
    look()
    harness.log = durability.store === undefined ? new FileLog(harness) : new StoreLog(harness, durability)
    if (isObserving) publish(harness)
  }
}

class FileLog {
  constructor(harness) {
    const { dir, wrapperType, wrapperId, fsync } = harness.options.durability
    recover(harness, native.openLog(harness.slot, dir, wrapperType, wrapperId, fsync))
  }

  // The core has written the records before it gave its outputs.
  store() {}

  /** A record could not be written. */
  fault(harness) {
    const fault = native.logFault(harness.slot)
    if (fault !== null) tell(harness, errorOf(JSON.parse(fault).failed))
  }

  close(harness) {
    native.closeLog(harness.slot)
  }

  async flush(harness) {
    try {
      await native.flushLog(harness.slot)
    } catch ({ code, message, details }) {
      throw errorOf({ code, message, details: JSON.parse(details) })
    }
  }
}

// What a store could not take waits for the next input, up to this many characters: as the core does for a file.
const MOST_WAITING = 8 * 1024 * 1024

class StoreLog {
  #store
  #id
  /** Records that the store has refused so far. A log must not get a hole. */
  #waiting = []
  #size = 0
  /** What the last append threw; nothing when it succeeded. @type {{ error: unknown } | undefined} */
  #failure = undefined
  #isOver = false

  constructor(harness, { store, wrapperId, wrapperType }) {
    this.#store = store
    this.#id = wrapperId
    const loaded = synchronous('load', store.load(wrapperId))
    recover(harness, native.openStore(harness.slot, wrapperType, wrapperId, linesOf(loaded)))
  }

  store(harness) {
    const lines = native.takeRecords(harness.slot)
    if (lines === undefined || this.#isOver) return
    try {
      this.#append(lines.slice(0, -1).split('\n'), lines.length)
    } catch (error) {
      tell(harness, error)
    }
  }

  #append(records, size) {
    const all = this.#waiting.length === 0 ? records : this.#waiting.concat(records)
    let answer
    try {
      answer = this.#store.append(this.#id, all)
    } catch (error) {
      this.#keep(all, size, error)
      throw error
    }
    this.#waiting = []
    this.#size = 0
    this.#failure = undefined
    synchronous('append', answer)
  }

  #keep(records, size, error) {
    this.#failure = { error }
    this.#size += size
    this.#isOver = this.#size > MOST_WAITING
    this.#waiting = this.#isOver ? [] : records
  }

  fault() {}

  close(harness) {
    native.closeLog(harness.slot)
    this.#isOver = true
    try {
      synchronous('close', this.#store.close(this.#id))
    } catch (error) {
      tell(harness, error)
    }
  }

  async flush() {
    if (this.#failure === undefined) return
    if (this.#isOver) throw this.#failure.error
    this.#append([], 0)
  }
}

// A store gives its records as it got them: strings, each one line.
function linesOf(loaded) {
  if (loaded === undefined || loaded === null) return ''
  if (typeof loaded === 'string' || typeof loaded[Symbol.iterator] !== 'function') throw notRecords()
  return Array.from(loaded, line).join('')
}

function line(record) {
  if (typeof record !== 'string') throw notRecords()
  return `${record}\n`
}

function notRecords() {
  return typeError(
    'ERR_GATTO_STORE_TYPE',
    'durability.store.load must give an iterable of the strings that append was given'
  )
}

function synchronous(name, value) {
  if (typeof value?.then !== 'function') return value
  // Nobody will look at it: it must not become an unhandled rejection.
  value.then(undefined, () => {})
  throw typeError('ERR_GATTO_STORE_TYPE', `durability.store.${name} must be synchronous, but gave a promise`)
}

// ERROR frames of the log carry no input: no frame of the caller's is at fault.
function tell(harness, error) {
  const timestamp = now(harness.clock)
  harness.source.emit(createErrorFrame(error, { operation: 'agent-harness.log' }, { timestamp }))
}

function errorOf({ code, message, details }) {
  return new GattoError(code, message, { details })
}

// A disk that is full or read-only is no reason not to run: the harness goes on in memory. Whatever else is wrong with
// the log is.
function recover(harness, json) {
  const { recovered, failed } = JSON.parse(json)
  if (failed !== undefined) {
    const error = errorOf(failed)
    if (failed.code !== 'ERR_GATTO_JOURNAL_IO') throw error
    tell(harness, error)
    return
  }
  if (recovered.torn !== null) {
    const { path, torn } = recovered
    process.emitWarning(`Line ${torn} of the log ${path} was written only in part, and was cut off`, {
      type: 'GattoWarning',
      code: 'WARN_GATTO_JOURNAL_TORN'
    })
  }
  harness.suspended = recovered.suspended
  for (const [key, value] of recovered.settings) harness[key] = value
  for (const [key, value] of recovered.notes) {
    harness.extra ??= Object.create(null)
    harness.extra[key] = value
  }
  for (const { call, id, made } of recovered.calls) {
    const open = readCall(made)
    open.id = id
    harness.opened(open, call)
  }
}
