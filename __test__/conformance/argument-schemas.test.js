import assert from 'node:assert/strict'
import test from 'node:test'
import { createToolCallFrame, createToolRegistry } from './package.js'
import { Recorder } from './recorder.js'
import { callsOf, lastEntry, silentTool, startSession } from './session.js'

/** The data of the result of a call; undefined when the tool ran. */
function check(parameters, args) {
  const tool = silentTool('t', { parameters })
  const registry = createToolRegistry([tool])
  const recorder = registry.pipe(new Recorder())
  registry.write(createToolCallFrame('c1', 't', args))
  assert.equal(tool.calls.length + recorder.frames.length, 1)
  return recorder.frames[0]?.data
}
const passes = (parameters, args) => assert.equal(check(parameters, args), undefined)
const fails = (parameters, args, path) => {
  const data = check(parameters, args)
  assert.ok(data, `${JSON.stringify(parameters)} refuses the arguments`)
  assert.equal(data.status, 'error')
  assert.ok(data.error.startsWith(`Invalid argument at ${path}: `), data.error)
  return data
}

const file = {
  type: 'object',
  properties: {
    path: { type: 'string', minLength: 1 },
    lines: { type: 'array', items: { type: 'integer', minimum: 1 } },
    mode: { enum: ['text', 'binary'] }
  },
  required: ['path'],
  additionalProperties: false
}

test('G29 arguments that fit the schema run the tool', () => {
  passes(file, { path: 'a', lines: [1, 2], mode: 'text' })
  passes({}, { anything: [null] })
  passes({ type: 'object', properties: {} }, { more: 1 })
})

test('G29 the first failure is the error, with a JSON pointer to its place', () => {
  fails(file, { path: 5 }, '/path')
  fails(file, { path: 'a', lines: [1, 'two'] }, '/lines/1')
  fails(file, { path: 'a', mode: 'other' }, '/mode')
})

test('G29 a failure at the root has an empty pointer', () => {
  fails(file, { path: 'a', more: true }, '')
  fails({ type: 'object', minProperties: 1 }, {}, '')
})

test('G29 slashes and tildes in a pointer are escaped', () => {
  fails({ properties: { 'a/b~c': { type: 'string' } } }, { 'a/b~c': 1 }, '/a~1b~0c')
})

test('G29 details list all failures, each with path, message, expected and received', () => {
  const { details, error } = fails(file, { path: 5, lines: ['x', 0], mode: 'other' }, '/path')
  assert.ok(Array.isArray(details))
  assert.deepEqual(details.map((detail) => detail.path).sort(), ['/lines/0', '/lines/1', '/mode', '/path'])
  for (const detail of details) {
    assert.deepEqual(Object.keys(detail).sort(), ['expected', 'message', 'path', 'received'])
    assert.equal(typeof detail.message, 'string')
  }
  assert.equal(error, `Invalid argument at ${details[0].path}: ${details[0].message}`)
})

test('G29 G31 details stand beside the error in the result frame of a harness', () => {
  const tools = [silentTool('t', { parameters: file })]
  const { harness, recorder } = startSession({ tools, emitToolResults: true })
  harness.write(callsOf(['c1', 't', { path: 5 }]))
  const { data } = recorder.frames.find((frame) => frame.data?.type === 'tool-result')
  assert.equal(data.details.length, 1)
  assert.equal(data.details[0].path, '/path')
  assert.equal(lastEntry(harness).error, data.error)
})

test('G29 the schema is draft 2020-12', () => {
  fails({ prefixItems: [{ type: 'integer' }], type: 'array' }, ['x'], '/0')
  fails({ properties: { a: { dependentRequired: { b: ['c'] } } } }, { a: { b: 1 } }, '/a')
  passes({ $defs: { n: { type: 'integer' } }, properties: { a: { $ref: '#/$defs/n' } } }, { a: 1 })
  fails({ $defs: { n: { type: 'integer' } }, properties: { a: { $ref: '#/$defs/n' } } }, { a: 'x' }, '/a')
})

test('G29 $schema names another draft', () => {
  const items = { a: { type: 'array', items: [{ type: 'integer' }] } }
  fails({ $schema: 'http://json-schema.org/draft-07/schema#', properties: items }, { a: ['x'] }, '/a/0')
  const tuple = { a: { type: 'array', prefixItems: [{ type: 'integer' }] } }
  passes({ $schema: 'http://json-schema.org/draft-07/schema#', properties: tuple }, { a: ['x'] })
})

test('G29 1.0 is an integer, and a number of 2^53 or more is a number', () => {
  const parameters = { properties: { n: { type: 'integer' } } }
  passes(parameters, { n: 1.0 })
  passes(parameters, { n: 2 ** 60 })
  fails(parameters, { n: 1.5 }, '/n')
})

test('G29 the schema sees what JSON.stringify gives', () => {
  const parameters = { properties: { a: { type: 'string' } } }
  passes(parameters, { a: new Date(0) })
  passes(parameters, { a: undefined })
  passes(parameters, { a: () => {} })
  passes(parameters, { a: { toJSON: () => 'text' } })
  fails(parameters, { a: Number.NaN }, '/a')
  fails(parameters, { a: { toJSON: () => 5 } }, '/a')
})

const cyclic = { a: 'x' }
cyclic.self = cyclic
let deep = { a: 'x' }
for (let i = 0; i < 200; i++) deep = { a: 'x', deep }
const thrower = {
  a: 'x',
  toJSON() {
    throw new Error('mine')
  }
}
for (const [name, args] of [
  ['a cycle', cyclic],
  ['a bigint', { a: 'x', n: 1n }],
  ['a depth over 128', deep],
  ['a toJSON that throws', thrower]
]) {
  test(`G29 ${name} is refused by a tool with a schema and runs one without`, () => {
    const parameters = { type: 'object', properties: { a: { type: 'string' } } }
    const { error, details } = check(parameters, args)
    assert.equal(error, 'Invalid argument at : not JSON')
    assert.deepEqual(
      details.map(({ path, message, expected }) => [path, message, expected]),
      [['', 'not JSON', 'JSON']]
    )
    passes(undefined, args)
  })
}

test('G29 G14 the tool gets the very arguments of the call', () => {
  const tool = silentTool('t', { parameters: file })
  const { harness } = startSession({ tools: [tool] })
  const args = Object.freeze({ path: 'a' })
  harness.write(callsOf(['c1', 't', args]))
  assert.equal(tool.calls[0].args, args)
})

test('G29 a schema that does not compile checks only the required fields', () => {
  for (const broken of [
    { type: 'no such type', required: ['a'] },
    { properties: { a: { $ref: '#/nowhere' } }, required: ['a'] },
    { properties: { a: { pattern: '(' } }, required: ['a'] }
  ]) {
    passes(broken, { a: 5 })
    assert.equal(check(broken, {}).error, 'Missing required field: a')
  }
})

test('G29 a schema that refers to the network or to a file fetches nothing', () => {
  for (const ref of [
    'http://127.0.0.1:9/schema.json',
    'https://example.invalid/s.json',
    'file:///etc/passwd'
  ]) {
    passes({ properties: { a: { $ref: ref } } }, { a: 5 })
  }
})

test('G29 parameters that are no JSON check only the required fields', () => {
  const parameters = { type: 'object', required: ['a'], properties: {} }
  parameters.self = parameters
  passes(parameters, { a: 5 })
  assert.equal(check(parameters, {}).error, 'Missing required field: a')
})

test('G29 the schema is compiled once, at registration', () => {
  const parameters = { properties: { a: { type: 'string' } } }
  let read = 0
  const tool = silentTool('t')
  Object.defineProperty(tool, 'parameters', {
    enumerable: true,
    get() {
      read += 1
      return parameters
    }
  })
  const registry = createToolRegistry([tool])
  const recorder = registry.pipe(new Recorder())
  parameters.properties.a.type = 'integer'
  registry.write(createToolCallFrame('c1', 't', { a: 'text' }))
  registry.write(createToolCallFrame('c2', 't', { a: 5 }))
  assert.ok(read >= 1)
  assert.equal(tool.calls.length, 1)
  assert.equal(tool.calls[0].args.a, 'text')
  assert.ok(recorder.frames[0].data.error.startsWith('Invalid argument at /a: '))
})

test('G29 validation required and none do not look at the schema of a harness', () => {
  for (const validation of ['required', 'none']) {
    const tool = silentTool('t', { parameters: file })
    const { harness } = startSession({ tools: [tool], validation })
    harness.write(callsOf(['c1', 't', { path: 5 }]))
    assert.equal(tool.calls.length, 1)
  }
})
