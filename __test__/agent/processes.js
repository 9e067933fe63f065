// Looking for processes from outside, on Linux.
import fs from 'node:fs'

/** The processes that have `NAME=value` among their variables, as [pid, command line]. */
export function withVariable(pair) {
  return pids().flatMap((pid) => {
    const variables = read(`/proc/${pid}/environ`).split('\0')
    return variables.includes(pair) ? [[pid, read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')]] : []
  })
}

/** The children of a process that have ended and were not waited for. */
export function zombiesOf(parent) {
  return pids().filter((pid) => {
    const [state, ppid] = read(`/proc/${pid}/stat`).split(') ').at(-1).split(' ')
    return state === 'Z' && Number(ppid) === parent
  })
}

/** What kills the commands of a host after its death, as pids. */
export const watchdogsOf = (parent) =>
  withCommandLine('gatto-watchdog').filter((pid) => {
    const [, ppid] = read(`/proc/${pid}/stat`).split(') ').at(-1).split(' ')
    return Number(ppid) === parent
  })

/** Resolves when the predicate holds; rejects when it does not within so many milliseconds. */
export async function until(holds, what, patience = 5000) {
  const end = performance.now() + patience
  while (!holds()) {
    if (performance.now() > end) throw new Error(`not within ${patience} ms: ${what()}`)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

export function isAlive(pid) {
  return !/^$|^Z/.test(read(`/proc/${pid}/stat`).split(') ').at(-1))
}

const pids = () => fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))

/** The text of a file; none when it is gone. */
export function read(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** The processes whose command line has a text in it. */
export const withCommandLine = (text) => pids().filter((pid) => read(`/proc/${pid}/cmdline`).includes(text))
