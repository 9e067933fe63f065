import assert from 'node:assert/strict'
import test from 'node:test'
import {
  createAgentHarness,
  createErrorFrame,
  createParamFrame,
  createStartFrame,
  createTextFrame
} from './package.js'
import * as expected from './expected-frames.js'
import { Recorder } from './recorder.js'
import { callsOf, historyOf, silentTool, start, startSession } from './session.js'

const create = (options) => {
  const harness = createAgentHarness(options)
  return { harness, recorder: harness.pipe(new Recorder()) }
}

test('G19 START emits START and then PROGRESS', () => {
  const { harness, recorder } = create({ maxTurns: 12 })
  start(harness)
  assert.deepEqual(recorder.shapes, [expected.start(), expected.initialized({ maxTurns: 12 })])
})

test('G19 START tells nodeId and sessionId', () => {
  const { harness, recorder } = create()
  harness.write(createParamFrame('nodeId', 'n1'))
  harness.write(createParamFrame('sessionId', 's1'))
  start(harness)
  assert.deepEqual(recorder.shapes[0], expected.start({ nodeId: 'n1', sessionId: 's1' }))
})

test('G19 START sets the state and appends a system entry that names task and workspace', () => {
  const { harness } = create()
  start(harness)
  const state = harness.getState()
  assert.equal(state.initialized, true)
  assert.equal(state.currentTurn, 0)
  assert.equal(state.status, 'idle')
  assert.equal(state.history.length, 1)
  const [{ role, content, timestamp, ...rest }] = state.history
  assert.equal(role, 'system')
  assert.match(content, /tidy up/)
  assert.match(content, /\/work/)
  assert.equal(typeof timestamp, 'number')
  assert.deepEqual(rest, {})
})

test('G19 the system entry stands in the history before START is emitted', () => {
  const { harness, recorder } = create()
  let entries
  recorder.onWrite = () => {
    entries ??= harness.getState().history.length
  }
  start(harness)
  assert.equal(entries, 1)
})

test('G19 options.system as a string replaces the content', () => {
  const { harness } = create({ system: 'You are a broom.' })
  start(harness)
  assert.deepEqual(historyOf(harness), [{ role: 'system', content: 'You are a broom.' }])
})

test('G19 options.system as a function of the state replaces the content', () => {
  const seen = []
  const { harness } = create({
    system: (state) => {
      seen.push(state)
      return `${state.task} in ${state.workspace} for ${state.nodeId}`
    }
  })
  harness.write(createParamFrame('nodeId', 'n1'))
  start(harness)
  assert.deepEqual(historyOf(harness), [{ role: 'system', content: 'tidy up in /work for n1' }])
  assert.equal(seen.length, 1)
})

test('G19 a second START does it again', () => {
  const { harness, recorder } = create({ maxTurns: 50 })
  start(harness)
  harness.write(createTextFrame('hello'))
  recorder.clear()
  harness.write(createStartFrame())
  assert.deepEqual(recorder.shapes, [expected.start(), expected.initialized({ maxTurns: 50 })])
  const state = harness.getState()
  assert.equal(state.currentTurn, 0)
  assert.equal(state.status, 'idle')
  assert.deepEqual(
    state.history.map((entry) => entry.role),
    ['system', 'user', 'system']
  )
})

test('G19 G24 a START while calls are open sets the status to idle and leaves the calls open', () => {
  const tool = silentTool('slow')
  const { harness, recorder } = startSession({ tools: [tool] })
  harness.write(callsOf(['c1', 'slow', {}]))
  harness.write(createStartFrame())
  assert.equal(harness.getState().status, 'idle')
  recorder.clear()
  tool.calls[0].callback(null, 'done')
  assert.deepEqual(recorder.shapes, [expected.completed('c1')])
})

const refusals = [
  [
    'workspace',
    'Workspace not configured. Send PARAM(workspace, path) first.',
    'Missing workspace',
    ['task']
  ],
  ['task', 'Task not configured. Send PARAM(task, description) first.', 'Missing task', ['workspace']],
  [
    'workspace and task',
    'Workspace not configured. Send PARAM(workspace, path) first.',
    'Missing workspace',
    []
  ]
]
for (const [missing, message, reason, given] of refusals) {
  test(`G20 START without ${missing} gives an ERROR and ends the sink with an error`, () => {
    const { harness, recorder } = create()
    for (const key of given) harness.write(createParamFrame(key, 'given'))
    harness.write(createStartFrame())
    const [first, second, third, ...rest] = recorder.shapes
    assert.deepEqual(first, expected.error(message))
    assert.equal(second.type, 'ERROR')
    assert.equal(second.error, reason)
    assert.deepEqual(second.metadata, { phase: 'shutdown' })
    assert.deepEqual(third, expected.end({ reason: 'error' }))
    assert.deepEqual(rest, [])
    const [[failure], ...more] = recorder.endings
    assert.ok(failure instanceof Error)
    assert.equal(failure.message, reason)
    assert.deepEqual(more, [])
    assert.equal(harness.getState().initialized, false)
    assert.deepEqual(harness.getState().history, [])
    harness.write(createErrorFrame('too late'))
    assert.equal(recorder.frames.length, 3)
  })
}

test('G20 a workspace or a task that is falsy is missing', () => {
  for (const nothing of [undefined, null, '', 0, false, Number.NaN]) {
    for (const [settings, text] of [
      [{ workspace: nothing }, 'Workspace not configured. Send PARAM(workspace, path) first.'],
      [{ task: nothing }, 'Task not configured. Send PARAM(task, description) first.']
    ]) {
      const harness = createAgentHarness()
      const recorder = harness.pipe(new Recorder())
      for (const [key, value] of Object.entries({ workspace: '/work', task: 'tidy up', ...settings })) {
        harness.write(createParamFrame(key, value))
      }
      harness.write(createStartFrame())
      assert.equal(recorder.frames[0].error, text)
      assert.equal(recorder.endings.length, 1)
    }
  }
})
