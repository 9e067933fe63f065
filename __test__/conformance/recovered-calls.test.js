import assert from 'node:assert/strict'
import test from 'node:test'
import { createAgentHarness, createParamFrame, createTextFrame } from './package.js'
import * as expected from './expected-frames.js'
import { crashImage, freshFolder, MemoryStore, openDurable } from './log-folder.js'
import { callsOf, historyOf, llmResponse, resultFrame, silentTool, start } from './session.js'

const interrupted = 'Interrupted by a restart'
const answers = (harness) =>
  historyOf(harness)
    .filter((entry) => entry.role === 'tool')
    .map(({ callId, result, error }) => [callId, error ?? result])

/** A harness that found a log with the given calls open. */
function withOpenCalls(t, calls, { tools = [], options = {} } = {}) {
  const dir = freshFolder(t)
  const first = openDurable(t, dir, { ...options, externalTools: true })
  start(first.harness)
  first.harness.write(callsOf(...calls))
  return openDurable(t, crashImage(t, dir), { ...options, tools })
}

test('G37 an open call is settled right after the PROGRESS of START', (t) => {
  const { harness, recorder } = withOpenCalls(t, [['c1', 'slow', {}]])
  start(harness)
  assert.deepEqual(recorder.shapes, [
    expected.start({ resumed: true }),
    expected.initialized(),
    expected.completed('c1', 'error')
  ])
  assert.deepEqual(answers(harness), [['c1', interrupted]])
  assert.equal(historyOf(harness).at(-1).content, interrupted)
})

test('G37 open calls are settled in order', (t) => {
  const calls = ['c3', 'c1', 'c2'].map((id) => [id, 'slow', {}])
  const { harness, recorder } = withOpenCalls(t, calls)
  start(harness)
  assert.deepEqual(
    recorder.shapes.slice(2),
    ['c3', 'c1', 'c2'].map((id) => expected.completed(id, 'error'))
  )
})

test('G37 a call of a tool that says replay safe runs again, with its arguments and id', (t) => {
  const tool = silentTool('read', { replay: 'safe' })
  const { harness, recorder } = withOpenCalls(t, [['c1', 'read', { path: 'ä', list: [1] }]], {
    tools: [tool]
  })
  assert.equal(tool.calls.length, 0)
  start(harness)
  assert.equal(tool.calls.length, 1)
  assert.deepEqual(tool.calls[0].args, { path: 'ä', list: [1] })
  assert.equal(tool.calls[0].context.callId, 'c1')
  assert.equal(tool.calls[0].context.workspace, '/work')
  tool.calls[0].callback(null, 'contents')
  assert.deepEqual(recorder.shapes.at(-1), expected.completed('c1'))
  assert.deepEqual(answers(harness), [['c1', 'contents']])
  assert.equal(harness.getState().status, 'thinking')
})

test('G37 a call of a tool that says anything else, or is not registered, is interrupted', (t) => {
  const tools = [silentTool('a'), silentTool('b', { replay: 'unsafe' }), silentTool('c', { replay: true })]
  const calls = ['a', 'b', 'c', 'd'].map((id) => [`call ${id}`, id, {}])
  const { harness } = withOpenCalls(t, calls, { tools })
  start(harness)
  assert.deepEqual(
    answers(harness),
    calls.map(([id]) => [id, interrupted])
  )
  assert.ok(tools.every((tool) => tool.calls.length === 0))
})

test('G37 safe and other calls are settled in one order', (t) => {
  const safe = { id: 'safe', replay: 'safe', execute: (args, _, done) => done(null, args.n) }
  const calls = [
    ['c1', 'other', {}],
    ['c2', 'safe', { n: 2 }],
    ['c3', 'other', {}],
    ['c4', 'safe', { n: 4 }]
  ]
  const { harness, recorder } = withOpenCalls(t, calls, { tools: [safe] })
  start(harness)
  assert.deepEqual(answers(harness), [
    ['c1', interrupted],
    ['c2', 2],
    ['c3', interrupted],
    ['c4', 4]
  ])
  const completions = recorder.frames.filter((frame) => frame.progress?.operation === 'tool-completed')
  assert.deepEqual(
    completions.map((frame) => frame.progress.callId),
    ['c1', 'c2', 'c3', 'c4']
  )
})

const others = {
  TEXT: () => createTextFrame('hello'),
  'an llm-response': () => llmResponse({ thinking: 'hm' }),
  'a result': () => resultFrame('foreign', 'r'),
  ERROR: () => ({ type: 'ERROR', error: 'x', metadata: {}, timestamp: 1 })
}
for (const [name, frame] of Object.entries(others)) {
  test(`G37 an open call is settled before ${name} is handled`, (t) => {
    const { harness, recorder } = withOpenCalls(t, [['c1', 'slow', {}]])
    harness.write(frame())
    assert.equal(recorder.frames.length, 2)
    assert.deepEqual(recorder.shapes[0], expected.completed('c1', 'error'))
    assert.deepEqual(answers(harness)[0], ['c1', interrupted])
  })
}

test('G37 PARAM and META leave the open calls for START, so that their tools can be registered', (t) => {
  const { harness, recorder } = withOpenCalls(t, [['c1', 'late', {}]])
  harness.write(
    createParamFrame('tool', { id: 'late', replay: 'safe', execute: (_, __, done) => done(null, 'replayed') })
  )
  harness.write({ type: 'META', key: 'colour', value: 'red' })
  assert.deepEqual(recorder.frames, [])
  start(harness)
  assert.deepEqual(answers(harness), [['c1', 'replayed']])
})

test('G37 a result for an open call that was settled by the restart is a duplicate', (t) => {
  const { harness, recorder } = withOpenCalls(t, [['c1', 'slow', {}]])
  start(harness)
  recorder.clear()
  harness.write(resultFrame('c1', 'late'))
  assert.deepEqual(recorder.shapes, [expected.error('Duplicate tool result: c1')])
})

test('G37 G26 an end before any frame closes the open calls', (t) => {
  const { harness, recorder } = withOpenCalls(t, [['c1', 'slow', {}]])
  harness.end()
  assert.equal(answers(harness).length, 1)
  assert.deepEqual(recorder.shapes.at(-1), expected.end())
  assert.equal(recorder.frames.length, 2)
})

test('G37 a settled call stays settled in a third life', (t) => {
  const dir = freshFolder(t)
  const first = openDurable(t, dir, { externalTools: true })
  start(first.harness)
  first.harness.write(callsOf(['c1', 'slow', {}]))
  const image = crashImage(t, dir)
  const second = openDurable(t, image)
  start(second.harness)
  const third = openDurable(t, crashImage(t, image))
  start(third.harness)
  assert.deepEqual(third.recorder.shapes, [expected.start({ resumed: true }), expected.initialized()])
  assert.deepEqual(answers(third.harness), [['c1', interrupted]])
})

test('G37 with another task the open calls of the old run get no frame in the new one’s history', (t) => {
  const { harness } = withOpenCalls(t, [['c1', 'slow', {}]])
  start(harness, { task: 'another' })
  assert.deepEqual(historyOf(harness)[0].role, 'system')
  harness.write(createTextFrame('hello'))
  assert.equal(harness.getState().status, 'thinking')
})

test('G37 G33 calls that run again keep to maxConcurrentTools', (t) => {
  const tool = silentTool('safe', { replay: 'safe' })
  const calls = ['c1', 'c2', 'c3'].map((id) => [id, 'safe', {}])
  const { harness } = withOpenCalls(t, calls, { tools: [tool], options: { maxConcurrentTools: 1 } })
  start(harness)
  for (let i = 0; i < 3; i++) {
    assert.equal(tool.calls.length, i + 1)
    tool.calls[i].callback(null, i)
  }
  assert.deepEqual(
    answers(harness).map(([id]) => id),
    ['c1', 'c2', 'c3']
  )
})

test('G37 G27 emitToolResults: the result of an interrupted call goes before its PROGRESS', (t) => {
  const { harness, recorder } = withOpenCalls(t, [['c1', 'slow', {}]], { options: { emitToolResults: true } })
  start(harness)
  assert.deepEqual(recorder.shapes.slice(2), [
    expected.toolResult('c1', undefined, interrupted),
    expected.completed('c1', 'error')
  ])
})

// Each call used to be looked for among all the others, and in the whole of the response.
test('G37 a response with very many open calls is recovered', { timeout: 60_000 }, () => {
  const store = new MemoryStore()
  const open = (tools) =>
    createAgentHarness({ tools, durability: { enabled: true, wrapperId: 'run', store } })
  const count = 20_000
  const first = open([silentTool('slow')])
  start(first)
  first.write(callsOf(...Array.from({ length: count }, (_, i) => [`c${i}`, 'slow', { i }])))
  first.write(callsOf(['last', 'slow', { i: -1 }]))
  const again = silentTool('slow', { replay: 'safe' })
  start(open([again]))
  assert.equal(again.calls.length, count + 1)
  again.calls.slice(0, -1).forEach(({ args, context }, i) => {
    assert.deepEqual([args.i, context.callId], [i, `c${i}`])
  })
  assert.deepEqual(again.calls.at(-1).args, { i: -1 })
})

test('G37 G38 a call of which the log knows no more than its id is interrupted under that id', (t) => {
  const call = { id: 'c1', tool: 'slow', toJSON: () => null }
  const dir = freshFolder(t)
  const first = openDurable(t, dir, { externalTools: true })
  start(first.harness)
  first.harness.write(llmResponse({ toolCalls: [call] }))
  const { harness } = openDurable(t, crashImage(t, dir))
  start(harness)
  assert.deepEqual(answers(harness), [['c1', interrupted]])
})
