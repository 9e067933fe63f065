import assert from 'node:assert/strict'
import test from 'node:test'
import { createAgentHarness, createParamFrame, createStartFrame } from './package.js'
import * as expected from './expected-frames.js'
import { Recorder } from './recorder.js'
import { callsOf, start, startSession } from './session.js'

const metaFrame = (key, value) => ({ type: 'META', key, value, metadata: {}, timestamp: 1 })

for (const [type, frame] of [
  ['PARAM', createParamFrame],
  ['META', metaFrame]
]) {
  for (const key of ['workspace', 'task', 'nodeId', 'sessionId']) {
    test(`G19 ${type} ${key} sets the state and emits nothing`, () => {
      const harness = createAgentHarness()
      const recorder = harness.pipe(new Recorder())
      const before = harness.getState()
      harness.write(frame(key, `the ${key}`))
      assert.deepEqual(harness.getState(), { ...before, [key]: `the ${key}` })
      assert.deepEqual(recorder.frames, [])
    })
  }

  test(`G19 ${type} maxTurns sets the limit`, () => {
    const harness = createAgentHarness()
    const recorder = harness.pipe(new Recorder())
    harness.write(frame('maxTurns', 7))
    start(harness)
    assert.deepEqual(recorder.shapes, [expected.start(), expected.initialized({ maxTurns: 7 })])
  })

  test(`G19 ${type} with an invalid maxTurns gives an ERROR frame and changes nothing`, () => {
    for (const value of [-1, Number.NaN, '5', null, undefined, {}, true]) {
      const harness = createAgentHarness({ maxTurns: 9 })
      const recorder = harness.pipe(new Recorder())
      harness.write(frame('maxTurns', value))
      assert.deepEqual(
        recorder.frames.map((frame) => frame.type),
        ['ERROR'],
        String(value)
      )
      recorder.clear()
      start(harness)
      assert.deepEqual(recorder.shapes[1], expected.initialized({ maxTurns: 9 }))
      assert.equal(recorder.frames.length, 2)
    }
  })

  test(`G19 ${type} maxTurns takes 0 and Infinity`, () => {
    for (const value of [0, Number.POSITIVE_INFINITY]) {
      const harness = createAgentHarness()
      const recorder = harness.pipe(new Recorder())
      harness.write(frame('maxTurns', value))
      start(harness)
      assert.deepEqual(recorder.shapes[1], expected.initialized({ maxTurns: value }))
    }
  })

  test(`G19 ${type} tool registers a tool`, () => {
    const { harness, recorder } = startSession()
    const tool = { id: 'late', execute: (_, __, done) => done(null, 'ok') }
    harness.write(frame('tool', tool))
    assert.equal(harness.registry.get('late'), tool)
    harness.write(callsOf(['c1', 'late', {}]))
    assert.deepEqual(recorder.shapes, [expected.toolCall('c1', 'late'), expected.completed('c1')])
  })

  test(`G19 ${type} tool with no tool in it is ignored without a frame`, () => {
    const { harness, recorder } = startSession()
    for (const value of [null, undefined, 'x', {}, { id: 'x' }, { execute() {} }])
      harness.write(frame('tool', value))
    assert.deepEqual(recorder.frames, [])
    assert.deepEqual(harness.registry.list(), [])
  })
}

test('G19 other keys of PARAM are ignored', () => {
  const { harness, recorder } = startSession()
  const before = harness.getState()
  for (const key of [
    'colour',
    'status',
    'history',
    'currentTurn',
    'initialized',
    '__proto__',
    5,
    null,
    undefined
  ]) {
    harness.write({ type: 'PARAM', key, value: 'x' })
  }
  assert.deepEqual(recorder.frames, [])
  assert.deepEqual(harness.getState(), before)
})

test('G19 the type of a frame matches as a string, on any object', () => {
  class Frame {
    get type() {
      return 'PARAM'
    }
    key = 'workspace'
    value = '/by/class'
  }
  const harness = createAgentHarness()
  harness.write(new Frame())
  assert.equal(harness.getState().workspace, '/by/class')
  harness.write(Object.assign(Object.create(null), { type: 'PARAM', key: 'task', value: 'bare' }))
  assert.equal(harness.getState().task, 'bare')
  harness.write(Object.assign(() => {}, { type: 'PARAM', key: 'nodeId', value: 'called' }))
  assert.equal(harness.getState().nodeId, 'called')
  harness.write(new Proxy({ type: 'PARAM', key: 'sessionId', value: 'proxied' }, {}))
  assert.equal(harness.getState().sessionId, 'proxied')
  harness.write(Object.freeze({ type: 'PARAM', key: 'workspace', value: 'frozen' }))
  assert.equal(harness.getState().workspace, 'frozen')
  harness.write({ type: new String('PARAM'), key: 'task', value: 'boxed' })
  assert.equal(harness.getState().task, 'boxed')
})

test('G19 a PARAM after the start changes the state for the next start', () => {
  const { harness, recorder } = startSession()
  harness.write(createParamFrame('workspace', '/next'))
  assert.equal(harness.getState().workspace, '/next')
  harness.write(createStartFrame())
  assert.deepEqual(recorder.shapes, [
    expected.start({ workspace: '/next' }),
    expected.initialized({ workspace: '/next' })
  ])
})
