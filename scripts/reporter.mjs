// A reporter for node --test, made for scripts/suites.mjs: one JSON line an event that matters. Works from Node 20 on.

import path from 'node:path'
import process from 'node:process'
import { inspect } from 'node:util'

const KINDS = { 'test:pass': 'passed', 'test:fail': 'failed' }

export default async function* report(events) {
  for await (const { type, data } of events) {
    if (type === 'test:stdout' || type === 'test:stderr') yield line({ kind: 'output', text: data.message })
    else if (KINDS[type] && !isContainer(data)) yield line(entryOf(KINDS[type], data))
  }
}

function entryOf(kind, data) {
  const { name, details } = data
  const file = data.file ? path.relative(process.cwd(), data.file) : ''
  const entry = { kind, name, at: data.line ? `${file}:${data.line}` : file, ms: details.duration_ms }
  if (data.skip !== undefined || data.todo !== undefined) return { ...entry, kind: 'skipped' }
  // The runner reports a file as a test only where there is nothing in it to report.
  const isFile = data.file !== undefined && path.resolve(name) === data.file
  if (kind === 'failed') entry.error = isFile ? 'The file failed outside its tests.' : explain(details.error)
  else if (isFile) return { ...entry, kind: 'failed', error: 'The file holds no test.' }
  return entry
}

/** Suites, and tests that failed only because a test inside them did, are no tests of their own. */
function isContainer({ details }) {
  return details.type === 'suite' || details.error?.failureType === 'subtestsFailed'
}

/** The runner wraps what a test threw; the cause is what its writer wants to see. */
function explain(error) {
  return typeof error.cause === 'string' ? error.cause : inspect(error.cause ?? error, { depth: 4 })
}

function line(value) {
  return `${JSON.stringify(value)}\n`
}
