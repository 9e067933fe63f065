import assert from 'node:assert/strict'
import test from 'node:test'
import { createAgentHarness, createParamFrame, createTextFrame } from './package.js'
import * as expected from './expected-frames.js'
import { Recorder } from './recorder.js'
import { historyOf, lastEntry, startSession } from './session.js'

test('G21 TEXT appends a user entry, counts a turn, and is passed on as the same object', () => {
  const { harness, recorder } = startSession()
  const frame = Object.freeze(createTextFrame('hello', Object.freeze({ mine: true })))
  harness.write(frame)
  assert.equal(recorder.frames.length, 1)
  assert.equal(recorder.frames[0], frame)
  const state = harness.getState()
  assert.equal(state.currentTurn, 1)
  assert.equal(state.status, 'thinking')
  const { timestamp, ...entry } = state.history.at(-1)
  assert.deepEqual(entry, { role: 'user', content: 'hello' })
  assert.equal(typeof timestamp, 'number')
})

test('G21 the entry stands in the history before the TEXT is passed on', () => {
  const { harness, recorder } = startSession()
  let seen
  recorder.onWrite = () => {
    seen = lastEntry(harness)
  }
  harness.write(createTextFrame('hello'))
  assert.deepEqual(seen, { role: 'user', content: 'hello' })
})

test('G21 the text is content.text, or content when it is a string', () => {
  const { harness, recorder } = startSession()
  const frames = [
    { type: 'TEXT', content: { text: 'in an object', more: 1 } },
    { type: 'TEXT', content: 'as a string' },
    { type: 'TEXT', content: { text: '' } },
    { type: 'TEXT', content: '' }
  ]
  for (const frame of frames) harness.write(frame)
  assert.deepEqual(
    historyOf(harness)
      .slice(1)
      .map((entry) => entry.content),
    ['in an object', 'as a string', '', '']
  )
  recorder.frames.forEach((frame, i) => assert.equal(frame, frames[i]))
  assert.equal(recorder.frames.length, 4)
})

test('G21 a TEXT with neither gives an ERROR and counts no turn', () => {
  for (const content of [undefined, null, {}, { text: undefined }, { text: null }, { text: 5 }, 5, []]) {
    const { harness, recorder } = startSession()
    harness.write({ type: 'TEXT', content })
    assert.deepEqual(recorder.shapes, [expected.error('TEXT frame missing content')])
    assert.equal(harness.getState().currentTurn, 0)
    assert.equal(harness.getState().status, 'idle')
    assert.equal(harness.getState().history.length, 1)
  }
})

test('G21 the TEXT that reaches the limit is not passed on, and ends the sink', () => {
  const { harness, recorder } = startSession({ maxTurns: 2 })
  const first = createTextFrame('one')
  harness.write(first)
  harness.write(createTextFrame('two'))
  assert.equal(recorder.frames[0], first)
  assert.deepEqual(recorder.shapes.slice(1), [
    expected.maxTurnsReached(2, 2),
    expected.end({ currentTurn: 2, maxTurns: 2 })
  ])
  assert.deepEqual(recorder.endings, [[]])
  const state = harness.getState()
  assert.equal(state.currentTurn, 2)
  assert.equal(state.status, 'idle')
  assert.deepEqual(state.history.map((entry) => entry.content).slice(1), ['one', 'two'])
  harness.write(createTextFrame('three'))
  assert.equal(recorder.frames.length, 3)
})

test('G21 a limit of 0 or 1 is reached by the first TEXT, a broken one by the next whole turn', () => {
  for (const [maxTurns, turns] of [
    [0, 1],
    [1, 1],
    [1.5, 2]
  ]) {
    const { harness, recorder } = startSession({ maxTurns })
    for (let i = 0; i < turns; i++) harness.write(createTextFrame('hello'))
    assert.equal(recorder.frames.length, turns - 1 + 2)
    assert.deepEqual(recorder.shapes.slice(-2), [
      expected.maxTurnsReached(turns, maxTurns),
      expected.end({ currentTurn: turns, maxTurns })
    ])
  }
})

test('G21 without a limit no number of turns ends the sink', () => {
  const { harness, recorder } = startSession({ maxTurns: Number.POSITIVE_INFINITY })
  for (let i = 0; i < 1000; i++) harness.write(createTextFrame('hello'))
  assert.equal(recorder.frames.length, 1000)
  assert.deepEqual(recorder.endings, [])
})

test('G21 the limit is looked at with its value of the moment', () => {
  const { harness, recorder } = startSession({ maxTurns: 2 })
  harness.write(createTextFrame('one'))
  harness.write(createParamFrame('maxTurns', 4))
  harness.write(createTextFrame('two'))
  assert.equal(recorder.frames.length, 2)
  harness.write(createParamFrame('maxTurns', 1))
  harness.write(createTextFrame('three'))
  assert.deepEqual(recorder.shapes.at(-2), expected.maxTurnsReached(3, 1))
})

test('G21 before START a TEXT is ignored without a frame', () => {
  const harness = createAgentHarness()
  const recorder = harness.pipe(new Recorder())
  const before = harness.getState()
  harness.write(createTextFrame('early'))
  harness.write({ type: 'TEXT' })
  assert.deepEqual(recorder.frames, [])
  assert.deepEqual(harness.getState(), before)
})

test('G21 before START a strict harness answers a TEXT with an ERROR', () => {
  const harness = createAgentHarness({ strict: true })
  const recorder = harness.pipe(new Recorder())
  const before = harness.getState()
  harness.write(createTextFrame('early'))
  assert.deepEqual(recorder.shapes, [expected.error('Harness not initialized. Send START frame first.')])
  assert.deepEqual(harness.getState(), before)
})
