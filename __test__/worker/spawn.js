// Workers that run a job of program.js.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { entryUrl } from '../conformance/package.js'

const program = new URL('./program.js', import.meta.url)

/** A worker at its job. `message` is its first message, `exit` its exit code. */
export function spawn(job, workerData = {}) {
  const worker = new Worker(program, { workerData: { job, name: job, entryUrl, ...workerData } })
  const exit = once(worker, 'exit').then(([code]) => code)
  return {
    worker,
    message: Promise.race([
      once(worker, 'message').then(([message]) => message),
      once(worker, 'error').then(([error]) => Promise.reject(error))
    ]),
    exit
  }
}

/** What a session of program.js must have come to. */
export const outcome = (name, number) => ({
  workspace: `/work/${name} ${number}`,
  currentTurn: 1,
  results: { quick: number + 1, late: number * 2, silent: "Tool 'silent' aborted" },
  contents: [`hello from ${name} ${number}`, `${name} ${number}`],
  // START, initialized, TEXT, three calls, three results, END
  count: 10
})
