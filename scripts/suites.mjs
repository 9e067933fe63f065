// What can be run, by name: every suite is `{ name, group, run(progress) }`, and run resolves to
// `{ passed, failed, skipped, output }`, where output is what a person needs to see of a failure.

import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { cargoCommand, root } from './addon.mjs'
import { run } from './command.mjs'
import { ensureRuntimes, RUNTIMES } from './runtimes.mjs'

const tests = path.join(root, '__test__')
/** A tool that package.json names. */
export const bin = (name) =>
  path.join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name)

/** Suites whose tests take long, by the folder they are in; a file named *.slow.test.js is slow wherever it is. */
const SLOW_FOLDERS = ['kill', 'stress']

/** What `npm test` runs. */
export const STANDARD = ['lint', 'types', 'js', 'rust']
/** What only .ci/run and whoever asks for it runs. */
export const SLOW = ['clippy', 'doc', 'package', ...SLOW_FOLDERS, 'runtimes']

export const suites = [
  command('tree', 'lint', process.execPath, ['scripts/check-tree.mjs']),
  command('biome', 'lint', bin('biome'), ['check', '--error-on-warnings', '--max-diagnostics=50']),
  command('knip', 'lint', bin('knip'), ['--no-progress', '--no-config-hints']),
  cargo('rustfmt', 'lint', ['fmt', '--all', '--check']),
  node('types', 'types', () => testFiles('types')),
  node('node', 'js', standardFiles),
  { name: 'cargo test', group: 'rust', run: rustTests },
  cargo('clippy', 'clippy', ['clippy', '--workspace', '--all-targets', '--locked', '--', '-D', 'warnings']),
  command('binding types', 'clippy', process.execPath, ['scripts/binding-types.mjs', '--check']),
  { name: 'cargo doc tests', group: 'doc', run: docTests },
  node('package', 'package', () => testFiles('package').filter(isSlow)),
  ...SLOW_FOLDERS.map((name) => node(name, name, () => testFiles(name))),
  ...Object.keys(RUNTIMES).map((major) => runtime(major))
]

/** All test files under a folder of __test__, as paths from the root. */
export function testFiles(folder = '') {
  const at = path.join(tests, folder)
  if (!fs.existsSync(at)) return []
  return fs
    .readdirSync(at, { recursive: true })
    .filter((name) => name.endsWith('.test.js'))
    .map((name) => path.join('__test__', folder, name))
    .sort()
}

/** What runs on every runtime: all but the slow tests, and those of the types, which the compiler alone decides. */
function standardFiles() {
  const types = testFiles('types')
  return testFiles().filter((file) => !isSlow(file) && !types.includes(file))
}

function isSlow(file) {
  return file.endsWith('.slow.test.js') || SLOW_FOLDERS.includes(file.split(path.sep)[1])
}

/** A check that passes or fails as a whole. */
function command(name, group, file, args) {
  return {
    name,
    group,
    async run(progress) {
      const shell = file.endsWith('.cmd')
      const { code, output } = await run(file, args, { shell, onLine: progress.update })
      return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, output }
    }
  }
}

/** A cargo command that not every toolchain has: where it is missing, it counts as skipped. */
function cargo(name, group, args) {
  const file = cargoCommand() ?? 'cargo'
  return {
    name,
    group,
    async run(progress) {
      const there = await run(file, [args[0], '--version'])
      if (there.code === 0) return command(name, group, file, args).run(progress)
      return {
        passed: 0,
        failed: 0,
        skipped: 1,
        output: `cargo ${args[0]} is not installed.\n${there.output}`
      }
    }
  }
}

/** A runtime's run of the JavaScript tests. */
function runtime(major) {
  return {
    name: `node ${major}`,
    group: 'runtimes',
    async run(progress) {
      const runtimes = await ensureRuntimes({ stream: process.stdout })
      return nodeTests(runtimes[major], standardFiles(), progress)
    }
  }
}

function node(name, group, files) {
  return { name, group, run: (progress) => nodeTests(process.execPath, files(), progress) }
}

async function nodeTests(executable, files, progress) {
  const count = { passed: 0, failed: 0, skipped: 0 }
  const failures = []
  const printed = []
  if (files.length === 0) return { ...count, failed: 1, output: 'There is no such test file.' }
  const onLine = (line) => {
    const event = parse(line)
    if (event?.kind === 'output') {
      progress.update(event.text)
      return printed.push(event.text)
    }
    if (!(event?.kind in count)) return printed.push(`${line}\n`)
    count[event.kind] += 1
    if (event.kind === 'failed') failures.push(`✗ ${event.name}\n  ${event.at}\n${indent(event.error)}\n`)
    progress.update(`${count.passed} passed, ${count.failed} failed  ${event.at}`)
  }
  const args = [...nodeOptions(), '--test-reporter=./scripts/reporter.mjs', ...files]
  const { code } = await run(executable, args, { onLine })
  if (code !== 0 && failures.length === 0) {
    count.failed += 1
    failures.push(`The test runner ended with ${code}.\n`)
  }
  return {
    ...count,
    output: [...failures, ...(printed.length > 0 ? ['Printed by the tests:\n', ...printed] : [])].join('')
  }
}

/** How the tests are run, here and by hand: a file is a process, and a test that hangs fails in the end. */
export function nodeOptions() {
  return ['--expose-gc', '--test', '--test-concurrency=2', '--test-timeout=900000']
}

function parse(line) {
  try {
    return line.startsWith('{') ? JSON.parse(line) : undefined
  } catch {
    return undefined
  }
}

function indent(text) {
  return String(text).replaceAll(/^/gm, '  ')
}

/** nextest where it is installed, since it runs test binaries beside each other; else cargo's own runner. */
async function rustTests(progress) {
  const file = cargoCommand() ?? 'cargo'
  const nextest = (await run(file, ['nextest', '--version'])).code === 0
  const args = nextest ? ['nextest', 'run', '--no-fail-fast', '--no-tests=pass'] : ['test', '--no-fail-fast']
  const { code, output } = await run(file, [...args, '--workspace', '--locked'], { onLine: progress.update })
  return rustCount(output, code)
}

async function docTests(progress) {
  const args = ['test', '--doc', '--package', 'gatto-core', '--package', 'gatto-schema', '--locked']
  const { code, output } = await run(cargoCommand() ?? 'cargo', args, { onLine: progress.update })
  return rustCount(output, code)
}

export function rustCount(output, code) {
  const sum = (pattern) => [...output.matchAll(pattern)].reduce((total, match) => total + Number(match[1]), 0)
  const summary = /^\s*Summary \[.*$/m.exec(output)?.[0]
  const found = summary
    ? {
        passed: number(/(\d+) passed/, summary),
        failed: number(/(\d+) failed/, summary) + number(/(\d+) timed out/, summary),
        skipped: number(/(\d+) skipped/, summary)
      }
    : {
        passed: sum(/ (\d+) passed;/g),
        failed: sum(/; (\d+) failed;/g),
        skipped: sum(/; (\d+) ignored;/g)
      }
  if (code !== 0 && found.failed === 0) found.failed = 1
  return { ...found, output }
}

function number(pattern, text) {
  return Number(pattern.exec(text)?.[1] ?? 0)
}
