// npm run bench: native against the plain-JavaScript baseline, one table per Node.js version.
// It measures and reports in words; it never fails because a figure is bad.

import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { runRow } from './measure/interleave.mjs'
import { describeMachine, findRuntimes } from './measure/runtimes.mjs'
import { formatTable, noise } from './measure/table.mjs'
import { judge } from './measure/verdict.mjs'
import { rows } from './rows/index.mjs'

const USAGE = `npm run bench -- [options]
  --only NAME     only this row (may repeat): ${rows.map(({ name }) => name).join(' ')}
  --runs N        fresh processes for each side of a row (default 5)
  --node PATH     measure with this Node.js (may repeat; default: .cache/node's 22 and 24, else this one)
  --json FILE     write every figure to FILE
  --native PATH   the entry to measure (default: the package's own)
  --help          this text`

const here = (name) => fileURLToPath(new URL(name, import.meta.url))
const root = here('..')

function readOptions() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true, default: [] },
      node: { type: 'string', multiple: true, default: [] },
      json: { type: 'string' },
      runs: { type: 'string', default: '5' },
      native: { type: 'string' },
      help: { type: 'boolean', default: false }
    }
  })
  if (!/^[1-9]\d*$/.test(values.runs)) throw new Error('--runs needs a number from 1')
  const unknown = values.only.filter((name) => !rows.some((row) => row.name === name))
  if (unknown.length > 0) throw new Error(`no row is called ${unknown.join(', ')}`)
  return { ...values, runs: Number(values.runs) }
}

const progress = process.stderr.isTTY
  ? (text) => process.stderr.write(`\r\x1b[2K${text}`)
  : (text) => process.stderr.write(`${text}\n`)

async function measureRow(row, { options, runtime, entries, scratch }) {
  const start = performance.now()
  const label = `node ${runtime.version}, ${row.name}`
  const report = (text) => progress(`${label}: ${text}`)
  let runs
  if (row.inspect !== undefined)
    runs = [row.inspect({ root, scratch })].filter((result) => result !== undefined)
  else
    runs = await runRow(row, { node: runtime.path, runs: options.runs, entries, scratch, progress: report })
  if (runs.length === 0)
    return { name: row.name, title: row.title, clock: 'nothing to measure', lines: [], runs }
  const lines = row.lines.map((line) => judge(line, runs, runtime.major))
  report(`done in ${((performance.now() - start) / 1000).toFixed(1)} s`)
  return { name: row.name, title: row.title, clock: row.clock, lines, runs }
}

async function measure(options, runtime, entries, scratch) {
  const groups = []
  for (const row of rows) {
    if (options.only.length > 0 && !options.only.includes(row.name)) continue
    try {
      groups.push(await measureRow(row, { options, runtime, entries, scratch }))
    } catch (error) {
      // One row that cannot be measured here does not take the others with it.
      groups.push({
        name: row.name,
        title: row.title,
        clock: `not measured: ${error.message}`,
        lines: [],
        runs: []
      })
      progress(`node ${runtime.version}, ${row.name}: ${error.message}`)
    }
  }
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[2K')
  return groups
}

async function main() {
  const options = readOptions()
  if (options.help) return console.log(USAGE)
  const baseline = here('baseline/index.js')
  const wanted = path.resolve(options.native ?? path.join(root, 'index.js'))
  const isThere = fs.existsSync(wanted)
  const native = isThere ? wanted : baseline
  const nothing = here('measure/nothing.mjs')
  const agent = path.join(root, 'agent.js')
  const entries = {
    native,
    baseline,
    agent,
    peer: here('peer.mjs'),
    empty: nothing,
    parse: nothing,
    ripgrep: nothing
  }
  const machine = describeMachine()
  const { cpu, cores, memoryGB, system, load } = machine
  console.log(`${cpu}, ${cores} cores, ${memoryGB} GB, ${system}; load ${load.join(' ')} at the start`)
  if (!isThere)
    console.log(`${wanted} is missing: the baseline stands on both sides, and no verdict means anything`)

  const results = []
  for (const runtime of findRuntimes(options.node)) {
    const scratch = fs.mkdtempSync(path.join(scratchRoot(), 'run-'))
    try {
      const groups = await measure(options, runtime, entries, scratch)
      results.push({ node: runtime.version, rows: groups })
      console.log(`\nNode ${runtime.version}, medians of ${options.runs} interleaved runs`)
      console.log(formatTable(groups))
      console.log(noise(groups))
    } finally {
      fs.rmSync(scratch, { recursive: true, force: true })
    }
  }
  const file = options.json
  if (file !== undefined) fs.writeFileSync(file, `${JSON.stringify({ machine, native, results }, null, 2)}\n`)
}

// On the disk that holds the project, as a session's log would be: the system's temporary folder may be memory.
function scratchRoot() {
  const folder = path.join(root, '.cache', 'bench')
  fs.mkdirSync(folder, { recursive: true })
  return folder
}

try {
  await main()
} catch (error) {
  console.error(`bench: ${error.message}`)
  if (error.code?.startsWith('ERR_PARSE_ARGS')) console.error(USAGE)
  process.exitCode = 2
}
