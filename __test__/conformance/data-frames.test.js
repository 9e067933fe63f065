import assert from 'node:assert/strict'
import test from 'node:test'
import { createAgentHarness, createDataFrame, createThinkingFrame, createToolCallFrame } from './package.js'
import * as expected from './expected-frames.js'
import { Recorder } from './recorder.js'
import { llmResponse, resultFrame, startSession } from './session.js'

test('G22 before START any DATA gives an ERROR and nothing else', () => {
  const frames = [
    llmResponse({ content: 'hello', toolCalls: [{ tool: 'x' }] }),
    resultFrame('c1', 'r'),
    createDataFrame({ type: 'other' }),
    createDataFrame(null),
    { type: 'DATA' }
  ]
  for (const frame of frames) {
    const harness = createAgentHarness()
    const recorder = harness.pipe(new Recorder())
    const before = harness.getState()
    harness.write(frame)
    assert.deepEqual(recorder.shapes, [expected.error('Harness not initialized. Send START frame first.')])
    assert.deepEqual(harness.getState(), before)
  }
})

test('G22 DATA without data or data.type gives an ERROR', () => {
  for (const data of [undefined, null, 0, '', false, {}, { type: undefined }, { type: null }, { type: '' }]) {
    const { harness, recorder } = startSession()
    const before = harness.getState()
    harness.write(createDataFrame(data))
    assert.deepEqual(recorder.shapes, [expected.error('DATA frame missing type')])
    assert.deepEqual(harness.getState(), before)
  }
})

test('G22 DATA of another type gives an ERROR that names it', () => {
  const { harness, recorder } = startSession()
  const before = harness.getState()
  harness.write(createDataFrame({ type: 'surprise' }))
  harness.write(createToolCallFrame('c1', 'x', {}))
  harness.write(createThinkingFrame('hm'))
  harness.write(createDataFrame({ type: 5 }))
  harness.write(createDataFrame({ type: '__proto__' }))
  assert.deepEqual(recorder.shapes, [
    expected.error('Unknown data type: surprise'),
    expected.error('Unknown data type: tool-call'),
    expected.error('Unknown data type: thinking'),
    expected.error('Unknown data type: 5'),
    expected.error('Unknown data type: __proto__')
  ])
  assert.deepEqual(harness.getState(), before)
})

test('G22 tool-result and llm-response are handled', () => {
  const { harness, recorder } = startSession()
  harness.write(resultFrame('c1', 'r'))
  harness.write(llmResponse({ thinking: 'hm' }))
  assert.deepEqual(recorder.shapes, [expected.completed('c1'), expected.thinking('hm')])
})
