import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { rustCount } from '../../scripts/suites.mjs'
import { freshFolder } from '../folder.js'

const reporter = fileURLToPath(new URL('../../scripts/reporter.mjs', import.meta.url))

/** What the reporter says of a test file with this text. */
function report(t, text) {
  const dir = freshFolder(t, 'report')
  const file = path.join(dir, 'a.test.mjs')
  fs.writeFileSync(file, `import { describe, test } from 'node:test'\n${text}`)
  const args = ['--test', `--test-reporter=${reporter}`, file]
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined }
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', env })
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

test('tests are counted once each, by what became of them', (t) => {
  const events = report(
    t,
    `test('a', () => {})
    test('b', () => { throw new RangeError('why') })
    test('c', { skip: true }, () => {})
    describe('d', () => { test('e', () => {}) })
    test('f', async (t) => { await t.test('g', () => { throw null }) })`
  )
  assert.deepEqual(
    events.map(({ kind, name }) => `${kind} ${name}`),
    ['passed a', 'failed b', 'skipped c', 'passed e', 'failed g']
  )
  assert.match(events[1].error, /RangeError.*why/)
  assert.match(events[1].at, /a\.test\.mjs:3$/)
})

test('a file that dies outside its tests fails', (t) => {
  const events = report(t, `test('a', () => {})\nprocess.exit(3)`)
  assert.equal(events.filter(({ kind }) => kind === 'failed').length, 1)
})

test('a file without a test fails', (t) => {
  assert.deepEqual(
    report(t, '').map(({ kind, error }) => [kind, error]),
    [['failed', 'The file holds no test.']]
  )
})

test('the results of nextest and of cargo test are read from their closing lines', () => {
  const nextest = '     Summary [   0.12s] 12 tests run: 9 passed, 2 failed, 1 timed out, 4 skipped\n'
  const { passed, failed, skipped } = rustCount(nextest, 100)
  assert.deepEqual({ passed, failed, skipped }, { passed: 9, failed: 3, skipped: 4 })

  const cargo =
    'test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out\n' +
    'test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out\n'
  const two = rustCount(cargo, 101)
  assert.deepEqual([two.passed, two.failed, two.skipped], [5, 1, 1])
})

test('a Rust run that failed before its tests counts as one failure', () => {
  const { passed, failed } = rustCount('error[E0308]: mismatched types\n', 101)
  assert.deepEqual([passed, failed], [0, 1])
})
