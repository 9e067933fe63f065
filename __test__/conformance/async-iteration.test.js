import assert from 'node:assert/strict'
import test from 'node:test'
import {
  createAgentHarness,
  createErrorFrame,
  createTextFrame,
  createToolCallFrame,
  createToolRegistry
} from './package.js'
import * as expected from './expected-frames.js'
import { Recorder, withoutTimestamp } from './recorder.js'
import { callsOf, silentTool, start } from './session.js'

test('G12 for await gives every frame and finishes at the end', async () => {
  const harness = createAgentHarness()
  start(harness)
  harness.write(createTextFrame('hello'))
  harness.end()
  const frames = []
  for await (const frame of harness.source) frames.push(withoutTimestamp(frame))
  assert.deepEqual(frames, [
    expected.start(),
    expected.initialized(),
    expected.text('hello'),
    expected.end({ currentTurn: 1 })
  ])
})

test('G12 for await waits for frames that are written later', async () => {
  const harness = createAgentHarness({ maxTurns: Infinity })
  start(harness)
  const texts = []
  for await (const frame of harness.source) {
    if (frame.type === 'TEXT') texts.push(frame.content.text)
    if (frame.type === 'END') continue
    if (texts.length === 3) harness.end()
    else if (frame.type !== 'START')
      queueMicrotask(() => harness.write(createTextFrame(`turn ${texts.length}`)))
  }
  assert.deepEqual(texts, ['turn 0', 'turn 1', 'turn 2'])
})

test('G12 an end with an error is thrown out of the loop after the frames before it', async () => {
  const harness = createAgentHarness()
  const failure = new Error('broken')
  harness.end(failure)
  const types = []
  await assert.rejects(
    async () => {
      for await (const frame of harness.source) types.push(frame.type)
    },
    (thrown) => thrown === failure
  )
  assert.deepEqual(types, ['ERROR', 'END'])
})

test('G12 a loop that is slower than the writer shows backpressure upstream', async () => {
  const harness = createAgentHarness({ highWaterMark: 4 })
  const iterator = harness.source[Symbol.asyncIterator]()
  let written = 0
  while (!harness.sink.paused && written < 1000) {
    harness.write(createErrorFrame(`${written}`))
    written += 1
  }
  assert.ok(written < 20, `paused after ${written} frames`)
  for (let i = 0; i < written; i++) assert.equal((await iterator.next()).value.error, `${i}`)
  assert.equal(harness.sink.paused, false)
  await iterator.return()
})

test('G12 leaving the loop early aborts the harness', async () => {
  const tool = silentTool('slow')
  const harness = createAgentHarness({ tools: [tool] })
  const aborts = []
  harness.sink.source = { resume() {}, abort: (err) => aborts.push(err) }
  start(harness)
  harness.write(callsOf(['c1', 'slow', {}]))
  const { signal } = tool.calls[0].context
  for await (const frame of harness.source) if (frame.data?.id === 'c1') break
  assert.equal(signal.aborted, true)
  assert.equal(aborts.length, 1)
  assert.equal(harness.getState().status, 'idle')
  assert.notEqual(harness.source.ended, false)
})

test('G12 a throw inside the loop aborts the harness and comes through', async () => {
  const harness = createAgentHarness()
  harness.write(createErrorFrame('first'))
  const failure = new Error('mine')
  await assert.rejects(
    async () => {
      for await (const _ of harness.source) throw failure
    },
    (thrown) => thrown === failure
  )
  assert.notEqual(harness.source.ended, false)
})

test('G12 iterating is piping: a second consumer takes over without ending the harness', async () => {
  const harness = createAgentHarness()
  const first = harness.source[Symbol.asyncIterator]()
  harness.write(createErrorFrame('one'))
  assert.equal((await first.next()).value.error, 'one')
  const recorder = harness.pipe(new Recorder())
  harness.write(createErrorFrame('two'))
  assert.deepEqual(
    recorder.frames.map((frame) => frame.error),
    ['two']
  )
  assert.equal(harness.source.ended, false)
})

test('G12 a loop takes over from a destination, which is let go', async () => {
  const harness = createAgentHarness()
  const recorder = harness.pipe(new Recorder())
  const iterator = harness.source[Symbol.asyncIterator]()
  const next = iterator.next()
  harness.write(createErrorFrame('one'))
  assert.equal((await next).value.error, 'one')
  assert.equal(recorder.source, null)
  assert.deepEqual(recorder.frames, [])
  await iterator.return()
})

test('G12 the source of a registry is iterable too', async () => {
  const registry = createToolRegistry([{ id: 'echo', execute: async (args) => args.n }])
  for (let n = 0; n < 3; n++) registry.write(createToolCallFrame(`c${n}`, 'echo', { n }))
  const results = []
  for await (const frame of registry.source) {
    results.push(frame.data.result)
    if (results.length === 3) registry.end()
  }
  assert.deepEqual(results, [0, 1, 2])
})
