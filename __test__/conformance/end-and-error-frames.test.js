import assert from 'node:assert/strict'
import test from 'node:test'
import {
  createAgentHarness,
  createEndFrame,
  createErrorFrame,
  createProgressFrame,
  createTextFrame
} from './package.js'
import * as expected from './expected-frames.js'
import { Recorder } from './recorder.js'
import { callsOf, silentTool, startSession } from './session.js'

test('G25 END is emitted with its metadata and a phase, then the sink ends', () => {
  const { harness, recorder } = startSession()
  harness.write(createTextFrame('hello'))
  recorder.clear()
  const metadata = Object.freeze({ why: 'enough' })
  harness.write(createEndFrame(metadata))
  assert.deepEqual(recorder.shapes, [
    { type: 'END', metadata: { why: 'enough', phase: 'task-complete' } },
    expected.end({ currentTurn: 1 })
  ])
  assert.deepEqual(recorder.endings, [[]])
  assert.deepEqual(metadata, { why: 'enough' })
})

test('G25 END without metadata is emitted with the phase alone', () => {
  for (const frame of [{ type: 'END' }, { type: 'END', metadata: null }, { type: 'END', metadata: {} }]) {
    const { harness, recorder } = startSession()
    harness.write(frame)
    assert.deepEqual(recorder.shapes, [{ type: 'END', metadata: { phase: 'task-complete' } }, expected.end()])
  }
})

test('G25 END before START ends the sink as well', () => {
  const harness = createAgentHarness()
  const recorder = harness.pipe(new Recorder())
  harness.write(createEndFrame())
  assert.deepEqual(recorder.shapes, [{ type: 'END', metadata: { phase: 'task-complete' } }, expected.end()])
})

test('G25 G26 END with open calls: its frame, their results, the last END', () => {
  const { harness, recorder } = startSession({ tools: [silentTool('slow')] })
  harness.write(callsOf(['c1', 'slow', {}]))
  recorder.clear()
  harness.write(createEndFrame())
  assert.deepEqual(recorder.shapes, [
    { type: 'END', metadata: { phase: 'task-complete' } },
    expected.completed('c1', 'error'),
    expected.end()
  ])
})

test('G25 ERROR is passed on as the same object, also before START', () => {
  const harness = createAgentHarness()
  const recorder = harness.pipe(new Recorder())
  const frame = Object.freeze(createErrorFrame('elsewhere', { from: 'a model' }))
  const before = harness.getState()
  harness.write(frame)
  const bare = { type: 'ERROR' }
  harness.write(bare)
  assert.equal(recorder.frames[0], frame)
  assert.equal(recorder.frames[1], bare)
  assert.deepEqual(harness.getState(), before)
  assert.deepEqual(recorder.endings, [])
})

test('G25 any other type gives an ERROR that names it', () => {
  const { harness, recorder } = startSession()
  const before = harness.getState()
  harness.write(createProgressFrame({}))
  for (const type of ['TOOL_CALL', 'THINKING', 'start', '__proto__', 'constructor', 5])
    harness.write({ type })
  assert.deepEqual(
    recorder.shapes,
    ['PROGRESS', 'TOOL_CALL', 'THINKING', 'start', '__proto__', 'constructor', '5'].map((type) =>
      expected.error(`Unknown frame type: ${type}`)
    )
  )
  assert.deepEqual(harness.getState(), before)
})

test('G25 a frame that is no object, or has no type, gives an ERROR with undefined', () => {
  const { harness, recorder } = startSession()
  const frames = [null, undefined, 5, 'TEXT', true, 10n, Symbol('s'), {}, [], { type: undefined }]
  for (const frame of frames) harness.write(frame)
  assert.deepEqual(
    recorder.shapes,
    frames.map(() => expected.error('Unknown frame type: undefined'))
  )
})

test('G19 G25 a type that is an object counts by its text', () => {
  const types = [new String('TEXT'), ['TEXT'], { toString: () => 'TEXT' }]
  const { harness, recorder } = startSession()
  const frames = types.map((type) => ({ type, content: 'hello' }))
  for (const frame of frames) harness.write(frame)
  assert.deepEqual(recorder.frames, frames)
  assert.equal(harness.getState().currentTurn, 3)
})

test('G25 the phase of an END frame is the harness’s own', () => {
  const { harness, recorder } = startSession()
  harness.write(createEndFrame({ phase: 'mine' }))
  assert.deepEqual(recorder.frames[0].metadata, { phase: 'task-complete' })
})
