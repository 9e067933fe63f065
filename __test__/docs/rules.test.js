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

const pages = fs
  .readdirSync(path.join(root, 'docs'))
  .filter((name) => name.endsWith('.md') && name !== 'migration.md')
  .map((name) => fs.readFileSync(path.join(root, 'docs', name), 'utf8'))

test('each rule of AgentCore has a heading in the docs', () => {
  const parts = { 3: [6, 7, 8, 9, 10], 12: [1, 2, 3, 4, 5, 6, 7], 13: [1, 2, 3, 4, 5], 17: [1, 2, 3, 4, 5] }
  const wanted = ['A4', 'A5', 'A6', 'A7', 'A8', 'A14', 'A15', 'A16']
  for (const [section, numbers] of Object.entries(parts))
    wanted.push(...numbers.map((n) => `A${section}.${n}`))
  const headings = pages.flatMap((text) => text.match(/^##+ .*/gm) ?? [])
  const ids = new Set(headings.flatMap((line) => line.match(/\bA\d+(?:\.\d+)?/g) ?? []))
  assert.deepEqual(
    wanted.filter((id) => !ids.has(id)),
    []
  )
})

test('each contract of identity and each improvement of AgentCore is stated in the docs', () => {
  const ids = new Set(pages.flatMap((text) => text.match(/\b(?:A2\.\d+|F\d+|FIX \d+)/g) ?? []))
  const identity = [3, 4, 5, 6, 8, 9, 10].map((n) => `A2.${n}`)
  const fixes = [1, 2, 3, 4, 5, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 25, 26, 27, 28, 29, 30, 31, 32, 36]
  assert.deepEqual(
    [
      ...identity.filter((id) => !ids.has(id)),
      ...fixes.filter((n) => !ids.has(`F${n}`) && !ids.has(`FIX ${n}`))
    ],
    []
  )
})
