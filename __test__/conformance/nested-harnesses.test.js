import assert from 'node:assert/strict'
import test from 'node:test'
import { createTextFrame, createToolCallFrame, createToolRegistry } from './package.js'
import * as expected from './expected-frames.js'
import { freshFolder, openDurable } from './log-folder.js'
import { Recorder } from './recorder.js'
import { callsOf, historyOf, llmResponse, start, startSession } from './session.js'

const echo = { id: 'echo', execute: (args, _, done) => done(null, args.n) }

/** A whole session of a harness of its own, with enough calls to fill any mailbox; gives its results. */
function innerSession(calls = 50) {
  const { harness, recorder } = startSession({ tools: [echo], maxTurns: 3, clock: () => 2 })
  harness.write(createTextFrame('inner'))
  harness.write(callsOf(...Array.from({ length: calls }, (_, n) => [`inner ${n}`, 'echo', { n }])))
  harness.end()
  assert.equal(recorder.frames.length, 2 * calls + 2)
  assert.equal(harness.getState().history.length, calls + 3)
  return historyOf(harness).filter((entry) => entry.role === 'tool').length
}

const ids = Array.from({ length: 30 }, (_, i) => `c${i}`)
const pairs = ids.flatMap((id) => [expected.toolCall(id, 'nest'), expected.completed(id)])

test('G9 a tool may drive another harness while its own is at work', () => {
  const nest = { id: 'nest', execute: (_, __, done) => done(null, innerSession()) }
  const { harness, recorder } = startSession({ tools: [nest], clock: () => 1 })
  harness.write(callsOf(...ids.map((id) => [id, 'nest', {}])))
  assert.deepEqual(recorder.shapes, pairs)
  assert.ok(recorder.frames.every((frame) => frame.timestamp === 1))
  assert.deepEqual(
    harness
      .getState()
      .history.slice(2)
      .map((entry) => [entry.result, entry.timestamp]),
    ids.map(() => [50, 1])
  )
})

test('G9 a destination may drive another harness within its write', () => {
  const nest = { id: 'nest', execute: (_, __, done) => done(null, 'ok') }
  const { harness, recorder } = startSession({ tools: [nest], clock: () => 1 })
  recorder.onWrite = () => innerSession(10)
  harness.write(callsOf(...ids.map((id) => [id, 'nest', {}])))
  harness.write(createTextFrame('hello', {}, { timestamp: 1 }))
  harness.end()
  assert.deepEqual(recorder.shapes, [...pairs, expected.text('hello'), expected.end({ currentTurn: 1 })])
  assert.ok(recorder.frames.every((frame) => frame.timestamp === 1))
})

test('G9 a registry’s tool may drive a harness, and a harness’s tool a registry', () => {
  const registry = createToolRegistry([{ id: 'nest', execute: (_, __, done) => done(null, innerSession(5)) }])
  const recorder = registry.pipe(new Recorder())
  const ask = {
    id: 'nest',
    execute: (_, { callId }, done) => {
      registry.write(createToolCallFrame(callId, 'nest', {}))
      done(null, recorder.frames.at(-1).data.result)
    }
  }
  const session = startSession({ tools: [ask] })
  session.harness.write(callsOf(...ids.map((id) => [id, 'nest', {}])))
  assert.deepEqual(session.recorder.shapes, pairs)
  assert.deepEqual(
    recorder.frames.map(({ data }) => [data.callId, data.result]),
    ids.map((id) => [id, 5])
  )
})

test('G9 clock, system, getters and toJSON may drive another harness', (t) => {
  const dir = freshFolder(t)
  const options = {
    clock: () => innerSession(3) - 2,
    system: () => `after ${innerSession(3)}`,
    tools: [echo]
  }
  const { harness, recorder } = openDurable(t, dir, options)
  start(harness)
  const nosy = {
    get n() {
      return innerSession(3)
    },
    toJSON: () => ({ n: innerSession(3) })
  }
  harness.write(
    llmResponse({
      get content() {
        return `after ${innerSession(3)}`
      },
      toolCalls: [{ id: 'c1', tool: 'echo', arguments: nosy }]
    })
  )
  harness.write({ type: 'TOOL_RESULT', content: { callId: 'foreign', result: nosy } })
  harness.write(createTextFrame('hello', {}, { timestamp: 1 }))
  assert.deepEqual(recorder.shapes.slice(2), [
    expected.toolCall('c1', 'echo', nosy),
    expected.completed('c1'),
    expected.completed('foreign'),
    expected.text('hello')
  ])
  const { history } = harness.getState()
  assert.deepEqual(
    history.map((entry) => entry.content),
    ['after 3', 'after 3', '3', '{"n":3}', 'hello']
  )
  assert.ok([...history, ...recorder.frames].every(({ timestamp }) => timestamp === 1))
})

for (const durable of [false, true]) {
  test(`G9 G35 keys that tools and destinations set ${durable ? 'in a log ' : ''}disturb nothing`, (t) => {
    let harness
    const set = {
      id: 'nest',
      execute(_, { callId }, done) {
        harness.state.set('from the tool', callId)
        harness.state.set('nodeId', callId)
        done(null, harness.getState().nodeId)
      }
    }
    const recorder = new Recorder()
    const options = { tools: [set] }
    const session = durable
      ? openDurable(t, freshFolder(t), { ...options, recorder })
      : startSession(options, recorder)
    harness = session.harness
    if (durable) start(harness)
    recorder.clear()
    recorder.onWrite = (frame) => {
      harness.state.set('from the destination', frame.type)
      harness.getState()
    }
    harness.write(callsOf(...ids.map((id) => [id, 'nest', {}])))
    assert.deepEqual(recorder.shapes, pairs)
    assert.deepEqual(
      harness
        .getState()
        .history.slice(2)
        .map((entry) => entry.result),
      ids
    )
    assert.equal(harness.state.get('from the tool'), ids.at(-1))
    assert.equal(harness.state.get('from the destination'), 'PROGRESS')
    assert.equal(harness.state.get('nodeId'), ids.at(-1))
  })
}
