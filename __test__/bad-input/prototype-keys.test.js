import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createToolRegistry, respond, started } from './pipeline.js'

const KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  'valueOf',
  '__defineGetter__'
]
const asClean = () => {
  assert.equal({}.polluted, undefined)
  assert.deepEqual(Object.keys(Object.prototype), [])
}

test('G40 keys of Object.prototype in a PARAM are other keys: ignored', () => {
  const { harness, dest } = started()
  const before = harness.getState()
  for (const key of KEYS) harness.write({ type: 'PARAM', key, value: { polluted: true } })
  assert.deepEqual(dest.frames, [])
  assert.deepEqual(harness.getState(), before)
  assert.equal(Object.getPrototypeOf(harness.getState()), Object.prototype)
  asClean()
})

test('G35 G40 keys of Object.prototype in a META are keys of the user', () => {
  const { harness } = started()
  for (const key of KEYS) {
    const value = { polluted: key }
    harness.write({ type: 'META', key, value })
    assert.equal(harness.state.get(key), value)
    for (const snapshot of [harness.getState(), harness.state.getAll()]) {
      const own = Object.getOwnPropertyDescriptor(snapshot, key)
      assert.equal(own?.value, value)
      assert.equal(own.enumerable, true)
      assert.equal(snapshot.polluted, undefined)
      if (key !== '__proto__') assert.equal(Object.getPrototypeOf(snapshot), Object.prototype)
    }
  }
  asClean()
})

test('G35 G40 an unset key that Object.prototype has is undefined', () => {
  const { harness } = started()
  for (const key of KEYS) assert.equal(harness.state.get(key), undefined)
})

test('G29 G40 arguments with such keys arrive as they are, as an object and as JSON text', () => {
  const seen = []
  const echo = { execute: (args, _, done) => done(null, seen.push(args)) }
  const schema = {
    type: 'object',
    properties: JSON.parse('{"__proto__":{"type":"object"},"constructor":{"type":"integer"}}')
  }
  const { harness } = started({
    tools: [
      { ...echo, id: 'plain' },
      { ...echo, id: 'checked', parameters: schema }
    ]
  })
  const json = '{"__proto__":{"polluted":true},"constructor":1,"toString":"x"}'
  for (const tool of ['plain', 'checked']) {
    harness.write(respond({ tool, arguments: json }, { tool, arguments: JSON.parse(json) }))
  }
  assert.equal(seen.length, 4)
  for (const args of seen) {
    assert.deepEqual(Object.keys(args), ['__proto__', 'constructor', 'toString'])
    assert.equal(args.polluted, undefined)
  }
  asClean()
})

test('G29 G40 required and properties named so are looked for among own keys only', () => {
  for (const key of KEYS) {
    const { harness } = started({
      tools: [{ id: 't', parameters: { required: [key] }, execute: (_, __, done) => done(null, 'ran') }]
    })
    harness.write(respond({ tool: 't', arguments: {} }))
    assert.equal(harness.getState().history.at(-1).content, `Missing required field: ${key}`)
    harness.write(respond({ tool: 't', arguments: `{${JSON.stringify(key)}:1}` }))
    assert.equal(harness.getState().history.at(-1).content, 'ran')
  }
})

test('G28 G40 a tool may be called so, and one that is not there is not found', () => {
  const registry = createToolRegistry()
  for (const key of KEYS) {
    assert.equal(registry.has(key), false)
    assert.equal(registry.get(key), undefined)
  }
  const tools = KEYS.map((id) => ({ id, execute: (_, { tool }, done) => done(null, `I am ${tool}`) }))
  for (const tool of tools) registry.register(tool)
  assert.deepEqual(registry.list(), tools)
  const { harness } = started()
  for (const key of KEYS) {
    harness.write(respond({ tool: key }))
    assert.equal(harness.getState().history.at(-1).content, `Tool '${key}' not found`)
  }
  for (const tool of tools) harness.write({ type: 'PARAM', key: 'tool', value: tool })
  for (const key of KEYS) {
    harness.write(respond({ tool: key }))
    assert.equal(harness.getState().history.at(-1).content, `I am ${key}`)
  }
})

test('G23 G24 G40 call ids named so are ids like any other', () => {
  const { harness, dest } = started({
    tools: [{ id: 't', execute: (_, { callId }, done) => done(null, callId) }]
  })
  const calls = KEYS.map((id) => ({ id, tool: 't' }))
  harness.write(respond(...calls))
  const history = harness.getState().history.filter(({ role }) => role === 'tool')
  assert.deepEqual(
    history.map(({ callId, result }) => [callId, result]),
    KEYS.map((id) => [id, id])
  )
  dest.frames.length = 0
  for (const callId of KEYS) harness.write({ type: 'TOOL_RESULT', data: { callId, result: 'again' } })
  assert.deepEqual(
    dest.frames.map(({ error }) => error),
    KEYS.map((id) => `Duplicate tool result: ${id}`)
  )
})

test('G25 G40 frame types and data types named so are unknown ones', () => {
  const { harness, dest } = started()
  for (const key of KEYS) {
    harness.write({ type: key })
    harness.write({ type: 'DATA', data: { type: key } })
  }
  assert.deepEqual(
    dest.frames.map(({ error }) => error),
    KEYS.flatMap((key) => [`Unknown frame type: ${key}`, `Unknown data type: ${key}`])
  )
})

test('G25 G40 metadata of an END with such keys is copied as plain data', () => {
  const { harness, dest } = started()
  harness.write({ type: 'END', metadata: JSON.parse('{"__proto__":{"polluted":true},"constructor":1}') })
  const [{ metadata }] = dest.frames
  assert.equal(metadata.phase, 'task-complete')
  assert.equal(metadata.polluted, undefined)
  assert.equal(Object.getOwnPropertyDescriptor(metadata, 'constructor').value, 1)
  asClean()
})
