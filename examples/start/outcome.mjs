// What a run has left in its folder, and what it took.

import fs from 'node:fs'
import path from 'node:path'
import { readLog } from './log.mjs'

/** The files, the report and the log, read back from the folder. */
export function produced(place) {
  const files = fs.readdirSync(place.files).sort()
  return {
    files: files.map((name) => ({ name, bytes: fs.statSync(path.join(place.files, name)).size })),
    report: fs.readFileSync(path.join(place.files, 'REPORT.md'), 'utf8'),
    log: readLog(place.log)
  }
}

/** The last lines of the timeline. `count` is what the timeline has seen go by. */
export function outcomeLines({ files, report, log }, count) {
  const { success, error } = count.results
  const spans = count.processes.map(({ from, to }) => to - from)
  return [
    ...report
      .trimEnd()
      .split('\n')
      .map((line) => `  │ ${line}`),
    '',
    `files     ${files.map(({ name, bytes }) => `${name} ${bytes} B`).join(', ')}`,
    `log       ${log.file}: ${log.records.length} records, ${log.bytes} bytes`,
    `calls     ${count.calls}: ${success} answered, ${error} refused or interrupted, ${log.open.length} without a result`,
    `frames    ${count.frames} in ${count.turns} turns and ${spans.length} processes`,
    `time      ${spans.reduce((a, b) => a + b)} ms (${spans.map((ms) => `${ms} ms`).join(' + ')})`
  ]
}
