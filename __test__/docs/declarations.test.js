import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { documents, root } from './examples.js'

const declarations = documents.filter((file) => file.endsWith('.d.ts'))

test('every exported declaration says what it is', () => {
  const silent = declarations.flatMap((file) => {
    const lines = fs.readFileSync(path.join(root, file), 'utf8').split('\n')
    return lines.flatMap((line, i) => {
      const isOne = /^export (?:declare )?(?:interface|type|class|function|const) \w/.test(line)
      return isOne && !lines[i - 1]?.endsWith('*/') ? [`${file}:${i + 1}: ${line}`] : []
    })
  })
  assert.deepEqual(silent, [])
  assert.ok(declarations.length > 30)
})
