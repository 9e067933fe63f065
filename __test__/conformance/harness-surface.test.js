import assert from 'node:assert/strict'
import test from 'node:test'
import { createAgentHarness, createTextFrame, createToolCallFrame } from './package.js'
import * as expected from './expected-frames.js'
import { Recorder } from './recorder.js'
import { callsOf, startSession } from './session.js'

test('G17 createAgentHarness returns the six documented members and the four of ours', () => {
  const harness = createAgentHarness()
  for (const name of ['pipe', 'write', 'end', 'getState', 'flush'])
    assert.equal(typeof harness[name], 'function', name)
  for (const name of ['source', 'sink', 'registry', 'state'])
    assert.equal(typeof harness[name], 'object', name)
  assert.equal(typeof harness[Symbol.asyncDispose], 'function')
})

test('G17 source and sink have the members of the push-stream convention', () => {
  const { source, sink } = createAgentHarness()
  for (const name of ['pipe', 'resume', 'abort']) assert.equal(typeof source[name], 'function', name)
  for (const name of ['write', 'end']) assert.equal(typeof sink[name], 'function', name)
  assert.equal(sink.paused, false)
})

test('G17 pipe, write and end are those of source and sink', () => {
  const { harness, recorder } = startSession()
  harness.sink.write(createTextFrame('by the sink'))
  harness.sink.end()
  assert.deepEqual(recorder.shapes, [expected.text('by the sink'), expected.end({ currentTurn: 1 })])
  const other = createAgentHarness()
  const destination = other.pipe(new Recorder())
  assert.equal(other.source.sink, destination)
})

test('G17 registry is the harness’s registry of tools', () => {
  const { harness, recorder } = startSession()
  harness.registry.register({ id: 'late', execute: (_, __, done) => done(null, 'ok') })
  harness.write(callsOf(['c1', 'late', {}]))
  assert.deepEqual(recorder.shapes, [expected.toolCall('c1', 'late'), expected.completed('c1')])
})

test('G17 registry.source carries only results of calls written to registry.sink', () => {
  const tools = [{ id: 'echo', execute: (args, _, done) => done(null, args.n) }]
  const { harness, recorder } = startSession({ tools })
  const results = harness.registry.pipe(new Recorder())
  harness.write(callsOf(['c1', 'echo', { n: 1 }]))
  assert.deepEqual(results.frames, [])
  const seen = recorder.frames.length
  const entries = harness.getState().history.length
  harness.registry.write(createToolCallFrame('c2', 'echo', { n: 2 }))
  assert.deepEqual(results.shapes, [expected.toolResult('c2', 2, undefined)])
  assert.equal(recorder.frames.length, seen)
  assert.equal(harness.getState().history.length, entries)
})

test('G17 a registry that is asked for after the end has no tools, one that was there before keeps them', () => {
  const tools = [{ id: 'echo', execute: (args, _, done) => done(null, args.n) }]
  const { harness } = startSession({ tools })
  const { harness: other } = startSession({ tools })
  const { registry } = other
  harness.end()
  other.end()
  assert.deepEqual(harness.registry.list(), [])
  assert.equal(harness.registry.ended, true)
  harness.registry.write(createToolCallFrame('c1', 'echo', { n: 1 }))
  const results = harness.registry.pipe(new Recorder())
  assert.deepEqual([results.frames, results.endings.length], [[], 1])
  assert.deepEqual(registry.list(), tools)
  assert.equal(other.registry, registry)
})

test('G17 a registry answers for a tool that it does not have, although the harness has others answer', () => {
  const { harness } = startSession({ externalTools: true })
  const results = harness.registry.pipe(new Recorder())
  harness.registry.write(createToolCallFrame('c1', 'elsewhere', {}))
  assert.deepEqual(results.shapes, [expected.toolResult('c1', undefined, "Tool 'elsewhere' not found")])
})

test('G17 flush gives a promise that resolves without durability', async () => {
  const { harness } = startSession()
  const flushed = harness.flush()
  assert.ok(flushed instanceof Promise)
  await flushed
})

test('G17 asyncDispose ends the harness', async () => {
  const { harness, recorder } = startSession()
  await harness[Symbol.asyncDispose]()
  assert.deepEqual(recorder.shapes, [expected.end()])
  assert.deepEqual(recorder.endings, [[]])
  await harness[Symbol.asyncDispose]()
  assert.equal(recorder.endings.length, 1)
})
