import assert from 'node:assert/strict'
import test from 'node:test'
import { createToolCallFrame, createToolRegistry } from './package.js'
import * as expected from './expected-frames.js'
import { Recorder } from './recorder.js'
import { callsOf, lastEntry, llmResponse, silentTool, startSession } from './session.js'

const spellings = {
  'of a call': (text) => ({ id: 'c1', tool: 't', arguments: text }),
  'of args': (text) => ({ id: 'c1', name: 't', args: text }),
  'of an OpenAI function': (text) => ({ id: 'c1', function: { name: 't', arguments: text } })
}

for (const [name, spell] of Object.entries(spellings)) {
  test(`G29 arguments ${name} given as a string are JSON text, and the frame carries the value`, () => {
    const tool = silentTool('t')
    const { harness, recorder } = startSession({ tools: [tool] })
    harness.write(llmResponse({ toolCalls: [spell('{"n": [1, {"deep": "ü😀\\ud800"}]}')] }))
    const value = { n: [1, { deep: 'ü😀\ud800' }] }
    assert.deepEqual(recorder.shapes, [expected.toolCall('c1', 't', value)])
    assert.deepEqual(tool.calls[0].args, value)
    assert.equal(tool.calls[0].args, recorder.frames[0].data.arguments)
  })

  test(`G29 arguments ${name} that do not parse: the frame carries the text, the result says where it broke`, () => {
    const tool = silentTool('t')
    const { harness, recorder } = startSession({ tools: [tool] })
    harness.write(llmResponse({ toolCalls: [spell('{"n": oops}')] }))
    assert.deepEqual(recorder.shapes, [
      expected.toolCall('c1', 't', '{"n": oops}'),
      expected.completed('c1', 'error')
    ])
    assert.equal(tool.calls.length, 0)
    const { error } = lastEntry(harness)
    assert.equal(typeof error, 'string')
    assert.match(error, /6|7|oops/, 'the error says where')
  })

  test(`G29 arguments ${name} that are absent or null are an empty object, in frame and tool`, () => {
    for (const absent of [undefined, null]) {
      const tool = silentTool('t')
      const { harness, recorder } = startSession({ tools: [tool] })
      harness.write(llmResponse({ toolCalls: [spell(absent)] }))
      assert.deepEqual(recorder.shapes, [expected.toolCall('c1', 't', {})])
      assert.deepEqual(tool.calls[0].args, {})
    }
  })
}

test('G29 the place where a long text broke is told by its number', () => {
  const { harness } = startSession({ tools: [silentTool('t')] })
  const broken = `[${'1,'.repeat(2500)}x]`
  assert.equal(broken.indexOf('x'), 5001)
  harness.write(callsOf(['c1', 't', broken]))
  assert.match(lastEntry(harness).error, /\b500[12]\b/, 'an offset, or a column counted from 1')
})

test('G29 the empty string is no JSON', () => {
  const tool = silentTool('t')
  const { harness, recorder } = startSession({ tools: [tool] })
  harness.write(callsOf(['c1', 't', '']))
  assert.deepEqual(recorder.shapes, [expected.toolCall('c1', 't', ''), expected.completed('c1', 'error')])
  assert.equal(tool.calls.length, 0)
})

test('G29 what JSON.parse accepts is parsed, and nothing else', () => {
  const accepted = [
    '{}',
    ' {"a":1} ',
    '[1]',
    '5',
    '"text"',
    'null',
    'true',
    '{"a":1,"a":2}',
    '1e400',
    '-0',
    '{"__proto__":1}'
  ]
  for (const text of accepted) {
    const tool = silentTool('t')
    const { harness, recorder } = startSession({ tools: [tool] })
    harness.write(callsOf(['c1', 't', text]))
    const { arguments: args } = recorder.frames[0].data
    const value = JSON.parse(text)
    if (value !== null) assert.deepEqual(args, value, text)
    assert.equal(tool.calls.length, 1, text)
  }
  for (const text of [
    "{'a':1}",
    '{a:1}',
    '[1,]',
    '01',
    'NaN',
    'undefined',
    '{} x',
    '{"a":1',
    '\ufeff{}',
    '"\t"'
  ]) {
    assert.throws(() => JSON.parse(text), SyntaxError)
    const tool = silentTool('t')
    const { harness, recorder } = startSession({ tools: [tool] })
    harness.write(callsOf(['c1', 't', text]))
    assert.equal(recorder.frames[0].data.arguments, text)
    assert.equal(tool.calls.length, 0, text)
    assert.deepEqual(recorder.shapes[1], expected.completed('c1', 'error'))
  }
})

test('G29 a text is checked by the schema as its value is', () => {
  const parameters = { properties: { n: { type: 'integer' } }, required: ['n'] }
  const tool = silentTool('t', { parameters })
  const { harness } = startSession({ tools: [tool] })
  harness.write(callsOf(['c1', 't', '{"n":1}']))
  assert.deepEqual(tool.calls[0].args, { n: 1 })
  harness.write(callsOf(['c2', 't', '{"n":"x"}']))
  assert.ok(lastEntry(harness).error.startsWith('Invalid argument at /n: '))
  harness.write(callsOf(['c3', 't', '{}']))
  assert.equal(lastEntry(harness).error, 'Missing required field: n')
  assert.equal(tool.calls.length, 1)
})

test('G29 a text that is no object has no required field', () => {
  const tool = silentTool('t', { parameters: { required: ['n'] } })
  const { harness } = startSession({ tools: [tool] })
  harness.write(callsOf(['c1', 't', '5']))
  assert.equal(lastEntry(harness).error, 'Missing required field: n')
})

test('G29 one broken text stops only its own call', () => {
  const tool = silentTool('t')
  const { harness, recorder } = startSession({ tools: [tool] })
  harness.write(callsOf(['c1', 't', '{'], ['c2', 't', '{"n":2}']))
  assert.deepEqual(recorder.shapes, [
    expected.toolCall('c1', 't', '{'),
    expected.completed('c1', 'error'),
    expected.toolCall('c2', 't', { n: 2 })
  ])
})

test('G29 text arguments written to a registry are parsed as well', () => {
  const tool = silentTool('t')
  const registry = createToolRegistry([tool])
  const recorder = registry.pipe(new Recorder())
  registry.write(createToolCallFrame('c1', 't', '{"n":1}'))
  registry.write(createToolCallFrame('c2', 't', '{'))
  assert.deepEqual(tool.calls[0].args, { n: 1 })
  assert.equal(recorder.frames.length, 1)
  assert.equal(recorder.frames[0].data.callId, 'c2')
  assert.equal(recorder.frames[0].data.status, 'error')
})

test('G29 a __proto__ key of a text is a key', () => {
  const tool = silentTool('t')
  const { harness } = startSession({ tools: [tool] })
  harness.write(callsOf(['c1', 't', '{"__proto__":{"polluted":true}}']))
  const { args } = tool.calls[0]
  assert.deepEqual(Object.keys(args), ['__proto__'])
  assert.equal(Object.getPrototypeOf(args), Object.prototype)
  assert.equal({}.polluted, undefined)
})
