import assert from 'node:assert/strict'
import test from 'node:test'
import * as expected from './expected-frames.js'
import { callsOf, historyOf, lastEntry, llmResponse, startSession } from './session.js'

const roles = (harness) => historyOf(harness).map((entry) => entry.role)

test('G24 thinking is emitted as a thinking frame and kept in the entry', () => {
  const { harness, recorder } = startSession()
  harness.write(llmResponse({ thinking: 'hm', content: 'so' }))
  assert.deepEqual(recorder.shapes, [expected.thinking('hm')])
  assert.deepEqual(lastEntry(harness), { role: 'assistant', content: 'so', thinking: 'hm' })
})

test('G24 content alone is appended and emits nothing', () => {
  const { harness, recorder } = startSession()
  harness.write(llmResponse({ content: 'so' }))
  assert.deepEqual(recorder.frames, [])
  assert.deepEqual(lastEntry(harness), { role: 'assistant', content: 'so' })
})

test('G24 thinking alone appends no entry', () => {
  const { harness, recorder } = startSession()
  harness.write(llmResponse({ thinking: 'hm' }))
  assert.deepEqual(recorder.shapes, [expected.thinking('hm')])
  assert.deepEqual(roles(harness), ['system'])
})

test('G24 calls alone append an entry with empty content', () => {
  const { harness } = startSession()
  harness.write(callsOf(['c1', 'none', { n: 1 }]))
  const { toolCalls, ...entry } = historyOf(harness)[1]
  assert.deepEqual(entry, { role: 'assistant', content: '' })
  assert.equal(toolCalls.length, 1)
  assert.equal(toolCalls[0].id, 'c1')
})

test('G24 null, undefined and the empty string are not present', () => {
  for (const absent of [null, undefined, '']) {
    const { harness, recorder } = startSession()
    harness.write(llmResponse({ content: absent, thinking: absent, toolCalls: absent }))
    assert.deepEqual(recorder.frames, [])
    assert.deepEqual(roles(harness), ['system'])
  }
})

test('G24 an absent thinking or toolCalls is no key of the entry', () => {
  const { harness } = startSession()
  harness.write(llmResponse({ content: 'so', thinking: '', toolCalls: null }))
  assert.deepEqual(lastEntry(harness), { role: 'assistant', content: 'so' })
})

test('G24 a content that is no string is kept as it is', () => {
  for (const content of [[{ type: 'text', text: 'so' }], { text: 'so' }, 0, false]) {
    const { harness } = startSession()
    harness.write(llmResponse({ content }))
    assert.equal(harness.getState().history.length, 2)
    assert.equal(harness.getState().history[1].content, content)
  }
})

test('G24 an empty array of calls is present, and counts as none for the status', () => {
  const { harness, recorder } = startSession()
  harness.write(llmResponse({ toolCalls: [] }))
  assert.deepEqual(recorder.frames, [])
  assert.equal(lastEntry(harness).role, 'assistant')
  assert.equal(lastEntry(harness).content, '')
  assert.equal(harness.getState().status, 'idle')
})

test('G24 toolCalls that is no array gives an ERROR and nothing else', () => {
  for (const toolCalls of [{}, 'x', 5, true, { length: 1, 0: { tool: 't' } }]) {
    const { harness, recorder } = startSession()
    const before = harness.getState()
    harness.write(llmResponse({ content: 'so', thinking: 'hm', toolCalls }))
    assert.deepEqual(recorder.shapes, [expected.error('Invalid toolCalls')])
    assert.deepEqual(harness.getState(), before)
  }
})

test('G24 the order is thinking, entry, then each call with its run', () => {
  const log = []
  const note = (what) => log.push(what)
  const tool = (id) => ({
    id,
    execute(_, __, done) {
      note(`run ${id}`)
      done(null, id)
    }
  })
  const { harness, recorder } = startSession({ tools: [tool('a'), tool('b')] })
  recorder.onWrite = (frame) => {
    const { history } = harness.getState()
    const name = frame.data?.id ?? frame.data?.type ?? `${frame.progress.operation} ${frame.progress.callId}`
    note(`${name} after ${history.at(-1).role} ${history.length}`)
  }
  harness.write(
    llmResponse({
      thinking: 'hm',
      content: 'so',
      toolCalls: [
        { id: 'c1', tool: 'a' },
        { id: 'c2', tool: 'b' }
      ]
    })
  )
  assert.deepEqual(log, [
    'thinking after system 1',
    'c1 after assistant 2',
    'run a',
    'tool-completed c1 after tool 3',
    'c2 after tool 3',
    'run b',
    'tool-completed c2 after tool 4'
  ])
})

test('G24 all calls of a response are open before the first of them is emitted', () => {
  const statuses = []
  const tool = { id: 't', execute: (_, __, done) => done(null, 1) }
  const { harness, recorder } = startSession({ tools: [tool] })
  recorder.onWrite = () => statuses.push(harness.getState().status)
  harness.write(callsOf(['c1', 't', {}], ['c2', 't', {}]))
  // executing at the first result, because c2 is open by then; thinking at the last.
  assert.deepEqual(statuses, ['executing', 'executing', 'executing', 'thinking'])
})
