import assert from 'node:assert/strict'
import test from 'node:test'
import { createAgentHarness, createErrorFrame, createParamFrame, createTextFrame } from './package.js'
import * as expected from './expected-frames.js'
import { Recorder } from './recorder.js'
import { callsOf, historyOf, silentTool, startSession } from './session.js'

test('G26 a normal end emits END with its reason and the turns, then ends the destination without an argument', () => {
  const { harness, recorder } = startSession({ maxTurns: 30 })
  harness.write(createTextFrame('hello'))
  recorder.clear()
  harness.end()
  assert.deepEqual(recorder.shapes, [expected.end({ currentTurn: 1, maxTurns: 30 })])
  assert.deepEqual(recorder.endings, [[]])
})

for (const value of [undefined, null, true, false]) {
  test(`G26 end(${value}) is a normal end`, () => {
    const { harness, recorder } = startSession()
    harness.end(value)
    assert.deepEqual(recorder.shapes, [expected.end()])
    assert.deepEqual(recorder.endings, [[]])
    assert.equal(harness.source.ended, true)
  })
}

test('G26 an end with an Error emits ERROR and END, and hands the error on', () => {
  const { harness, recorder } = startSession()
  const failure = new Error('it broke')
  harness.end(failure)
  const [{ stack, ...first }, second, ...rest] = recorder.shapes
  assert.deepEqual(first, expected.error('it broke', { phase: 'shutdown' }))
  assert.equal(stack, failure.stack)
  assert.deepEqual(second, expected.end({ reason: 'error' }))
  assert.deepEqual(rest, [])
  assert.equal(recorder.endings.length, 1)
  assert.equal(recorder.endings[0].length, 1)
  assert.equal(recorder.endings[0][0], failure)
})

test('G26 an end with an error that is no Error emits its text', () => {
  for (const [value, text] of [
    ['a text', 'a text'],
    [{ message: 'said' }, 'said'],
    [42, '42']
  ]) {
    const { harness, recorder } = startSession()
    harness.end(value)
    assert.deepEqual(recorder.shapes, [
      expected.error(text, { phase: 'shutdown' }),
      expected.end({ reason: 'error' })
    ])
    assert.equal(recorder.endings[0][0], value)
  }
})

test('G26 only the first end counts', () => {
  const { harness, recorder } = startSession()
  harness.end()
  harness.end(new Error('late'))
  harness.sink.end()
  assert.deepEqual(recorder.shapes, [expected.end()])
  assert.deepEqual(recorder.endings, [[]])
})

test('G26 open calls are closed first, in the order of opening', () => {
  const a = silentTool('a')
  const b = silentTool('b')
  const { harness, recorder } = startSession({ tools: [a, b] })
  harness.write(callsOf(['c1', 'b', {}], ['c2', 'a', {}]))
  harness.write(callsOf(['c3', 'b', {}]))
  a.calls[0].callback(null, 'in time')
  harness.write(callsOf(['c4', 'a', {}]))
  recorder.clear()
  harness.end(new Error('it broke'))
  assert.deepEqual(
    recorder.shapes.slice(0, 3),
    ['c1', 'c3', 'c4'].map((id) => expected.completed(id, 'error'))
  )
  assert.deepEqual(
    recorder.frames.slice(3).map((frame) => frame.type),
    ['ERROR', 'END']
  )
  assert.deepEqual(
    historyOf(harness)
      .slice(-3)
      .map(({ role, callId, content, error }) => [role, callId, content, error]),
    [
      ['tool', 'c1', "Tool 'b' aborted", "Tool 'b' aborted"],
      ['tool', 'c3', "Tool 'b' aborted", "Tool 'b' aborted"],
      ['tool', 'c4', "Tool 'a' aborted", "Tool 'a' aborted"]
    ]
  )
})

test('G26 a call that is closed: its signal aborts, then the entry stands, then PROGRESS goes out', () => {
  const log = []
  const tools = [
    {
      id: 'slow',
      execute(_, context) {
        const { callId } = context
        context.signal.addEventListener('abort', () => log.push(`signal ${callId}`))
      }
    }
  ]
  const { harness, recorder } = startSession({ tools })
  harness.write(callsOf(['c1', 'slow', {}], ['c2', 'slow', {}]))
  recorder.onWrite = (frame) => {
    if (frame.type === 'PROGRESS') {
      log.push(`progress ${frame.progress.callId}`)
      assert.equal(historyOf(harness).find((entry) => entry.callId === frame.progress.callId)?.role, 'tool')
    }
  }
  harness.end()
  for (const id of ['c1', 'c2'])
    assert.ok(log.indexOf(`signal ${id}`) < log.indexOf(`progress ${id}`), log.join())
  assert.deepEqual(
    log.filter((line) => line.startsWith('progress')),
    ['progress c1', 'progress c2']
  )
  assert.equal(log.length, 4)
})

test('G26 an answer that comes out of the abort itself is too late', () => {
  const tools = [
    {
      id: 'slow',
      execute(_, context, done) {
        context.signal.addEventListener('abort', () => done(null, 'just now'))
      }
    }
  ]
  const { harness, recorder } = startSession({ tools })
  harness.write(callsOf(['c1', 'slow', {}]))
  recorder.clear()
  harness.end()
  assert.deepEqual(recorder.shapes, [expected.completed('c1', 'error'), expected.end()])
  assert.equal(historyOf(harness).at(-1).error, "Tool 'slow' aborted")
})

test('G26 the destination is ended when the buffer has drained', () => {
  const { harness, recorder } = startSession()
  recorder.pause()
  harness.write(createTextFrame('hello'))
  const failure = new Error('it broke')
  harness.end(failure)
  assert.equal(harness.getState().status, 'idle')
  assert.deepEqual(recorder.frames, [])
  assert.deepEqual(recorder.endings, [])
  recorder.onWrite = (_, self) => self.pause()
  recorder.resume()
  recorder.resume()
  assert.deepEqual(recorder.endings, [])
  recorder.onWrite = undefined
  recorder.resume()
  assert.deepEqual(
    recorder.frames.map((frame) => frame.type),
    ['TEXT', 'ERROR', 'END']
  )
  assert.deepEqual(recorder.endings, [[failure]])
})

test('G26 a destination that pauses at the last frame is ended: nothing is buffered any more', () => {
  const { harness, recorder } = startSession()
  recorder.onWrite = (_, self) => self.pause()
  harness.end()
  assert.deepEqual(recorder.shapes, [expected.end()])
  assert.deepEqual(recorder.endings, [[]])
})

test('G26 a write after the end is ignored', () => {
  const { harness, recorder } = startSession({ tools: [silentTool('slow')] })
  harness.end()
  const state = harness.getState()
  recorder.clear()
  harness.write(createTextFrame('late'))
  harness.write(createErrorFrame('late'))
  harness.write(createParamFrame('workspace', '/late'))
  harness.write(callsOf(['c1', 'slow', {}]))
  harness.write(null)
  assert.deepEqual(recorder.frames, [])
  assert.deepEqual(harness.getState(), state)
})

test('G26 an end without a start is an end', () => {
  const harness = createAgentHarness()
  const recorder = harness.pipe(new Recorder())
  harness.end()
  assert.deepEqual(recorder.shapes, [expected.end()])
  assert.deepEqual(recorder.endings, [[]])
})
