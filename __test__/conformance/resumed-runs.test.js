import assert from 'node:assert/strict'
import test from 'node:test'
import { createEndFrame, createParamFrame, createStartFrame, createTextFrame } from './package.js'
import * as expected from './expected-frames.js'
import { crashImage, freshFolder, openDurable } from './log-folder.js'
import { historyOf, start } from './session.js'

const live = (harness) => {
  start(harness)
  for (const text of ['one', 'two']) harness.write(createTextFrame(text))
}

/** A harness that found the log of a first life, whose last act is given. */
function secondLife(t, last = () => {}, options = {}) {
  const dir = freshFolder(t)
  const first = openDurable(t, dir, options)
  live(first.harness)
  last(first.harness)
  return { before: first.harness.getState(), ...openDurable(t, crashImage(t, dir), options) }
}

test('G37 START with the same workspace and task resumes, with history and turns kept', (t) => {
  const { before, harness, recorder } = secondLife(t)
  start(harness)
  assert.deepEqual(recorder.shapes, [expected.start({ resumed: true }), expected.initialized()])
  const state = harness.getState()
  assert.deepEqual(state.history, before.history)
  assert.equal(state.currentTurn, 2)
  assert.equal(state.initialized, true)
})

test('G37 START alone resumes: workspace and task stand in the log', (t) => {
  const { before, harness, recorder } = secondLife(t)
  harness.write(createStartFrame())
  assert.deepEqual(recorder.shapes, [expected.start({ resumed: true }), expected.initialized()])
  assert.deepEqual(harness.getState().history, before.history)
})

test('G37 a resumed run goes on counting turns', (t) => {
  const { harness, recorder } = secondLife(t, undefined, { maxTurns: 4 })
  start(harness)
  harness.write(createTextFrame('three'))
  harness.write(createTextFrame('four'))
  assert.deepEqual(recorder.shapes.slice(2), [
    expected.text('three'),
    expected.maxTurnsReached(4, 4),
    expected.end({ currentTurn: 4, maxTurns: 4 })
  ])
})

test('G37 a START of a first life is not resumed', (t) => {
  const { harness, recorder } = openDurable(t, freshFolder(t))
  start(harness)
  assert.deepEqual(recorder.shapes[0], expected.start())
})

test('G37 a second START of a resumed run is an ordinary one', (t) => {
  const { harness, recorder } = secondLife(t)
  start(harness)
  recorder.clear()
  harness.write(createStartFrame())
  assert.deepEqual(recorder.shapes[0], expected.start())
  assert.equal(harness.getState().currentTurn, 0)
})

const newRuns = {
  'an END frame': [(harness) => harness.write(createEndFrame()), {}],
  'end()': [(harness) => harness.end(), {}],
  'an error': [(harness) => harness.end(new Error('it broke')), {}],
  'max turns': [(harness) => harness.write(createTextFrame('three')), { maxTurns: 3 }]
}
for (const [name, [last, options]] of Object.entries(newRuns)) {
  test(`G37 after ${name} START begins a new run in the same log`, (t) => {
    const { before, harness, recorder } = secondLife(t, last, options)
    assert.deepEqual(harness.getState(), before)
    start(harness)
    const [first, second] = recorder.shapes
    assert.deepEqual(first, expected.start())
    assert.deepEqual(second, expected.initialized(options))
    assert.equal(harness.getState().currentTurn, 0)
    assert.deepEqual(
      historyOf(harness).map((entry) => entry.role),
      ['system']
    )
    harness.write(createTextFrame('anew'))
    assert.equal(harness.getState().currentTurn, 1)
    assert.deepEqual(recorder.shapes[2], expected.text('anew'))
  })
}

test('G35 G37 a new run tells a subscriber of its history from the beginning', (t) => {
  const { harness, recorder } = secondLife(t, (harness) => harness.end())
  harness.write({ type: 'META', action: 'subscribe', keys: ['history'] })
  start(harness)
  const { appended, length } = recorder.frames.find((frame) => frame.type === 'META')
  assert.deepEqual([appended.map(({ role }) => role), length], [['system'], 1])
})

for (const [name, change] of [
  ['workspace', { workspace: '/other' }],
  ['task', { task: 'another' }]
]) {
  test(`G37 with another ${name} START begins a new run`, (t) => {
    const { harness, recorder } = secondLife(t)
    start(harness, change)
    assert.deepEqual(recorder.shapes, [expected.start(change), expected.initialized(change)])
    assert.equal(harness.getState().currentTurn, 0)
    assert.deepEqual(
      historyOf(harness).map((entry) => entry.role),
      ['system']
    )
  })
}

test('G37 a workspace that is named anew and is the same resumes', (t) => {
  const { harness, recorder } = secondLife(t)
  harness.write(createParamFrame('workspace', '/other'))
  harness.write(createParamFrame('workspace', '/work'))
  harness.write(createStartFrame())
  assert.deepEqual(recorder.shapes[0], expected.start({ resumed: true }))
})

test('G37 the new run of a log is what a third life finds', (t) => {
  const dir = freshFolder(t)
  const first = openDurable(t, dir)
  live(first.harness)
  first.harness.end()
  const second = openDurable(t, dir)
  start(second.harness)
  second.harness.write(createTextFrame('anew'))
  const state = second.harness.getState()
  const third = openDurable(t, crashImage(t, dir))
  assert.deepEqual(third.harness.getState(), state)
  start(third.harness)
  assert.deepEqual(third.recorder.shapes[0], expected.start({ resumed: true }))
  assert.equal(third.harness.getState().currentTurn, 1)
})

test('G37 without a START a TEXT goes on with the recovered run', (t) => {
  const { harness, recorder } = secondLife(t)
  harness.write(createTextFrame('three'))
  assert.deepEqual(recorder.shapes, [expected.text('three')])
  assert.equal(harness.getState().currentTurn, 3)
})
