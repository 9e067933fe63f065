import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { test } from 'node:test'
import { checkout } from './checkout.js'

const posix = { skip: process.platform === 'win32' && 'the pretended cargo is a shell script' }

/** A checkout with these test files. */
function withTests(t, files) {
  const there = checkout(t)
  for (const [name, text] of Object.entries(files)) {
    const file = there.at(`__test__/${name}.test.js`)
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, `import { test } from 'node:test'\n${text}`)
  }
  return there
}

test('a run ends with a table and one line of totals, after the first failure in full', posix, (t) => {
  const there = withTests(t, {
    'area/a': `test('G1 holds', () => {})`,
    'area/b': `test('G2 breaks', () => { throw new Error('the reason') })`
  })
  const { status, output } = there.run('test.mjs', ['--only', 'js'])

  assert.equal(status, 1)
  assert.match(output, /✗ G2 breaks\n {2}__test__\/area\/b\.test\.js:2\n[\s\S]*the reason/)
  assert.match(output, /^ {2}✗ {2}node {2}1 passed {2}1 failed/m)
  assert.match(output.trimEnd(), /\n1 passed, 1 failed, 0 skipped$/)
})

test('slow tests run only when they are asked for', posix, (t) => {
  const there = withTests(t, {
    'area/a': `test('quick', () => {})`,
    'package/b.slow': `test('slow', () => {})`,
    'kill/c': `test('kill', () => {})`
  })
  assert.match(there.run('test.mjs', ['--only', 'js']).output, /\n1 passed, 0 failed, 0 skipped\n$/)
  assert.match(there.run('test.mjs', ['--only=package,kill']).output, /\n2 passed, 0 failed, 0 skipped\n$/)
})

test('a suite without test files fails', posix, (t) => {
  const { status, output } = withTests(t, {}).run('test.mjs', ['--only', 'kill'])
  assert.equal(status, 1)
  assert.match(output, /There is no such test file/)
})

test('named files run with the output of node, and its options', posix, (t) => {
  const there = withTests(t, { 'area/a': `test('G1 one', () => {})\ntest('G2 two', () => {})` })
  const { status, output } = there.run('test.mjs', ['__test__/area', '--test-name-pattern=G2'])
  assert.equal(status, 0)
  assert.match(output, /✔ G2 two/)
  assert.doesNotMatch(output, /✔ G1 one/)
})

test('a suite or file that does not exist is refused by name', posix, (t) => {
  const there = withTests(t, {})
  const suite = there.run('test.mjs', ['--only', 'nonsense'])
  assert.deepEqual([suite.status, /"nonsense"/.test(suite.output)], [1, true])
  const file = there.run('test.mjs', ['__test__/gone'])
  assert.deepEqual([file.status, /__test__\/gone: no such test file/.test(file.output)], [1, true])
})
