import assert from 'node:assert/strict'
import test from 'node:test'
import { createAgentHarness, createTextFrame } from './package.js'
import * as expected from './expected-frames.js'
import { Recorder } from './recorder.js'
import { callsOf, llmResponse, resultFrame, start, startSession } from './session.js'

const tools = [
  { id: 'echo', execute: (args, _, done) => done(null, args.n) },
  { id: 'bad', execute: (_, __, done) => done('it broke') }
]

test('G27 a whole session emits what the rules name and nothing else', () => {
  const harness = createAgentHarness({ tools })
  const recorder = harness.pipe(new Recorder())
  start(harness)
  harness.write(createTextFrame('hello'))
  harness.write(
    llmResponse({
      content: 'an answer',
      thinking: 'hm',
      toolCalls: [{ id: 'c1', tool: 'echo', arguments: { n: 1 } }]
    })
  )
  harness.write(llmResponse({ content: 'another' }))
  harness.write(resultFrame('foreign', 'r'))
  harness.end()
  assert.deepEqual(recorder.shapes, [
    expected.start(),
    expected.initialized(),
    expected.text('hello'),
    expected.thinking('hm'),
    expected.toolCall('c1', 'echo', { n: 1 }),
    expected.completed('c1'),
    expected.completed('foreign'),
    expected.end({ currentTurn: 1 })
  ])
})

test('G27 emitToolResults: a tool-result frame goes before its PROGRESS', () => {
  const { harness, recorder } = startSession({ tools, emitToolResults: true })
  harness.write(callsOf(['c1', 'echo', { n: 1 }], ['c2', 'bad', {}], ['c3', 'nowhere', {}]))
  assert.deepEqual(recorder.shapes, [
    expected.toolCall('c1', 'echo', { n: 1 }),
    expected.toolResult('c1', 1, undefined),
    expected.completed('c1'),
    expected.toolCall('c2', 'bad'),
    expected.toolResult('c2', undefined, 'it broke'),
    expected.completed('c2', 'error'),
    expected.toolCall('c3', 'nowhere'),
    expected.toolResult('c3', undefined, "Tool 'nowhere' not found"),
    expected.completed('c3', 'error')
  ])
})

test('G27 emitToolResults: also for a result that was written, and for a call that the end closes', () => {
  const slow = { id: 'slow', execute() {} }
  const { harness, recorder } = startSession({ tools: [slow], emitToolResults: true })
  harness.write(resultFrame('foreign', 'r'))
  harness.write(callsOf(['c1', 'slow', {}]))
  harness.end()
  assert.deepEqual(recorder.shapes, [
    expected.toolResult('foreign', 'r', undefined),
    expected.completed('foreign'),
    expected.toolCall('c1', 'slow'),
    expected.toolResult('c1', undefined, "Tool 'slow' aborted"),
    expected.completed('c1', 'error'),
    expected.end()
  ])
})

test('G27 write, end, pipe and resume never throw', () => {
  const thrower = () => {
    throw new Error('from the caller')
  }
  const trap = new Proxy({}, { get: thrower, has: thrower, ownKeys: thrower, getPrototypeOf: thrower })
  const { proxy: revoked, revoke } = Proxy.revocable({}, {})
  revoke()
  const hostile = new Recorder({ onWrite: thrower, onEnd: thrower })
  const harness = createAgentHarness()
  start(harness)
  harness.pipe(hostile)
  for (const frame of [
    trap,
    revoked,
    { type: trap },
    { type: 'TEXT', content: trap },
    { type: 'DATA', data: trap }
  ]) {
    harness.write(frame)
  }
  harness.write({ type: 'DATA', data: { type: 'llm-response', toolCalls: [trap, revoked] } })
  harness.source.resume()
  hostile.pause()
  harness.write(createTextFrame('x'))
  hostile.paused = false
  harness.source.resume()
  harness.end(trap)
  harness.end()
  harness.source.resume()
  assert.equal(harness.getState().status, 'idle')
})
