import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { root } from './examples.js'

const read = (file) => fs.readFileSync(path.join(root, file), 'utf8')

/** The names in the first column of the tables under "Dependencies". */
const explained = read('ARCHITECTURE.md')
  .split('\n## Dependencies\n')[1]
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\|(-|\s*(crate|package)\s*\|)/.test(line))
  .flatMap((line) => line.split('|')[1].split(','))
  .map((name) => name.trim())

/** The names under the dependency tables of a Cargo.toml that are not of this workspace. */
function crates(file) {
  const tables = read(file).matchAll(/^\[((?:build-|dev-)?dependencies)\]\n((?:.+\n)*)/gm)
  const names = [...tables].flatMap(([, , lines]) => [...lines.matchAll(/^([\w-]+)/gm)].map((m) => m[1]))
  return names.filter((name) => !name.startsWith('gatto-'))
}

test('ARCHITECTURE.md says of every dependency why it is there', () => {
  const { dependencies = {}, devDependencies } = JSON.parse(read('package.json'))
  const used = [
    ...crates('Cargo.toml'),
    ...crates('crates/core/Cargo.toml'),
    ...crates('crates/schema/Cargo.toml'),
    ...Object.keys(dependencies),
    ...Object.keys(devDependencies)
  ]
  assert.deepEqual([...explained].sort(), [...new Set(used)].sort())
})
