import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { root } from './examples.js'

const read = (file) => fs.readFileSync(path.join(root, file), 'utf8')
const unique = (codes) => [...new Set(codes)].sort()

function* sources(dir) {
  for (const entry of fs.readdirSync(path.join(root, dir), { withFileTypes: true })) {
    const file = path.join(dir, entry.name)
    if (entry.isDirectory()) yield* sources(file)
    else if (/\.(js|rs)$/.test(entry.name)) yield file
  }
}

const inSources = unique(
  [...sources('js'), ...sources('src'), ...sources('crates'), 'index.js', 'streams.js'].flatMap(
    (file) => read(file).match(/ERR_GATTO_[A-Z0-9_]*[A-Z0-9]/g) ?? []
  )
)

test('docs/errors.md lists exactly the codes of the sources', () => {
  const listed = [...read('docs/errors.md').matchAll(/^\| `(ERR_GATTO_\w+)` \|/gm)].map((m) => m[1])
  assert.deepEqual(unique(listed), inSources)
  assert.equal(listed.length, unique(listed).length, 'a code is listed twice')
})

test('the types list exactly the codes of the sources', () => {
  const listed = [...read('types/error.d.ts').matchAll(/^ {2}\| '(ERR_GATTO_\w+)'/gm)].map((m) => m[1])
  assert.deepEqual(unique(listed), inSources)
})
