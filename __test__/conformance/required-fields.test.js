import assert from 'node:assert/strict'
import test from 'node:test'
import { createToolCallFrame, createToolRegistry } from './package.js'
import { Recorder } from './recorder.js'
import { silentTool } from './session.js'

/** What a call of a tool with these parameters is answered; undefined when the tool runs. */
function check(parameters, args, options) {
  const tool = silentTool('t', { parameters })
  const registry = createToolRegistry([tool], options)
  const recorder = registry.pipe(new Recorder())
  registry.write(createToolCallFrame('c1', 't', args))
  assert.equal(tool.calls.length + recorder.frames.length, 1)
  return recorder.frames[0]?.data.error
}

const missing = (name) => `Missing required field: ${name}`
const typed = {
  type: 'object',
  properties: { a: { type: 'string' }, b: { type: 'string' } },
  required: ['b', 'a']
}

test('G29 the first missing field, in the order of required, is the error', () => {
  assert.equal(check(typed, {}), missing('b'))
  assert.equal(check(typed, { b: 'x' }), missing('a'))
  assert.equal(check(typed, { a: 'x' }), missing('b'))
  assert.equal(check(typed, { a: 'x', b: 'y' }), undefined)
})

test('G29 a field that is undefined is missing, one that is null, 0, false or empty is not', () => {
  const parameters = { required: ['a'] }
  assert.equal(check(parameters, { a: undefined }), missing('a'))
  for (const value of [null, 0, false, '', Number.NaN])
    assert.equal(check(parameters, { a: value }), undefined)
})

test('G29 an inherited field is missing', () => {
  assert.equal(check({ required: ['a'] }, Object.create({ a: 1 })), missing('a'))
  for (const name of ['toString', 'constructor', '__proto__', 'hasOwnProperty']) {
    assert.equal(check({ required: [name] }, {}), missing(name))
  }
})

test('G29 a field named __proto__ that is an own key is there', () => {
  assert.equal(check({ required: ['__proto__'] }, JSON.parse('{"__proto__":1}')), undefined)
})

test('G29 arguments without a prototype are looked at by their own keys', () => {
  const args = Object.assign(Object.create(null), { a: 1 })
  assert.equal(check({ required: ['a'] }, args), undefined)
  assert.equal(check({ required: ['b'] }, args), missing('b'))
})

test('G29 the required fields are looked at before the schema', () => {
  assert.equal(check(typed, { b: 5 }), missing('a'))
})

test('G29 absent and null arguments are an empty object', () => {
  for (const args of [undefined, null]) assert.equal(check({ required: ['a'] }, args), missing('a'))
})

test('G29 validation required looks at the required fields only', () => {
  assert.equal(check(typed, { a: 5, b: 5 }, { validation: 'required' }), undefined)
  assert.equal(check(typed, { a: 5 }, { validation: 'required' }), missing('b'))
})

test('G29 validation none looks at nothing', () => {
  assert.equal(check(typed, {}, { validation: 'none' }), undefined)
  assert.equal(check(typed, { a: 5, b: 5 }, { validation: 'none' }), undefined)
})

test('G29 another validation is a TypeError', () => {
  for (const validation of ['strict', '', 5, true, {}]) {
    assert.throws(() => createToolRegistry([], { validation }), TypeError)
  }
})

test('G29 required that is no array, or holds no strings, stops no tool', () => {
  for (const required of [undefined, null, 'a', 5, {}]) {
    assert.equal(check({ required }, {}, { validation: 'required' }), undefined)
  }
})
