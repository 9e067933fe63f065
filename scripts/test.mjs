// npm test: makes ready what is missing, runs the suites, prints a table, and shows the first failure in full.
//   npm test                        lint, types, JavaScript and Rust tests
//   npm test -- --only js,rust      some of them; also clippy, doc, package, kill, stress, runtimes
//   npm test -- --only slow         all that npm test leaves out
//   npm test -- --long              with more kills and more random cases
//   npm test -- __test__/leak       some files or folders, as node --test prints them

import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { BuildError, root } from './addon.mjs'
import { cacheDir, ensureReady, main } from './checkout.mjs'
import { seconds, startStep } from './progress.mjs'
import { nodeOptions, SLOW, STANDARD, suites, testFiles } from './suites.mjs'

const stream = process.stdout

/** What makes the suites long that can be longer; what the environment says goes first. */
const LONG = { GATTO_KILLS: '2000', GATTO_FUZZ_RUNS: '100000' }

await main(async () => {
  const { only, files, options } = parseArguments(process.argv.slice(2))
  await ensureReady({ stream })
  if (files.length > 0 || options.length > 0) return runFiles(files, options)
  await runSuites(suites.filter(({ group }) => only.includes(group)))
})

function parseArguments(args) {
  const groups = { slow: SLOW, standard: STANDARD, all: [...STANDARD, ...SLOW] }
  const only = []
  const files = []
  const options = []
  while (args.length > 0) {
    const arg = args.shift()
    if (arg === '--only') only.push(...(args.shift() ?? '').split(','))
    else if (arg.startsWith('--only=')) only.push(...arg.slice(7).split(','))
    else if (arg === '--long') Object.assign(process.env, { ...LONG, ...process.env })
    else if (arg.startsWith('-')) options.push(arg)
    else files.push(...filesAt(arg))
  }
  const names = (only.length > 0 ? only : ['standard']).flatMap((name) => groups[name] ?? name)
  const unknown = names.find((name) => !groups.all.includes(name))
  if (unknown !== undefined)
    throw new BuildError(`--only takes ${[...groups.all, 'slow', 'all'].join(', ')}; not "${unknown}".`)
  return { only: names, files, options }
}

function filesAt(name) {
  const file = path.relative(root, path.resolve(name))
  if (!fs.existsSync(path.join(root, file))) throw new BuildError(`${name}: no such test file or folder.`)
  if (!fs.statSync(path.join(root, file)).isDirectory()) return [file]
  return testFiles(path.relative('__test__', file))
}

/** Chosen files, with the runner's own output and whatever options of node the caller gives. */
function runFiles(files, options) {
  const chosen = files.length > 0 ? files : testFiles()
  const args = [...nodeOptions(), '--test-reporter=spec', ...options, ...chosen]
  process.exitCode = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1
}

async function runSuites(chosen) {
  const begun = Date.now()
  const rows = []
  for (const suite of chosen) {
    const step = startStep(suite.name, { stream })
    const result = await suite
      .run(step)
      .catch((error) => ({ passed: 0, failed: 1, skipped: 0, output: explain(error) }))
    const summary = `${result.passed} passed${result.failed ? `, ${result.failed} failed` : ''}`
    const ms = result.failed > 0 ? step.fail(summary) : step.done(summary)
    rows.push({ ...suite, ...result, ms, log: keepLog(suite.name, result.output) })
  }
  const failed = rows.filter((row) => row.failed > 0)
  if (failed.length > 0) showFailures(failed)
  console.log(`\n${table(rows)}\n\nin ${seconds(Date.now() - begun)}`)
  const total = (key) => rows.reduce((sum, row) => sum + row[key], 0)
  console.log(`${total('passed')} passed, ${total('failed')} failed, ${total('skipped')} skipped`)
  process.exitCode = failed.length > 0 ? 1 : 0
}

function explain(error) {
  return error instanceof BuildError ? error.message : error.stack
}

function keepLog(name, output) {
  const file = path.join(cacheDir, 'test', `${name.replaceAll(' ', '-')}.log`)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, output)
  return path.relative(root, file)
}

function showFailures([first, ...others]) {
  console.log(`\n──── ${first.name} failed ────\n${first.output.trimEnd()}\n────`)
  for (const { name, log } of others) console.log(`${name} failed too: see ${log}`)
}

function table(rows) {
  const cells = rows.map(({ name, passed, failed, skipped, ms }) => [
    failed > 0 ? '✗' : '✓',
    name,
    `${passed} passed`,
    failed ? `${failed} failed` : '',
    skipped ? `${skipped} skipped` : '',
    seconds(ms)
  ])
  const widths = cells[0].map((_, i) => Math.max(...cells.map((row) => row[i].length)))
  return cells
    .map(
      (row) =>
        `  ${row
          .map((text, i) => text.padEnd(widths[i]))
          .join('  ')
          .trimEnd()}`
    )
    .join('\n')
}
