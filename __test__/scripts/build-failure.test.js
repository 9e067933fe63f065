import assert from 'node:assert/strict'
import fs from 'node:fs'
import process from 'node:process'
import { test } from 'node:test'
import { checkout } from './checkout.js'

const posix = { skip: process.platform === 'win32' && 'the pretended cargo is a shell script' }

/** What a build says when cargo fails with these words. */
function failing(t, words) {
  const there = checkout(t)
  fs.writeFileSync(there.at('bin/words'), words)
  fs.writeFileSync(there.at('bin/fails'), '')
  return there.run('build.mjs')
}

test('without cargo a build says what to install', posix, (t) => {
  const { status, output } = checkout(t).run('build.mjs', [], {
    CARGO: '',
    CARGO_HOME: '/nowhere',
    PATH: '/nowhere'
  })
  assert.equal(status, 1)
  assert.match(output, /cargo was not found.*Rust toolchain/s)
  assert.doesNotMatch(output, /at .*\.mjs:\d+/)
})

test('without a C compiler a build says so after the words of cargo', posix, (t) => {
  const { status, output } = failing(t, 'error: linker `cc` not found\n')
  assert.equal(status, 1)
  assert.match(output, /linker `cc` not found[\s\S]*A C compiler is missing/)
})

test('with a Rust that is too old a build names the version it needs', posix, (t) => {
  const { output } = failing(t, 'error: rustc 1.70.0 is not supported by the following packages\n')
  assert.match(output, /This Rust is too old: 1\.89/)
})

test('a build that failed is tried again', posix, (t) => {
  const there = checkout(t)
  fs.writeFileSync(there.at('bin/fails'), '')
  assert.equal(there.run('build.mjs').status, 1)
  fs.rmSync(there.at('bin/fails'))
  assert.equal(there.run('build.mjs').status, 0)
  assert.equal(there.builds(), 2)
})

test('the version of Rust that the messages name is the one of Cargo.toml', () => {
  const read = (name) => fs.readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
  const [, wanted] = /rust-version = "([^"]+)"/.exec(read('Cargo.toml'))
  for (const name of ['scripts/addon.mjs', 'js/load.js']) {
    assert.deepEqual([...new Set(read(name).match(/\b1\.\d\d\b/g))], [wanted], name)
  }
})
