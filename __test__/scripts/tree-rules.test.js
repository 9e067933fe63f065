import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { problemsOf } from '../../scripts/check-tree.mjs'
import { freshFolder } from '../folder.js'

const SOUND = {
  'package.json': '{ "version": "1.0.0", "scripts": { "build": "true" } }',
  'package-lock.json': '{ "version": "1.0.0" }',
  'Cargo.toml': 'version = "1.0.0"',
  'js/version.js': "export const version = '1.0.0'",
  'CHANGELOG.md': '# Changelog\n\n## 1.0.0\n'
}

/** What is wrong in a sound tree with these files added or changed. */
function problemsWith(t, files) {
  const dir = freshFolder(t, 'tree')
  for (const [name, text] of Object.entries({ ...SOUND, ...files })) {
    fs.mkdirSync(path.dirname(path.join(dir, name)), { recursive: true })
    fs.writeFileSync(path.join(dir, name), text)
  }
  return problemsOf(dir)
}

test('a sound tree has no problems', (t) => {
  assert.deepEqual(problemsWith(t, {}), [])
})

test('a file has at most 400 lines, unless it is generated', (t) => {
  const files = { 'a.js': '\n'.repeat(400), 'b.js': '\n'.repeat(401), 'Cargo.lock': '\n'.repeat(500) }
  assert.deepEqual(problemsWith(t, files), ['b.js: 401 lines, at most 400'])
})

test('a file or folder is not named for nothing', (t) => {
  const found = problemsWith(t, { 'js/utils.js': '', 'js/common/x.js': '', 'js/pipe.js': '' })
  assert.equal(found.length, 2)
  assert.match(found.join('\n'), /js\/utils\.js/)
  assert.match(found.join('\n'), /js\/common\/x\.js/)
})

test('nothing names a registry host or a path of one machine', (t) => {
  const host = ['registry', 'example', 'org'].join('.')
  const home = ['', 'home', 'somebody', 'x'].join('/')
  const found = problemsWith(t, {
    'a.js': `fetch('https://${host}/x')\nopen('${home}')\nregistry.source.pipe(x)\n`
  })
  assert.deepEqual(found, [
    `a.js:1: names a registry's host: ${host}`,
    `a.js:2: names a path of one machine: '${home.slice(0, -2)}`
  ])
})

test('relative links of the docs lead to files and headings', (t) => {
  const guide = '# Guide\n\n## How `it` runs\n\n## How it runs\n'
  const text =
    '[a](guide.md) [b](guide.md#how-it-runs-1) [c](#top)\n# Top\n[d](gone.md) [e](guide.md#gone)\n```\n[f](no.md)\n```\n'
  const found = problemsWith(t, { 'docs/guide.md': guide, 'docs/index.md': text })
  assert.deepEqual(found, [
    'docs/index.md:3: gone.md leads nowhere',
    'docs/index.md:3: docs/guide.md has no heading #gone'
  ])
})

test('the scripts that the docs name exist', (t) => {
  const found = problemsWith(t, { 'README.md': 'Run `npm run build`,\nthen `npm run bild`.\n' })
  assert.deepEqual(found, ['README.md:2: package.json has no script "bild"'])
})

test('one version stands everywhere', (t) => {
  const [found] = problemsWith(t, { 'js/version.js': "export const version = '1.0.1'" })
  assert.match(found, /the version differs: .*js\/version\.js 1\.0\.1/)
})
