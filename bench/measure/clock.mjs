// What a piece of work costs: CPU of the main thread, CPU of the whole process (garbage collector's and other threads
// included), and wall time, in nanoseconds.

import fs from 'node:fs'

const SCHEDSTAT = '/proc/self/schedstat' // of the thread that leads the process: the main one

function hasSchedstat() {
  try {
    return Number(fs.readFileSync(SCHEDSTAT, 'latin1').split(' ')[0]) > 0
  } catch {
    return false
  }
}

const total = ({ user, system }) => (user + system) * 1000

const mainThread =
  typeof process.threadCpuUsage === 'function'
    ? () => total(process.threadCpuUsage())
    : hasSchedstat()
      ? () => Number(fs.readFileSync(SCHEDSTAT, 'latin1').split(' ')[0])
      : () => total(process.cpuUsage()) // the closest there is: whole-process CPU

export const readClocks = () => ({
  main: mainThread(),
  process: total(process.cpuUsage()),
  wall: Number(process.hrtime.bigint())
})

export const since = (before, units = 1) => {
  const after = readClocks()
  return {
    main: (after.main - before.main) / units,
    process: (after.process - before.process) / units,
    wall: (after.wall - before.wall) / units
  }
}

/** Runs `work` once and gives its cost per unit. */
export function cost(units, work) {
  const before = readClocks()
  work()
  return since(before, units)
}

export async function costOfAsync(units, work) {
  const before = readClocks()
  await work()
  return since(before, units)
}
