import assert from 'node:assert/strict'
import test from 'node:test'
import { createAgentHarness, createParamFrame, createTextFrame } from './package.js'
import { Recorder } from './recorder.js'
import { callsOf, resultFrame, start, startSession } from './session.js'

test('G18 a new harness has exactly the eight keys, at rest', () => {
  const state = createAgentHarness().getState()
  assert.deepEqual(state, {
    workspace: null,
    task: null,
    history: [],
    status: 'idle',
    currentTurn: 0,
    initialized: false,
    nodeId: null,
    sessionId: null
  })
  assert.equal(Object.getPrototypeOf(state), Object.prototype)
})

test('G18 changing a snapshot changes nothing in the harness', () => {
  const { harness } = startSession()
  harness.write(createTextFrame('hello'))
  const state = harness.getState()
  const entries = [...state.history]
  state.workspace = 'elsewhere'
  state.status = 'mine'
  state.currentTurn = 77
  state.history.length = 0
  delete state.task
  const next = harness.getState()
  assert.notEqual(next, state)
  assert.notEqual(next.history, state.history)
  assert.equal(next.workspace, '/work')
  assert.equal(next.task, 'tidy up')
  assert.equal(next.status, 'thinking')
  assert.equal(next.currentTurn, 1)
  assert.deepEqual(next.history, entries)
})

test('G18 later events do not change a snapshot', () => {
  const { harness } = startSession()
  harness.write(createTextFrame('one'))
  const state = harness.getState()
  const copy = { ...state, history: state.history.map((entry) => ({ ...entry })) }
  harness.write(createTextFrame('two'))
  harness.write(createParamFrame('workspace', '/other'))
  harness.end()
  assert.deepEqual(state, copy)
})

test('G18 entries are shared between snapshots', () => {
  const { harness } = startSession()
  for (let i = 0; i < 300; i++) harness.write(createTextFrame(`turn ${i % 90}`))
  const first = harness.getState().history
  harness.write(createTextFrame('x'.repeat(1000)))
  const second = harness.getState().history
  assert.ok(first.length > 90)
  first.forEach((entry, i) => assert.equal(second[i], entry))
})

test('G18 the machine never reads the entries back', () => {
  const { harness, recorder } = startSession()
  harness.write(resultFrame('c1', 'one'))
  harness.write(callsOf(['c2', 'unknown', {}]))
  for (const entry of harness.getState().history) {
    entry.callId = 'forged'
    entry.role = 'forged'
  }
  harness.write(resultFrame('c2', 'from outside'))
  recorder.clear()
  harness.write(resultFrame('c2', 'again'))
  assert.equal(recorder.frames[0].error, 'Duplicate tool result: c2')
})

test('G18 values inside keep their identity', () => {
  const result = { nested: {} }
  result.self = result
  const callback = () => {}
  const { harness } = startSession()
  harness.write(resultFrame('c1', result))
  harness.write(resultFrame('c2', callback))
  const { history } = harness.getState()
  assert.equal(history.at(-2).result, result)
  assert.equal(history.at(-1).result, callback)
  const workspace = { not: 'a string' }
  harness.write(createParamFrame('workspace', workspace))
  assert.equal(harness.getState().workspace, workspace)
})

test('G18 getState works after the end', () => {
  const { harness } = startSession()
  harness.write(createTextFrame('hello'))
  harness.end()
  const state = harness.getState()
  assert.equal(state.history.length, 2)
  assert.equal(state.status, 'idle')
  assert.equal(state.currentTurn, 1)
  assert.equal(state.initialized, true)
})

test('G18 every text of the history is what was written, short or long, of any alphabet', () => {
  const texts = [
    '',
    'a',
    'é',
    '漢字',
    '😀',
    '\ud800',
    'x'.repeat(255),
    'x'.repeat(256),
    'x'.repeat(257),
    'é'.repeat(5000)
  ]
  const { harness } = startSession({ maxTurns: Number.POSITIVE_INFINITY })
  for (const text of texts) harness.write(createTextFrame(text))
  assert.deepEqual(
    harness
      .getState()
      .history.slice(1)
      .map((entry) => entry.content),
    texts
  )
})

test('G18 a snapshot taken inside a write holds what happened before it', () => {
  const harness = createAgentHarness()
  const seen = []
  harness.pipe(new Recorder({ onWrite: () => seen.push(harness.getState().history.length) }))
  start(harness)
  harness.write(createTextFrame('hello'))
  assert.deepEqual(seen, [1, 1, 2])
})
