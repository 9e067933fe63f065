// Runs a row: every run has a fresh process for each side, and the sides take turns block by block, so that whatever
// else the machine does meets all of them alike.

import { Side } from './side.mjs'
import { overBlocks } from './statistics.mjs'

// A side named 'native/one-thread' is the native one with the whole of the garbage collector on the main thread: there
// main-thread CPU counts all the garbage, of which helper threads otherwise take an unknown share.
const VARIANTS = { 'one-thread': ['--single-threaded-gc'] }

function launch(row, name, { node, entries, scratch }, ...mode) {
  const [side, variant] = name.split('/')
  const flags = [...(row.flags ?? []), ...(VARIANTS[variant] ?? [])]
  return new Side(node, flags, [row.name, side, entries[side] ?? '-', scratch, ...mode])
}

/** @returns per run `{ side: { key: { clock: value } } }` */
export async function runRow(row, { runs, progress, ...place }) {
  for (const side of row.setup === undefined ? [] : row.sides) {
    progress(`preparing ${side}`)
    await once(launch(row, side, place, 'setup'))
  }
  const results = []
  const count = runs * (row.processes ?? 1)
  for (let run = 0; run < count; run++) {
    progress(`run ${run + 1} of ${count}`)
    results.push(await oneRun(row, run, place))
  }
  return results
}

async function once(side) {
  try {
    await side.answer()
  } finally {
    await side.stop()
  }
}

async function oneRun(row, run, place) {
  const names = run % 2 === 0 ? row.sides : [...row.sides].reverse()
  const sides = []
  const samples = {}
  try {
    for (const name of names) {
      const side = launch(row, name, place)
      sides.push({ name, side })
      samples[name] = []
      await side.answer() // one prepares at a time
    }
    for (let block = 0; block < (row.blocks ?? 1); block++) {
      const order = block % 2 === 0 ? sides : [...sides].reverse()
      for (const { name, side } of order) samples[name].push(await side.block())
    }
    for (const { side } of sides) await side.stop()
  } finally {
    for (const { side } of sides) side.kill()
  }
  return Object.fromEntries(Object.entries(samples).map(([name, blocks]) => [name, overBlocks(blocks)]))
}
