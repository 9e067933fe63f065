import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { root } from './examples.js'

const protocol = fs.readFileSync(path.join(root, 'docs/protocol.md'), 'utf8')

test('docs/protocol.md has one section for each rule, in order', () => {
  const ids = [...protocol.matchAll(/^### (G\d+) /gm)].map((m) => m[1])
  assert.deepEqual(
    ids,
    Array.from({ length: 40 }, (_, i) => `G${i + 1}`)
  )
})

test('every section of docs/protocol.md says something', () => {
  for (const section of protocol.split(/^### (?=G\d+ )/m).slice(1)) {
    const [title, ...lines] = section.split('\n')
    const text = lines.join(' ').replace(/^#.*$/gm, '').trim()
    assert.ok(text.length > 80, `${title} has too little text`)
  }
})
