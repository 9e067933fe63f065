import assert from 'node:assert/strict'
import test from 'node:test'
import { createAgentHarness } from './package.js'
import * as expected from './expected-frames.js'
import { Recorder } from './recorder.js'
import { callsOf, historyOf, lastEntry, resultFrame, silentTool, startSession } from './session.js'

const duplicate = (id) => expected.error(`Duplicate tool result: ${id}`)
const toolEntries = (harness) => historyOf(harness).filter((entry) => entry.role === 'tool')

const spellings = {
  'DATA of type tool-result': (fields) => ({ type: 'DATA', data: { type: 'tool-result', ...fields } }),
  'TOOL_RESULT with its fields in content': (fields) => ({
    type: 'TOOL_RESULT',
    content: fields,
    data: { callId: 'no' }
  }),
  'TOOL_RESULT with its fields in data': (fields) => ({ type: 'TOOL_RESULT', data: fields }),
  'TOOL_RESULT with text content and its fields in data': (fields) => ({
    type: 'TOOL_RESULT',
    content: 'a text',
    data: fields
  }),
  'TOOL_RESULT with null content and its fields in data': (fields) => ({
    type: 'TOOL_RESULT',
    content: null,
    data: fields
  })
}
for (const [name, frame] of Object.entries(spellings)) {
  test(`G23 ${name} is appended, then told by PROGRESS`, () => {
    const { harness, recorder } = startSession()
    let entries
    recorder.onWrite = () => {
      entries = harness.getState().history.length
    }
    harness.write(frame({ callId: 'c1', result: 'all well' }))
    assert.deepEqual(recorder.shapes, [expected.completed('c1')])
    assert.equal(entries, 2)
    assert.deepEqual(lastEntry(harness), {
      role: 'tool',
      content: 'all well',
      callId: 'c1',
      result: 'all well',
      error: undefined
    })
  })

  test(`G23 ${name} with an error is appended with the error as its content`, () => {
    const { harness, recorder } = startSession()
    harness.write(frame({ callId: 'c1', result: undefined, error: 'it broke' }))
    assert.deepEqual(recorder.shapes, [expected.completed('c1', 'error')])
    const entry = lastEntry(harness)
    assert.equal(entry.content, 'it broke')
    assert.equal(entry.error, 'it broke')
  })
}

const cyclic = {}
cyclic.self = cyclic
const contents = [
  ['a string is itself', 'as it is', 'as it is'],
  ['the empty string is itself', '', ''],
  ['an object is JSON', { a: [1, null] }, '{"a":[1,null]}'],
  ['an object with toJSON is JSON', { toJSON: () => 'short' }, '"short"'],
  ['a number is JSON', 5, '5'],
  ['NaN is JSON', Number.NaN, 'null'],
  ['null is JSON', null, 'null'],
  ['a boolean is JSON', false, 'false'],
  ['undefined is printed', undefined, 'undefined'],
  ['a bigint is printed', 10n, '10'],
  ['a cycle is printed', cyclic, '[object Object]'],
  ['a symbol is printed', Symbol('s'), 'Symbol(s)'],
  ['an object that prints itself and is no JSON', { big: 1n, toString: () => 'mine' }, 'mine']
]
for (const [title, result, content] of contents) {
  test(`G23 the content of a result: ${title}`, () => {
    const { harness } = startSession()
    harness.write(resultFrame('c1', result))
    const entry = lastEntry(harness)
    assert.equal(entry.content, content)
    assert.ok(Object.is(entry.result, result))
  })
}

test('G23 the content of an error result is the error’s text', () => {
  for (const [error, content] of [
    [new Error('it broke'), 'it broke'],
    [{ message: 'said' }, 'said'],
    [42, '42']
  ]) {
    const { harness, recorder } = startSession()
    harness.write(resultFrame('c1', 'ignored', error))
    assert.equal(lastEntry(harness).content, content)
    assert.equal(lastEntry(harness).error, content)
    assert.deepEqual(recorder.shapes, [expected.completed('c1', 'error')])
  }
})

test('G23 a falsy error is a success', () => {
  for (const error of [undefined, null, '', 0, false]) {
    const { harness, recorder } = startSession()
    harness.write(resultFrame('c1', 'r', error))
    assert.deepEqual(recorder.shapes, [expected.completed('c1')])
    assert.equal(lastEntry(harness).content, 'r')
  }
})

test('G23 a result for a call that has an answer is refused, and the history stays', () => {
  const tools = [{ id: 't', execute: (_, __, done) => done(null, 'first') }]
  const { harness, recorder } = startSession({ tools })
  harness.write(callsOf(['c1', 't', {}]))
  recorder.clear()
  const before = harness.getState()
  harness.write(resultFrame('c1', 'second'))
  assert.deepEqual(recorder.shapes, [duplicate('c1')])
  assert.deepEqual(harness.getState(), before)
})

test('G23 a result for an open call is its answer, and what its tool says later is ignored', () => {
  const tool = silentTool('slow')
  const { harness, recorder } = startSession({ tools: [tool] })
  harness.write(callsOf(['c1', 'slow', {}]))
  recorder.clear()
  harness.write(resultFrame('c1', 'from outside'))
  tool.calls[0].callback(null, 'from the tool')
  harness.write(resultFrame('c1', 'once more'))
  assert.deepEqual(recorder.shapes, [expected.completed('c1'), duplicate('c1')])
  assert.deepEqual(
    toolEntries(harness).map((entry) => entry.result),
    ['from outside']
  )
  assert.equal(harness.getState().status, 'thinking')
})

test('G23 a result for a call whose only answer is "not found" is appended, once', () => {
  const { harness, recorder } = startSession()
  harness.write(callsOf(['c1', 'elsewhere', {}]))
  recorder.clear()
  harness.write(resultFrame('c1', 'from the executor'))
  harness.write(resultFrame('c1', 'again'))
  assert.deepEqual(recorder.shapes, [expected.completed('c1'), duplicate('c1')])
  assert.deepEqual(
    toolEntries(harness).map((entry) => entry.content),
    ["Tool 'elsewhere' not found", 'from the executor']
  )
})

test('G23 an error answer other than "not found" is an answer', () => {
  const tools = [{ id: 't', execute: (_, __, done) => done("Tool 't' not found") }]
  const { harness, recorder } = startSession({ tools })
  harness.write(callsOf(['c1', 't', {}]))
  recorder.clear()
  harness.write(resultFrame('c1', 'second'))
  assert.deepEqual(recorder.shapes, [duplicate('c1')])
})

test('G23 a result for a call that the harness never made is accepted and never a duplicate', () => {
  const { harness, recorder } = startSession()
  harness.write(resultFrame('foreign', 1))
  harness.write(resultFrame('foreign', 2))
  assert.deepEqual(recorder.shapes, [expected.completed('foreign'), expected.completed('foreign')])
  assert.deepEqual(
    toolEntries(harness).map((entry) => entry.result),
    [1, 2]
  )
})

test('G23 a result without a callId is accepted and never a duplicate', () => {
  const { harness, recorder } = startSession()
  for (const callId of [undefined, undefined]) harness.write(resultFrame(callId, 'r'))
  assert.deepEqual(recorder.shapes, [expected.completed(undefined), expected.completed(undefined)])
  assert.equal(toolEntries(harness).length, 2)
})

test('G23 before START a TOOL_RESULT is accepted', () => {
  const harness = createAgentHarness()
  const recorder = harness.pipe(new Recorder())
  harness.write({ type: 'TOOL_RESULT', content: { callId: 'c1', result: 'early' } })
  assert.deepEqual(recorder.shapes, [expected.completed('c1')])
  assert.equal(lastEntry(harness).result, 'early')
})

test('G23 before START a strict harness refuses a TOOL_RESULT as it refuses DATA', () => {
  const harness = createAgentHarness({ strict: true })
  const recorder = harness.pipe(new Recorder())
  harness.write({ type: 'TOOL_RESULT', content: { callId: 'c1', result: 'early' } })
  assert.deepEqual(recorder.shapes, [expected.error('Harness not initialized. Send START frame first.')])
  assert.deepEqual(harness.getState().history, [])
})
