import assert from 'node:assert/strict'
import { test } from 'node:test'
import { folder, npm, root } from './project.js'

const EXPECTED = [
  /^(index|streams|agent)\.(js|d\.ts)$/,
  /^types\/[\w/-]+\.d\.ts$/,
  /^js\/[\w/-]+\.js$/,
  /^scripts\/(addon|install)\.mjs$/,
  /^(package\.json|README\.md|CHANGELOG\.md|LICENSE)$/,
  /^docs\/[\w/-]+\.md$/,
  /^(Cargo\.toml|Cargo\.lock|build\.rs)$/,
  /^src\/[\w/-]+\.rs$/,
  /^src\/process\/watchdog\.sh$/,
  /^crates\/[\w-]+\/(Cargo\.toml|src\/[\w/-]+\.rs)$/
]

test('the pack holds the package, the sources to build it from, and nothing else', async (t) => {
  const { stdout } = await npm(['pack', root, '--dry-run', '--ignore-scripts', '--json'], folder(t))
  const files = JSON.parse(stdout)[0].files.map((file) => file.path)

  const strangers = files.filter((file) => !EXPECTED.some((pattern) => pattern.test(file)))
  assert.deepEqual(strangers, [])
  const missing = EXPECTED.filter((pattern) => !files.some((file) => pattern.test(file)))
  assert.deepEqual(missing, [])
  assert.deepEqual(
    files.filter((file) => /test|bench|\.node$|target\//.test(file)),
    []
  )
})
