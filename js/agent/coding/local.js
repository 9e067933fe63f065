// Work that a thread does on the files of this machine, in place of calls of an environment.

import { native } from '../../native.js'
import { NodeFileSystem } from '../environment/files.js'

/**
 * Whether the environment's own words for these methods are those of this machine's files, so that a thread may do what
 * they do. A subclass that words one of them in its own way is asked itself.
 */
export function isLocal(env, ...methods) {
  if (!(env instanceof NodeFileSystem)) return false
  return methods.every((method) => env[method] === NodeFileSystem.prototype[method])
}

/** Starts native work that stops soon after the signal is aborted. It rejects then, with whatever it was doing. */
export async function cancellable(signal, start) {
  const cancellation = native.newCancellation()
  if (signal === undefined || signal === null) return start(cancellation)
  const cancel = () => native.cancel(cancellation)
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return await start(cancellation)
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
