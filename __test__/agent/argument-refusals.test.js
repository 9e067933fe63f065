import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from '@earendil-works/pi-ai'
import { parseToolArguments, validateToolArguments } from '@polyweave/gatto-agent-harness/agent'

const validate = (parameters, given) =>
  validateToolArguments({ name: 'look', parameters }, { id: 'c', name: 'look', arguments: given })

function messageOf(body) {
  try {
    body()
  } catch (error) {
    assert.equal(error.name, 'Error')
    return error.message
  }
  return assert.fail('nothing was thrown')
}

test('A3.6 a refusal names the tool, each place with its reason, and what was received', () => {
  const parameters = Type.Object({
    path: Type.String(),
    range: Type.Object({ from: Type.Number(), to: Type.Number() }),
    tags: Type.Array(Type.String())
  })
  const message = messageOf(() => validate(parameters, { range: { from: 'x' }, tags: ['a', {}] }))
  const [first, ...rest] = message.split('\n')
  assert.match(first, /Validation failed.*"look"/)
  const end = rest.indexOf('')
  assert.deepEqual(rest.slice(0, end).sort(), [
    '  - path: missing required field',
    '  - range.from: expected number, received string',
    '  - range.to: missing required field',
    '  - tags.1: expected string, received object'
  ])
  const received = JSON.stringify({ range: { from: 'x' }, tags: ['a', {}] }, null, 2)
  assert.equal(rest.slice(end + 1).join('\n'), `Received arguments:\n${received}`)
})

test('A3.6 a key stands in a place as it is written, and what came as it came', () => {
  const keys = ['a/b', '~', '~1', '~0', '~01']
  const parameters = { type: 'object', additionalProperties: { type: 'number' } }
  const message = messageOf(() => validate(parameters, Object.fromEntries(keys.map((key) => [key, 'x']))))
  for (const key of keys) assert.ok(message.includes(`\n  - ${key}: expected number`), `${key}\n${message}`)
  const text = '{"a":1'
  const tool = { name: 'look', parameters }
  assert.ok(messageOf(() => parseToolArguments(tool, text)).endsWith(`\n\nReceived arguments:\n${text}`))
  for (const [given, shown] of [
    [undefined, 'undefined'],
    ['x', 'x'],
    [{ n: 1n }, '(cannot be shown)']
  ])
    assert.ok(messageOf(() => validate(parameters, given)).endsWith(`\n\nReceived arguments:\n${shown}`))
})

test('A3.6 arguments may be nested 128 levels deep, and no deeper', () => {
  const nested = (levels) => {
    let value = {}
    for (let i = 1; i < levels; i++) value = { a: value }
    return value
  }
  assert.deepEqual(validate({ type: 'object' }, nested(128)), nested(128))
  assert.match(
    messageOf(() => validate({ type: 'object' }, nested(129))),
    /root: nested deeper than 128 levels/
  )
})

test('A3.6 what is wrong with the whole is at root', () => {
  for (const given of [null, undefined, 5, 'text', [1]]) {
    assert.match(
      messageOf(() => validate({ type: 'object' }, given)),
      /\n {2}- root: \S/
    )
  }
  assert.match(
    messageOf(() => validate({ type: 'object', additionalProperties: false }, { a: 1 })),
    /- root: unexpected property "a"/
  )
})

test('A3.6 a property that is there is not called missing', () => {
  const parameters = { type: 'object', properties: { c: {} }, required: ['a'], additionalProperties: false }
  const message = messageOf(() => validate(parameters, { a: 1 }))
  assert.match(message, /unexpected property "a"/)
  assert.doesNotMatch(message, /missing/)
})

test('A3.6 what is no JSON is refused with its reason', () => {
  const cycle = {}
  cycle.self = cycle
  let deep = []
  for (let i = 0; i < 100_000; i++) deep = [deep]
  // Sixty levels, each of which holds the next one twice.
  let doubled = {}
  for (let i = 0; i < 60; i++) doubled = { a: doubled, b: doubled }
  for (const given of [cycle, doubled, { deep }, { f() {} }, { n: 1n }, { s: Symbol('s') }]) {
    assert.match(
      messageOf(() => validate({ type: 'object' }, given)),
      /tool "look".*\n {2}- root: \S/
    )
  }
})

test('A3.6 a schema that cannot be used is an error that says so', () => {
  const cycle = { type: 'object' }
  cycle.properties = { cycle }
  const schemas = [
    undefined,
    null,
    'x',
    cycle,
    { type: 'wat' },
    { $ref: '#/nope' },
    { pattern: '(' },
    { $ref: 'http://localhost/' }
  ]
  for (const schema of schemas) {
    // Each time, not only the first.
    for (let i = 0; i < 2; i++) {
      const message = messageOf(() => validate(schema, { a: 1 }))
      assert.match(message, /^The parameters of tool "look" are no usable JSON Schema: \S/)
    }
  }
  assert.deepEqual(validate(true, { a: 1 }), { a: 1 })
  assert.deepEqual(validate({}, { a: 1 }), { a: 1 })
})

test('A3.6 a schema is compiled once, known by its identity', () => {
  let reads = 0
  const parameters = {
    type: 'object',
    get properties() {
      reads++
      return { n: { type: 'number' } }
    }
  }
  validate(parameters, { n: '1' })
  const first = reads
  for (let i = 0; i < 10; i++) assert.deepEqual(validate(parameters, { n: '1' }), { n: 1 })
  assert.ok(first > 0)
  assert.equal(reads, first)
  // The same text in another object is another schema.
  assert.deepEqual(validate({ ...parameters }, { n: '2' }), { n: 2 })
  assert.ok(reads > first)
})
