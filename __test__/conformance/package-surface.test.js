import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { specifier } from './package.js'

const names = [
  'createAgentHarness',
  'createToolRegistry',
  'GattoFrameType',
  'FrameType',
  'createStartFrame',
  'createEndFrame',
  'createParamFrame',
  'createDataFrame',
  'createProgressFrame',
  'createErrorFrame',
  'createTextFrame',
  'createToolCallFrame',
  'createToolResultFrame',
  'createThinkingFrame'
]

const imported = await import(specifier)
const require = createRequire(import.meta.url)
const required = require(specifier.startsWith('file:') ? fileURLToPath(specifier) : specifier)

for (const name of names) {
  test(`G1 import and require give the same ${name}`, () => {
    assert.notEqual(imported[name], undefined)
    assert.equal(required[name], imported[name])
  })
}

test('G1 every name but the two tables of types is a function', () => {
  for (const name of names.filter((name) => !name.endsWith('FrameType'))) {
    assert.equal(typeof imported[name], 'function', name)
  }
})
