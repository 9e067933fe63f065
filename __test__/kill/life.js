// One process on a log, from its start to its death.
import { spawn } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('child.js', import.meta.url))

/** Far more than a life takes: a process that is still there by then hangs. */
const LIMIT = 60_000

/**
 * Runs a process. `kill` is undefined, or `{ at, count }` for a process that kills itself, or `{ after, lines, micros }`:
 * so many microseconds after its start or after the line of that number was read.
 *
 * Resolves with `{ reports, killed, fault }`: what was read of it, in order; whether it was killed as planned; what else
 * went wrong with it.
 */
export function runLife({ settings, durability, kill }) {
  return new Promise((resolve) => {
    const own = kill?.at === undefined ? undefined : kill
    const child = spawn(process.execPath, [program, JSON.stringify({ settings, durability, kill: own })], {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe']
    })
    const reports = []
    let rest = ''
    let stderr = ''
    let hung = false
    let timer
    const limit = setTimeout(() => {
      hung = true
      child.kill('SIGKILL')
    }, LIMIT)
    // A timer takes the milliseconds; what is less than one is spun away, since no timer is so exact.
    const strike = () => {
      timer = setTimeout(
        () => {
          const until = process.hrtime.bigint() + BigInt(kill.micros % 1000) * 1000n
          while (process.hrtime.bigint() < until);
          child.kill('SIGKILL')
        },
        Math.floor(kill.micros / 1000)
      )
    }
    if (kill?.lines === 0) strike()

    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text
    })
    child.stdio[3].setEncoding('utf8').on('data', (text) => {
      const lines = (rest + text).split('\n')
      // What was being told at the moment of death has not been seen.
      rest = lines.pop()
      const before = reports.length
      for (const line of lines) reports.push(JSON.parse(line))
      if (kill?.lines > before && kill.lines <= reports.length) strike()
    })
    child.on('close', (code, signal) => {
      clearTimeout(limit)
      clearTimeout(timer)
      const killed = signal === 'SIGKILL' && !hung
      const done = reports.at(-1)?.done === true
      const fault = hung
        ? 'hangs'
        : killed || (code === 0 && done)
          ? undefined
          : `ended with ${code ?? signal}`
      resolve({ reports, killed, done, fault: fault && `the process ${fault}\n${stderr}` })
    })
  })
}
