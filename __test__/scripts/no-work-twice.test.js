import assert from 'node:assert/strict'
import fs from 'node:fs'
import process from 'node:process'
import { test } from 'node:test'
import { localFile } from '../../js/load.js'
import { checkout } from './checkout.js'

const posix = { skip: process.platform === 'win32' && 'the pretended cargo is a shell script' }

test('a fresh checkout installs and builds; a second run does neither', posix, (t) => {
  const there = checkout(t, { fresh: true })

  const first = there.run('build.mjs')
  assert.equal(first.status, 0, first.output)
  assert.match(first.output, /npm ci[\s\S]*cargo build/)
  assert.equal(there.builds(), 1)

  const second = there.run('build.mjs')
  assert.equal(second.status, 0)
  assert.equal(second.output, '')
  assert.equal(there.builds(), 1)
})

test('a changed source, and a binding that is gone, are built again', posix, (t) => {
  const there = checkout(t)
  there.run('build.mjs')

  fs.writeFileSync(there.at('src/lib.rs'), '// changed')
  there.run('build.mjs')
  assert.equal(there.builds(), 2)

  fs.rmSync(there.at(localFile().split(/[\\/]/).at(-1)))
  there.run('build.mjs')
  assert.equal(there.builds(), 3)
})

test('what somebody installed by hand is not installed again', posix, (t) => {
  const there = checkout(t)
  const { output } = there.run('build.mjs')
  assert.doesNotMatch(output, /npm ci/)
})

test('the install script in a checkout leaves the build to the same stamp', posix, (t) => {
  const there = checkout(t)
  there.run('install.mjs')
  assert.equal(there.builds(), 1)
  there.run('build.mjs')
  there.run('install.mjs')
  assert.equal(there.builds(), 1)
})

test('the clone that npm prepares for a git dependency is not built', posix, (t) => {
  const there = checkout(t)
  const { status } = there.run('install.mjs', [], { _PACOTE_NO_PREPARE_: 'git' })
  assert.equal(status, 0)
  assert.equal(there.builds(), 0)
})
