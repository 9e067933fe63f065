// Counts what the garbage collector has taken away.
import { setImmediate } from 'node:timers/promises'
import v8 from 'node:v8'
import vm from 'node:vm'

// The same as the flag --expose-gc, for a process that was started without it.
v8.setFlagsFromString('--expose-gc')
const gc = vm.runInNewContext('gc')

/** More rounds than a finalizer that waits for another, which waits for a third, can need. */
const ROUNDS = 30

export class Collected {
  #counts = new Map()
  #finalizers = new FinalizationRegistry((kind) => this.#counts.set(kind, this.count(kind) + 1))

  /** Watches the object, and gives it back. */
  watch(kind, object) {
    this.#finalizers.register(object, kind)
    return object
  }

  count(kind) {
    return this.#counts.get(kind) ?? 0
  }

  /** Collects garbage until each kind has gone as often as is said, or it is clear that it will not. */
  async atLeast(wanted) {
    const kinds = Object.keys(wanted)
    for (let i = 0; i < ROUNDS; i++) {
      gc()
      await setImmediate()
      if (kinds.every((kind) => this.count(kind) >= wanted[kind])) break
    }
    return Object.fromEntries(kinds.map((kind) => [kind, this.count(kind)]))
  }
}

/** Collects garbage until the function gives the value, or it is clear that it will not; gives its last answer. */
export async function settle(read, value) {
  for (let i = 0; i < ROUNDS && read() !== value; i++) {
    gc()
    await setImmediate()
  }
  return read()
}
