// Work that a thread does on the files of this machine, in place of calls of an environment.

import process from 'node:process'
import { native } from '../../native.js'

let running = 0

/** Starts native work that stops soon after the signal is aborted. It rejects then, with whatever it was doing. */
export async function cancellable(signal, start) {
  const cancellation = native.newCancellation()
  const cancel = () => native.cancel(cancellation)
  signal?.addEventListener('abort', cancel, { once: true })
  // Node waits for its threads before it exits, also when it is told to exit at once.
  if (running === 0) process.on('exit', native.endWork)
  running += 1
  try {
    return await start(cancellation)
  } finally {
    signal?.removeEventListener('abort', cancel)
    running -= 1
    if (running === 0) process.off('exit', native.endWork)
  }
}
