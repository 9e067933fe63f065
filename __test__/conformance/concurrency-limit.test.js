import assert from 'node:assert/strict'
import test, { mock } from 'node:test'
import { createParamFrame, createToolCallFrame, createToolRegistry } from './package.js'
import * as expected from './expected-frames.js'
import { Recorder } from './recorder.js'
import { callsOf, historyOf, silentTool, startSession } from './session.js'

const ids = (count) => Array.from({ length: count }, (_, i) => `c${i + 1}`)
const running = (tool) => tool.calls.map(({ context }) => context.callId)

test('G33 maxConcurrentTools: frames go out at once and in order, runs wait in order', () => {
  const tool = silentTool('t')
  const { harness, recorder } = startSession({ tools: [tool], maxConcurrentTools: 2 })
  harness.write(callsOf(...ids(5).map((id) => [id, 't', {}])))
  assert.deepEqual(
    recorder.shapes,
    ids(5).map((id) => expected.toolCall(id, 't'))
  )
  assert.deepEqual(running(tool), ['c1', 'c2'])
  tool.calls[1].callback(null, 'ok')
  assert.deepEqual(running(tool), ['c1', 'c2', 'c3'])
  tool.calls[0].callback(null, 'ok')
  tool.calls[2].callback(null, 'ok')
  assert.deepEqual(running(tool), ids(5))
  tool.calls[3].callback(null, 'ok')
  tool.calls[4].callback(null, 'ok')
  assert.equal(harness.getState().status, 'thinking')
  assert.deepEqual(
    recorder.shapes.slice(5),
    ['c2', 'c1', 'c3', 'c4', 'c5'].map((id) => expected.completed(id))
  )
})

test('G33 maxConcurrentTools: the limit holds over responses', () => {
  const tool = silentTool('t')
  const { harness } = startSession({ tools: [tool], maxConcurrentTools: 1 })
  harness.write(callsOf(['c1', 't', {}]))
  harness.write(callsOf(['c2', 't', {}]))
  assert.deepEqual(running(tool), ['c1'])
  tool.calls[0].callback(null, 'ok')
  assert.deepEqual(running(tool), ['c1', 'c2'])
})

test('G33 maxConcurrentTools: synchronous tools and failed checks take no place', () => {
  const slow = silentTool('slow')
  const quick = { id: 'quick', execute: (_, __, done) => done(null, 1) }
  const { harness } = startSession({ tools: [slow, quick], maxConcurrentTools: 1 })
  harness.write(callsOf(['c1', 'quick', {}], ['c2', 'nowhere', {}], ['c3', 'quick', {}], ['c4', 'slow', {}]))
  assert.deepEqual(running(slow), ['c4'])
})

test('G33 maxConcurrentTools: a time-out counts from the start of its run', (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const tool = silentTool('t')
  const { harness, recorder } = startSession({ tools: [tool], maxConcurrentTools: 1, toolTimeoutMs: 100 })
  harness.write(callsOf(['c1', 't', {}], ['c2', 't', {}]))
  recorder.clear()
  mock.timers.tick(60)
  tool.calls[0].callback(null, 'ok')
  mock.timers.tick(99)
  assert.deepEqual(recorder.shapes, [expected.completed('c1')])
  mock.timers.tick(1)
  assert.deepEqual(recorder.shapes, [expected.completed('c1'), expected.completed('c2', 'error')])
  assert.equal(historyOf(harness).at(-1).error, "Tool 't' timed out after 100 ms")
})

test('G33 maxConcurrentTools: a time-out lets the next run begin', (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const tool = silentTool('t')
  const { harness } = startSession({ tools: [tool], maxConcurrentTools: 1, toolTimeoutMs: 10 })
  harness.write(callsOf(['c1', 't', {}], ['c2', 't', {}]))
  mock.timers.tick(10)
  assert.deepEqual(running(tool), ['c1', 'c2'])
  harness.end()
})

test('G33 G26 maxConcurrentTools: the end closes waiting calls, and their tools never run', () => {
  const tool = silentTool('t')
  const { harness, recorder } = startSession({ tools: [tool], maxConcurrentTools: 1 })
  harness.write(callsOf(['c1', 't', {}], ['c2', 't', {}], ['c3', 't', {}]))
  recorder.clear()
  harness.end()
  assert.deepEqual(recorder.shapes, [...ids(3).map((id) => expected.completed(id, 'error')), expected.end()])
  assert.deepEqual(running(tool), ['c1'])
})

test('G33 G23 maxConcurrentTools: a waiting call that is answered from outside never runs', () => {
  const tool = silentTool('t')
  const { harness } = startSession({ tools: [tool], maxConcurrentTools: 1 })
  harness.write(callsOf(['c1', 't', {}], ['c2', 't', {}], ['c3', 't', {}]))
  harness.write({ type: 'TOOL_RESULT', content: { callId: 'c2', result: 'from outside' } })
  tool.calls[0].callback(null, 'ok')
  assert.deepEqual(running(tool), ['c1', 'c3'])
})

test('G33 maxConcurrentTools of a registry: runs above the limit wait in order', () => {
  const tool = silentTool('t')
  const registry = createToolRegistry([tool], { maxConcurrentTools: 2 })
  const recorder = registry.pipe(new Recorder())
  for (const id of ids(4)) registry.write(createToolCallFrame(id, 't', {}))
  assert.deepEqual(running(tool), ['c1', 'c2'])
  tool.calls[0].callback(null, 'ok')
  assert.deepEqual(running(tool), ['c1', 'c2', 'c3'])
  assert.deepEqual(recorder.shapes, [expected.toolResult('c1', 'ok', undefined)])
})

test('G33 toolTimeoutMs of a registry: a call that never answers gets its error result', (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const tool = silentTool('t')
  const registry = createToolRegistry([tool], { toolTimeoutMs: 20 })
  const recorder = registry.pipe(new Recorder())
  registry.write(createToolCallFrame('c1', 't', {}))
  mock.timers.tick(20)
  assert.deepEqual(recorder.shapes, [expected.toolResult('c1', undefined, "Tool 't' timed out after 20 ms")])
})

test('G29 G33 a run that waited is that of the tool whose schema its arguments were checked against', () => {
  const before = silentTool('t')
  const after = silentTool('t', { parameters: { required: ['q'] } })
  const { harness } = startSession({ tools: [before], maxConcurrentTools: 1 })
  harness.write(callsOf(['c1', 't', {}], ['c2', 't', {}]))
  harness.write(createParamFrame('tool', after))
  before.calls[0].callback(null, 'ok')
  assert.deepEqual([running(before), running(after)], [['c1', 'c2'], []])
})

test('G16 G33 maxConcurrentTools may be as large as one likes', () => {
  for (const maxConcurrentTools of [2 ** 32 + 1, Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY]) {
    const tool = silentTool('t')
    const { harness } = startSession({ tools: [tool], maxConcurrentTools })
    harness.write(callsOf(...ids(3).map((id) => [id, 't', {}])))
    assert.deepEqual(running(tool), ids(3))
  }
})

test('G10 G33 an abort out of a run that had waited lets no other one begin', () => {
  const slow = silentTool('slow')
  const last = silentTool('last')
  const stop = {
    id: 'stop',
    execute(_args, _context, callback) {
      harness.source.abort()
      callback(null, 'stopped')
    }
  }
  const { harness } = startSession({ tools: [slow, stop, last], maxConcurrentTools: 1 })
  harness.write(callsOf(['c1', 'slow', {}], ['c2', 'stop', {}], ['c3', 'last', {}]))
  slow.calls[0].callback(null, 'ok')
  assert.deepEqual(last.calls, [])
  assert.deepEqual(
    historyOf(harness)
      .filter(({ role }) => role === 'tool')
      .map(({ callId }) => callId),
    ['c1', 'c2', 'c3']
  )
})
