import assert from 'node:assert/strict'
import test from 'node:test'
import {
  createAgentHarness,
  createErrorFrame,
  createTextFrame,
  createToolCallFrame,
  createToolRegistry
} from './package.js'
import { Recorder } from './recorder.js'
import { callsOf, historyOf, silentTool, startSession } from './session.js'

test('G10 abort drops buffered output and ends the destination once', () => {
  const { harness, recorder } = startSession()
  recorder.pause()
  harness.write(createErrorFrame('kept back'))
  const failure = new Error('stop')
  harness.source.abort(failure)
  recorder.resume()
  assert.deepEqual(recorder.frames, [])
  assert.deepEqual(recorder.endings, [[failure]])
  assert.equal(harness.source.ended, failure)
})

test('G10 abort without an error ends the destination with true', () => {
  const { harness, recorder } = startSession()
  harness.source.abort()
  harness.source.abort()
  assert.deepEqual(recorder.endings, [[true]])
  assert.equal(harness.source.ended, true)
})

test('G10 abort closes the open calls without emitting', () => {
  const tool = silentTool('slow')
  const other = silentTool('slower')
  const { harness, recorder } = startSession({ tools: [tool, other] })
  harness.write(callsOf(['c1', 'slow', {}], ['c2', 'slower', {}]))
  const signals = [tool.calls[0].context.signal, other.calls[0].context.signal]
  recorder.clear()
  harness.source.abort(new Error('stop'))
  assert.deepEqual(recorder.frames, [])
  assert.ok(signals.every((signal) => signal.aborted))
  const entries = historyOf(harness).filter((entry) => entry.role === 'tool')
  assert.deepEqual(
    entries.map(({ callId, error, content }) => [callId, error, content]),
    [
      ['c1', "Tool 'slow' aborted", "Tool 'slow' aborted"],
      ['c2', "Tool 'slower' aborted", "Tool 'slower' aborted"]
    ]
  )
})

test('G10 abort sets the status to idle and ends the harness for writers', () => {
  const tool = silentTool('slow')
  const { harness, recorder } = startSession({ tools: [tool] })
  harness.write(callsOf(['c1', 'slow', {}]))
  assert.equal(harness.getState().status, 'executing')
  recorder.clear()
  harness.source.abort()
  assert.equal(harness.getState().status, 'idle')
  const entries = harness.getState().history.length
  harness.write(createTextFrame('too late'))
  tool.calls[0].callback(null, 'too late')
  harness.end()
  assert.deepEqual(recorder.frames, [])
  assert.deepEqual(recorder.endings, [[true]])
  assert.equal(harness.getState().history.length, entries)
})

test('G10 G24 an abort within a write or a tool leaves no call without its one result', () => {
  const quick = { id: 'quick', execute: (_, __, done) => done(null, 'ok') }
  const slow = silentTool('slow')
  const toolEntries = (harness) =>
    historyOf(harness)
      .filter((entry) => entry.role === 'tool')
      .map((entry) => entry.callId)
      .sort()

  const inWrite = startSession({ tools: [quick, slow] })
  inWrite.recorder.onWrite = () => inWrite.harness.source.abort()
  inWrite.harness.write(callsOf(['c1', 'quick', {}], ['c2', 'slow', {}], ['c3', 'quick', {}]))
  assert.equal(inWrite.recorder.frames.length, 1)
  assert.deepEqual(toolEntries(inWrite.harness), ['c1', 'c2', 'c3'])

  const stop = {
    id: 'stop',
    execute(_, __, done) {
      inTool.harness.source.abort()
      done(null, 'late')
    }
  }
  const inTool = startSession({ tools: [quick, slow, stop] })
  inTool.harness.write(callsOf(['c1', 'slow', {}], ['c2', 'stop', {}], ['c3', 'quick', {}]))
  assert.deepEqual(
    inTool.recorder.frames.map((frame) => frame.data?.id),
    ['c1', 'c2']
  )
  assert.deepEqual(toolEntries(inTool.harness), ['c1', 'c2', 'c3'])
  assert.deepEqual(inTool.recorder.endings, [[true]])
  assert.equal(inTool.harness.getState().status, 'idle')
})

test('G10 a tool whose call frame is answered by an abort does not run', () => {
  const tool = silentTool('t')
  const { harness, recorder } = startSession({ tools: [tool] })
  recorder.onWrite = () => harness.source.abort()
  harness.write(callsOf(['c1', 't', {}]))
  assert.deepEqual(tool.calls, [])
})

test('G10 G33 an abort lets nothing run that waits for its place', () => {
  const tool = silentTool('t')
  const { harness } = startSession({ tools: [tool], maxConcurrentTools: 1 })
  harness.write(callsOf(['c1', 't', {}], ['c2', 't', {}]))
  const { signal } = tool.calls[0].context
  signal.addEventListener('abort', () => tool.calls[0].callback(null, 'late'))
  harness.source.abort()
  tool.calls[0].callback(null, 'later')
  assert.equal(tool.calls.length, 1)
})

test('G10 abort is passed upstream with its error', () => {
  const { harness } = startSession()
  const aborts = []
  harness.sink.source = { resume() {}, abort: (...args) => aborts.push(args) }
  const failure = new Error('stop')
  harness.source.abort(failure)
  assert.deepEqual(aborts, [[failure]])
})

test('G8 G10 an upstream that was aborted is not resumed by what falls afterwards', () => {
  for (const highWaterMark of [1, 2, 3]) {
    for (const create of [createAgentHarness, (options) => createToolRegistry([], options)]) {
      for (const [isPaused, writes] of [
        [false, 0],
        [false, highWaterMark],
        [true, highWaterMark]
      ]) {
        const { source, sink, pipe } = create({ highWaterMark })
        const call = createToolCallFrame('c', 'none', {})
        const calls = []
        sink.source = { resume: () => calls.push('resume'), abort: () => calls.push('abort') }
        const recorder = pipe(new Recorder({ paused: isPaused }))
        recorder.onWrite = () => {
          for (let n = 0; n < writes; n++) sink.write(call)
          source.abort()
        }
        for (let n = 0; n < highWaterMark; n++) sink.write(call)
        recorder.resume()
        assert.deepEqual(calls, ['abort'])
      }
    }
  }
})

test('G10 an upstream that answers an abort with end() is heard once', () => {
  const { harness, recorder } = startSession()
  harness.sink.source = { resume() {}, abort: (err) => harness.sink.end(err) }
  harness.source.abort(new Error('stop'))
  assert.equal(recorder.endings.length, 1)
  assert.deepEqual(recorder.frames, [])
})

test('G10 abort without a destination and without an upstream is an end', () => {
  const harness = createAgentHarness()
  harness.write(createErrorFrame('kept back'))
  harness.source.abort()
  const recorder = harness.pipe(new Recorder())
  assert.deepEqual(recorder.frames, [])
  assert.equal(harness.source.ended, true)
})

test('G10 abort after the end changes nothing', () => {
  const { harness, recorder } = startSession()
  harness.end()
  harness.source.abort(new Error('late'))
  assert.deepEqual(recorder.endings, [[]])
})

test('G10 abort while the end waits for a paused destination gives one end', () => {
  const { harness, recorder } = startSession()
  recorder.pause()
  harness.end()
  harness.source.abort()
  recorder.resume()
  assert.deepEqual(recorder.frames, [])
  assert.deepEqual(recorder.endings, [[true]])
})

test('G10 abort of a registry drops its results and aborts its tools', () => {
  const tool = silentTool('slow')
  const registry = createToolRegistry([tool])
  const recorder = registry.pipe(new Recorder())
  registry.write(createToolCallFrame('c1', 'slow', {}))
  const { signal } = tool.calls[0].context
  registry.source.abort()
  assert.equal(signal.aborted, true)
  assert.deepEqual(recorder.frames, [])
  assert.deepEqual(recorder.endings, [[true]])
  tool.calls[0].callback(null, 'late')
  registry.write(createToolCallFrame('c2', 'slow', {}))
  assert.deepEqual(recorder.frames, [])
  assert.equal(tool.calls.length, 1)
})
