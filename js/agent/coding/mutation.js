// What changes files goes one after another for each file, in the order of the calls; other files do not wait.

import { getOrThrow } from '../result.js'
import { throwIfAborted } from './path.js'

const queues = new WeakMap()

/**
 * Runs `operation` when every earlier one on the same file of `env` is done. `path` is absolute, or a promise of it.
 * An aborted call that still waits is refused at once, and keeps its place: what came after it waits for what came
 * before it.
 */
export function mutate(env, path, signal, operation) {
  let queue = queues.get(env)
  if (queue === undefined) {
    queue = new MutationQueue()
    queues.set(env, queue)
  }
  return queue.run(keysOf(env, path, signal), signal, operation)
}

/**
 * A file's names: its absolute path and, once it exists, the one that symbolic links lead to. Both, because a file
 * that is being created gets its second name while others already wait for it by the first.
 */
async function keysOf(env, path, signal) {
  const absolute = await path
  const result = await env.canonicalPath(absolute, signal)
  if (result.ok) return new Set([absolute, result.value])
  throwIfAborted(signal)
  const { code } = result.error
  if (code !== 'not_found' && code !== 'not_supported') getOrThrow(result)
  return new Set([absolute])
}

class MutationQueue {
  #entered = Promise.resolve()
  /** By key, the promise that the last operation on it is done. */
  #tails = new Map()

  async run(keys, signal, operation) {
    // Names are looked up at once; places are given in the order of the calls, however long a name takes.
    const entering = Promise.allSettled([keys, this.#entered]).then(([found]) => {
      if (found.status === 'rejected') throw found.reason
      return this.#enter(found.value)
    })
    this.#entered = entering
    entering.catch(() => {})
    const { turn, leave } = await entering
    try {
      await unlessAborted(turn, signal)
      return await operation()
    } finally {
      leave()
    }
  }

  #enter(keys) {
    const turn = Promise.all([...keys].map((key) => this.#tails.get(key)))
    let leave
    const left = new Promise((resolve) => {
      leave = resolve
    })
    const tail = Promise.all([turn, left])
    for (const key of keys) this.#tails.set(key, tail)
    tail.then(() => {
      for (const key of keys) if (this.#tails.get(key) === tail) this.#tails.delete(key)
    })
    return { turn, leave }
  }
}

/** Waits for `turn`, but not after the signal is aborted. */
async function unlessAborted(turn, signal) {
  throwIfAborted(signal)
  if (signal === undefined || signal === null) return turn
  let onAbort
  const aborted = new Promise((resolve) => {
    onAbort = resolve
    signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    await Promise.race([turn, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
  throwIfAborted(signal)
}
