// A process that measures one side of one row: prepares and warms up, then runs a block for each line of its input.
// Every line of its output is JSON. Arguments: row, side, entry module, scratch folder, and 'setup' for preparing files.

import fs from 'node:fs'
import readline from 'node:readline'
import { pathToFileURL } from 'node:url'

const [rowName, side, entry, scratch, mode] = process.argv.slice(2)
const { default: row } = await import(`../rows/${rowName}.mjs`)
const load = () => import(pathToFileURL(entry).href)
const context = { side, entry, scratch, load }
// Not console.log: its stream would add handles and garbage of its own.
const say = (value) => fs.writeSync(1, `${JSON.stringify(value)}\n`)

if (mode === 'setup') {
  await row.setup(await load(), context)
  say({ done: true })
} else {
  const block = await row.prepare(row.loadsItself ? undefined : await load(), context)
  say({ ready: true })
  for await (const _line of readline.createInterface({ input: process.stdin })) say(await block())
}
process.exit(0) // a row may leave harnesses, timers and locks behind
