// What `npm start` runs: an agent at work, killed half-way and taken up again. `--help` says what it can be asked for.

import process from 'node:process'
import { parseArgs } from 'node:util'
import { produced } from './outcome.mjs'
import { run } from './run.mjs'
import { Timeline } from './timeline.mjs'
import { createWorkspace } from './workspace.mjs'

const USAGE = `npm start [-- --json] [--keep]

  --json   the frames as JSON, one a line, and nothing else (npm's own banner goes with: npm --silent start -- --json)
  --keep   leaves the temporary folder with the files and the log, and says where it is
  --help   this text`

function readArguments() {
  const flag = { type: 'boolean', default: false }
  return parseArgs({ options: { json: flag, keep: flag, help: flag } }).values
}

/** Writes frames as they came: for a program that reads them. */
const jsonLines = {
  frame: (frame) => process.stdout.write(`${JSON.stringify(frame)}\n`),
  started() {},
  killed() {},
  finished() {}
}

async function main({ json, keep }) {
  const place = createWorkspace()
  const stop = new AbortController()
  // An interrupted example takes its processes and its folder with it, as a finished one does.
  const interrupt = () => stop.abort(new Error('Interrupted.'))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interrupt)
  // Whoever read the output has seen enough, as with `npm start | head`.
  process.stdout.on('error', interrupt)
  try {
    const view = json ? jsonLines : new Timeline(process.stdout, place)
    await run(place, view, stop.signal)
    view.finished(produced(place), keep)
  } finally {
    if (!keep) place.remove()
    else if (json) process.stderr.write(`Kept: ${place.dir}\n`)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, interrupt)
  }
}

try {
  const options = readArguments()
  if (options.help) console.log(USAGE)
  else await main(options)
} catch (error) {
  const usage = error.code?.startsWith('ERR_PARSE_ARGS') ? `\n\n${USAGE}` : ''
  console.error(`npm start: ${error.message}${usage}`)
  process.exitCode = 1
}
