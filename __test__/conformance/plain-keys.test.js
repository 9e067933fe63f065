import assert from 'node:assert/strict'
import test from 'node:test'
import { createDataFrame, createEndFrame, createParamFrame, createTextFrame } from './package.js'
import * as expected from './expected-frames.js'
import { callsOf, lastEntry, resultFrame, silentTool, startSession } from './session.js'

const keys = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then']

test('G40 __proto__ and its like are plain texts in every field', () => {
  for (const key of keys) {
    const tool = silentTool(key)
    const { harness, recorder } = startSession({ tools: [tool] })
    harness.write(createParamFrame('nodeId', key))
    harness.write(createTextFrame(key))
    harness.write(callsOf([key, key, { [key]: 1 }]))
    tool.calls[0].callback(null, key)
    assert.equal(harness.getState().nodeId, key)
    assert.deepEqual(recorder.shapes, [
      expected.text(key),
      expected.toolCall(key, key, { [key]: 1 }),
      expected.completed(key)
    ])
    assert.equal(lastEntry(harness).content, key)
    harness.write(resultFrame(key, 'again'))
    assert.equal(recorder.frames.at(-1).error, `Duplicate tool result: ${key}`)
  }
})

test('G40 own __proto__ keys of metadata, arguments and results stay own keys', () => {
  const odd = () => JSON.parse('{"__proto__":{"polluted":true},"constructor":1}')
  const tool = silentTool('t', {
    parameters: { type: 'object', properties: { constructor: { type: 'integer' } } }
  })
  const { harness, recorder } = startSession({ tools: [tool] })
  harness.write(callsOf(['c1', 't', odd()]))
  assert.deepEqual(Object.keys(tool.calls[0].args), ['__proto__', 'constructor'])
  tool.calls[0].callback(null, odd())
  assert.equal(lastEntry(harness).content, '{"__proto__":{"polluted":true},"constructor":1}')
  harness.write(createEndFrame(odd()))
  const { metadata } = recorder.frames.find((frame) => frame.metadata.phase === 'task-complete')
  assert.deepEqual(Object.keys(metadata).sort(), ['__proto__', 'constructor', 'phase'])
  assert.equal({}.polluted, undefined)
  assert.equal(metadata.polluted, undefined)
})

const texts = {
  'a lone high surrogate': 'a\ud800b',
  'a lone low surrogate': '\udc00',
  'surrogates in the wrong order': '\udc00\ud800',
  'a NUL': 'a\0b',
  'a byte order mark': '\ufeffa',
  'every one-byte unit': String.fromCharCode(...Array.from({ length: 256 }, (_, i) => i)),
  'composed and decomposed letters': 'é e\u0301',
  'an emoji with joiners': '👩‍👩‍👧‍👦',
  'the empty text': '',
  'a long text of one-byte units': 'x'.repeat(100_000),
  'a long text with one lone surrogate': `${'x'.repeat(100_000)}\ud800`
}
for (const [name, text] of Object.entries(texts)) {
  test(`G40 ${name} is kept exactly, in frames, history and snapshots`, () => {
    const tool = silentTool('t')
    const { harness, recorder } = startSession({ tools: [tool] })
    harness.write(createTextFrame(text))
    harness.write(createDataFrame({ type: 'llm-response', content: text, thinking: `!${text}` }))
    harness.write(callsOf([`!${text}`, 't', { text }]))
    tool.calls[0].callback(null, text)
    harness.write(resultFrame('foreign', null, `!${text}`))
    harness.write(createParamFrame('task', text))
    const { history, task } = harness.getState()
    assert.deepEqual(
      history.slice(1).map((entry) => entry.content),
      [text, text, '', text, `!${text}`].filter((_, i) => text !== '' || i !== 1)
    )
    assert.equal(history.at(-2).callId, `!${text}`)
    assert.equal(task, text)
    assert.deepEqual(recorder.shapes.slice(-5), [
      expected.text(text),
      expected.thinking(`!${text}`),
      expected.toolCall(`!${text}`, 't', { text }),
      expected.completed(`!${text}`),
      expected.completed('foreign', 'error')
    ])
  })
}
