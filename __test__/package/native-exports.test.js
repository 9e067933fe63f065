import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { loadBinding } from '../../js/load.js'
import { root } from './project.js'

/** The texts of all JavaScript files under some folders. */
function texts(...folders) {
  return folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true })
      .filter((name) => name.endsWith('.js'))
      .map((name) => fs.readFileSync(path.join(root, folder, name), 'utf8'))
  )
}

test('the glue calls no native function that the binding lacks', () => {
  const there = Object.keys(loadBinding())
  const called = texts('js').flatMap((text) =>
    [...text.matchAll(/\bnative\.(?!js\b)(\w+)/g)].map((m) => m[1])
  )
  const lacking = [...new Set(called)].filter((name) => !there.includes(name))
  assert.deepEqual(lacking, [])
})

test('the binding has no function that nobody calls', () => {
  const all = texts('js', '__test__').join('\n')
  const idle = Object.keys(loadBinding()).filter((name) => !new RegExp(`\\.${name}\\b`).test(all))
  assert.deepEqual(idle, [])
})
