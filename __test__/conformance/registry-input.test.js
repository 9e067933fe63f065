import assert from 'node:assert/strict'
import test from 'node:test'
import {
  createAgentHarness,
  createDataFrame,
  createErrorFrame,
  createParamFrame,
  createTextFrame,
  createThinkingFrame,
  createToolCallFrame,
  createToolRegistry
} from './package.js'
import * as expected from './expected-frames.js'
import { Recorder } from './recorder.js'
import { callsOf, resultFrame, silentTool, start } from './session.js'

test('G30 a tool-call frame runs its tool', () => {
  const tool = silentTool('t')
  const registry = createToolRegistry([tool])
  registry.write(createToolCallFrame('c1', 't', { n: 1 }))
  assert.equal(tool.calls.length, 1)
  assert.deepEqual(tool.calls[0].args, { n: 1 })
  assert.equal(tool.calls[0].context.callId, 'c1')
  assert.equal(tool.calls[0].context.tool, 't')
})

test('G30 PARAM register-tool registers a tool', () => {
  const registry = createToolRegistry()
  const tool = silentTool('late')
  registry.write(createParamFrame('register-tool', tool))
  assert.equal(registry.get('late'), tool)
  registry.write(createParamFrame('register-tool', { id: 'no tool' }))
  assert.equal(registry.has('no tool'), false)
})

test('G30 any other frame is ignored', () => {
  const registry = createToolRegistry([silentTool('t')])
  const recorder = registry.pipe(new Recorder())
  const frames = [
    createTextFrame('hello'),
    createErrorFrame('x'),
    createThinkingFrame('hm'),
    createParamFrame('tool', silentTool('other')),
    createDataFrame({ type: 'other' }),
    createDataFrame(null),
    resultFrame('c1', 'r'),
    { type: 'TOOL_CALL', id: 'c1', tool: 't' },
    { type: 'nonsense' },
    {},
    null,
    undefined,
    5,
    'tool-call'
  ]
  for (const frame of frames) registry.write(frame)
  assert.deepEqual(recorder.frames, [])
  assert.equal(registry.list().length, 1)
  assert.equal(registry.ended, false)
})

test('G30 a harness’s whole output can be piped in, and runs each call once', () => {
  const harness = createAgentHarness({ externalTools: true })
  const tool = { id: 'echo', execute: (args, _, done) => done(null, args.n) }
  const registry = createToolRegistry([tool])
  harness.pipe(registry)
  const recorder = registry.pipe(new Recorder())
  start(harness)
  harness.write(createTextFrame('hello'))
  harness.write(callsOf(['c1', 'echo', { n: 1 }], ['c2', 'echo', { n: 2 }]))
  assert.deepEqual(recorder.shapes, [
    expected.toolResult('c1', 1, undefined),
    expected.toolResult('c2', 2, undefined)
  ])
  harness.end()
  assert.deepEqual(recorder.endings, [[]])
})

test('G30 a harness and an outside registry in a loop answer their calls', () => {
  const harness = createAgentHarness({ externalTools: true })
  const registry = createToolRegistry([{ id: 'echo', execute: (args, _, done) => done(null, args.n) }])
  harness.pipe(registry)
  start(harness)
  registry.pipe(harness.sink)
  harness.write(callsOf(['c1', 'echo', { n: 'answer' }]))
  const state = harness.getState()
  assert.equal(state.status, 'thinking')
  assert.equal(state.history.at(-1).result, 'answer')
})
