import assert from 'node:assert/strict'
import test, { mock } from 'node:test'
import * as expected from './expected-frames.js'
import { callsOf, historyOf, llmResponse, silentTool, startSession } from './session.js'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const callIds = (recorder) =>
  recorder.frames.filter((frame) => frame.data?.type === 'tool-call').map((frame) => frame.data.id)
const toolEntries = (harness) => historyOf(harness).filter((entry) => entry.role === 'tool')

const shapes = {
  'tool and arguments': { id: 'c1', tool: 't', arguments: { n: 1 } },
  'name and args': { id: 'c1', name: 't', args: { n: 1 } },
  'tool and args': { id: 'c1', tool: 't', args: { n: 1 } },
  'name and arguments': { id: 'c1', name: 't', arguments: { n: 1 } },
  'the function of OpenAI': { id: 'c1', type: 'function', function: { name: 't', arguments: '{"n":1}' } },
  'the function of OpenAI with an object': { id: 'c1', function: { name: 't', arguments: { n: 1 } } }
}
for (const [name, call] of Object.entries(shapes)) {
  test(`G24 a call is spelt with ${name}`, () => {
    const tool = silentTool('t')
    const { harness, recorder } = startSession({ tools: [tool] })
    harness.write(llmResponse({ toolCalls: [call] }))
    assert.deepEqual(recorder.shapes, [expected.toolCall('c1', 't', { n: 1 })])
    assert.deepEqual(tool.calls[0].args, { n: 1 })
    assert.equal(tool.calls[0].context.callId, 'c1')
    assert.equal(historyOf(harness)[1].toolCalls[0].id, 'c1')
  })
}

for (const [name, id] of [
  ['missing', undefined],
  ['null', null],
  ['empty', ''],
  ['a number', 5],
  ['an object', {}]
]) {
  test(`G24 an id that is ${name} becomes a UUID, in frame, history and context`, () => {
    const tool = silentTool('t')
    const { harness, recorder } = startSession({ tools: [tool] })
    harness.write(llmResponse({ toolCalls: [{ id, tool: 't' }] }))
    const [fresh] = callIds(recorder)
    assert.match(fresh, uuid)
    assert.equal(tool.calls[0].context.callId, fresh)
    assert.equal(historyOf(harness)[1].toolCalls[0].id, fresh)
    tool.calls[0].callback(null, 'ok')
    assert.deepEqual(recorder.shapes.at(-1), expected.completed(fresh))
    assert.equal(toolEntries(harness)[0].callId, fresh)
  })
}

test('G24 an id that is open in the same response becomes a UUID, even when the first call is done at once', () => {
  const tool = { id: 't', execute: (_, __, done) => done(null, 1) }
  const { harness, recorder } = startSession({ tools: [tool] })
  harness.write(callsOf(['c1', 't', {}], ['c1', 't', {}]))
  const [first, second] = callIds(recorder)
  assert.equal(first, 'c1')
  assert.match(second, uuid)
  assert.deepEqual(
    toolEntries(harness).map((entry) => entry.callId),
    ['c1', second]
  )
})

test('G24 an id that is open from an earlier response becomes a UUID', () => {
  const tool = silentTool('t')
  const { harness, recorder } = startSession({ tools: [tool] })
  harness.write(callsOf(['c1', 't', {}]))
  harness.write(callsOf(['c1', 't', {}]))
  const [first, second] = callIds(recorder)
  assert.equal(first, 'c1')
  assert.match(second, uuid)
  tool.calls[1].callback(null, 'second')
  tool.calls[0].callback(null, 'first')
  assert.deepEqual(
    toolEntries(harness).map(({ callId, result }) => [callId, result]),
    [
      [second, 'second'],
      ['c1', 'first']
    ]
  )
})

test('G24 an id whose call was closed is opened anew', () => {
  const tool = silentTool('t')
  const { harness, recorder } = startSession({ tools: [tool] })
  for (const answer of ['first', 'second']) {
    harness.write(callsOf(['c1', 't', {}]))
    tool.calls.at(-1).callback(null, answer)
  }
  assert.deepEqual(callIds(recorder), ['c1', 'c1'])
  assert.deepEqual(
    toolEntries(harness).map(({ callId, result }) => [callId, result]),
    [
      ['c1', 'first'],
      ['c1', 'second']
    ]
  )
})

test('G24 an id reused while an earlier call of it is closed keeps the late answer of that call out', () => {
  const tool = silentTool('t')
  const { harness } = startSession({ tools: [tool] })
  harness.write(callsOf(['c1', 't', {}]))
  tool.calls[0].callback(null, 'first')
  harness.write(callsOf(['c1', 't', {}]))
  tool.calls[0].callback(null, 'late')
  assert.equal(harness.getState().status, 'executing')
  tool.calls[1].callback(null, 'second')
  assert.deepEqual(
    toolEntries(harness).map((entry) => entry.result),
    ['first', 'second']
  )
})

test('G24 an id such as __proto__ or constructor is an id', () => {
  const tool = silentTool('t')
  const { harness, recorder } = startSession({ tools: [tool] })
  const ids = ['__proto__', 'constructor', 'hasOwnProperty', 'toString']
  harness.write(callsOf(...ids.map((id) => [id, 't', {}])))
  assert.deepEqual(callIds(recorder), ids)
  for (const { callback } of tool.calls) callback(null, 'ok')
  assert.deepEqual(
    toolEntries(harness).map((entry) => entry.callId),
    ids
  )
})

test('G24 each call of many gets exactly one result, in the order of the answers', () => {
  const tool = silentTool('t')
  const { harness, recorder } = startSession({ tools: [tool] })
  const ids = Array.from({ length: 200 }, (_, i) => `c${i}`)
  harness.write(callsOf(...ids.map((id) => [id, 't', {}])))
  const order = [...tool.calls].reverse()
  for (const { callback, context } of order) for (let i = 0; i < 3; i++) callback(null, context.callId)
  assert.deepEqual(
    toolEntries(harness).map((entry) => entry.callId),
    [...ids].reverse()
  )
  assert.equal(recorder.frames.length, 400)
  assert.equal(harness.getState().status, 'thinking')
})

test('G24 a call of a tool that nobody registered is answered by the registry', () => {
  const { harness, recorder } = startSession()
  harness.write(callsOf(['c1', 'nowhere', { a: 1 }]))
  assert.deepEqual(recorder.shapes, [
    expected.toolCall('c1', 'nowhere', { a: 1 }),
    expected.completed('c1', 'error')
  ])
  assert.equal(toolEntries(harness)[0].error, "Tool 'nowhere' not found")
})

test('G24 a call that is no object gets its one result', () => {
  for (const call of [null, undefined, 5, 'x', [], {}]) {
    const { harness, recorder } = startSession()
    harness.write(llmResponse({ toolCalls: [call] }))
    const [id] = callIds(recorder)
    assert.match(id, uuid)
    assert.deepEqual(recorder.shapes.at(-1), expected.completed(id, 'error'))
    assert.equal(toolEntries(harness).length, 1)
  }
})

test('G24 externalTools: a call of an unregistered tool stays open until its result frame', () => {
  const { harness, recorder } = startSession({ externalTools: true })
  harness.write(callsOf(['c1', 'elsewhere', {}]))
  assert.deepEqual(recorder.shapes, [expected.toolCall('c1', 'elsewhere')])
  assert.equal(harness.getState().status, 'executing')
  harness.write({ type: 'TOOL_RESULT', content: { callId: 'c1', result: 'done' } })
  assert.deepEqual(recorder.shapes.at(-1), expected.completed('c1'))
  assert.equal(harness.getState().status, 'thinking')
  harness.write({ type: 'TOOL_RESULT', content: { callId: 'c1', result: 'again' } })
  assert.deepEqual(recorder.shapes.at(-1), expected.error('Duplicate tool result: c1'))
})

test('G24 externalTools: a registered tool still runs in the registry', () => {
  const tool = silentTool('here')
  const { harness } = startSession({ externalTools: true, tools: [tool] })
  harness.write(callsOf(['c1', 'here', {}]))
  assert.equal(tool.calls.length, 1)
})

test('G24 externalTools: the time-out closes an open call', (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const { harness, recorder } = startSession({ externalTools: true, toolTimeoutMs: 50 })
  harness.write(callsOf(['c1', 'elsewhere', {}]))
  mock.timers.tick(49)
  assert.equal(recorder.frames.length, 1)
  mock.timers.tick(1)
  assert.deepEqual(recorder.shapes.at(-1), expected.completed('c1', 'error'))
  assert.equal(toolEntries(harness)[0].error, "Tool 'elsewhere' timed out after 50 ms")
})

test('G24 G26 externalTools: the end closes an open call', () => {
  const { harness, recorder } = startSession({ externalTools: true })
  harness.write(callsOf(['c1', 'elsewhere', {}]))
  recorder.clear()
  harness.end()
  assert.deepEqual(recorder.shapes, [expected.completed('c1', 'error'), expected.end()])
  assert.equal(toolEntries(harness)[0].error, "Tool 'elsewhere' aborted")
})
