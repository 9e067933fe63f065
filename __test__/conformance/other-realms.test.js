import assert from 'node:assert/strict'
import test from 'node:test'
import vm from 'node:vm'
import { createErrorFrame, createToolRegistry } from './package.js'
import { Recorder } from './recorder.js'
import { callsOf, historyOf, lastEntry, llmResponse, silentTool, startSession } from './session.js'
import * as expected from './expected-frames.js'

const realm = vm.createContext({})
const evaluate = (source) => vm.runInContext(source, realm)

test('G3 a frame from another realm is a frame, and is passed on itself', () => {
  const { harness, recorder } = startSession()
  const frame = evaluate(`({ type: 'TEXT', content: { text: 'from afar' }, metadata: {}, timestamp: 1 })`)
  harness.write(frame)
  assert.equal(recorder.frames.length, 1)
  assert.equal(recorder.frames[0], frame)
  assert.deepEqual(lastEntry(harness), { role: 'user', content: 'from afar' })
})

test('G3 an array of calls from another realm is an array', () => {
  const { harness, recorder } = startSession({
    tools: [{ id: 'echo', execute: (args, _, done) => done(null, args.n) }]
  })
  harness.write(
    evaluate(`({ type: 'DATA', data: { type: 'llm-response',
    toolCalls: [{ id: 'a', tool: 'echo', arguments: { n: 1 } }, { id: 'b', tool: 'echo', arguments: { n: 2 } }] } })`)
  )
  assert.deepEqual(
    recorder.frames.map((frame) => frame.data?.id ?? frame.progress?.callId),
    ['a', 'a', 'b', 'b']
  )
})

test('G3 options, their array of tools and the tools may come from another realm', () => {
  const options = evaluate(
    `({ maxTurns: 3, tools: [{ id: 'far', execute: (args, context, done) => done(null, 'ok') }] })`
  )
  const { harness, recorder } = startSession(options)
  harness.write(callsOf(['c1', 'far', {}]))
  assert.deepEqual(recorder.shapes, [expected.toolCall('c1', 'far'), expected.completed('c1')])
  assert.equal(lastEntry(harness).result, 'ok')
})

test('G3 an Error from another realm gives its message, as error of a tool and of end()', () => {
  const failure = evaluate(`new RangeError('far away')`)
  const { harness, recorder } = startSession({
    tools: [{ id: 'bad', execute: (_, __, done) => done(failure) }]
  })
  harness.write(callsOf(['c1', 'bad', {}]))
  assert.equal(lastEntry(harness).error, 'far away')
  harness.end(failure)
  assert.equal(recorder.frames.at(-2).error, 'far away')
  assert.equal(recorder.endings[0][0], failure)
})

test('G3 a promise and a thenable from another realm are awaited', async () => {
  const tools = [
    { id: 'promise', execute: evaluate(`(args) => Promise.resolve('kept')`) },
    { id: 'refusal', execute: evaluate(`(args) => Promise.reject(new Error('broken'))`) },
    { id: 'thenable', execute: evaluate(`(args) => ({ then(done) { done('then') } })`) }
  ]
  const { harness, recorder } = startSession({ tools })
  harness.write(callsOf(['a', 'promise', {}], ['b', 'refusal', {}], ['c', 'thenable', {}]))
  await recorder.until(({ frames }) => frames.length === 6)
  const answers = Object.fromEntries(
    historyOf(harness)
      .filter((entry) => entry.role === 'tool')
      .map((entry) => [entry.callId, entry.error ?? entry.result])
  )
  assert.deepEqual(answers, { a: 'kept', b: 'broken', c: 'then' })
})

test('G3 arguments from another realm reach the tool as they are, and are checked by its schema', () => {
  const args = evaluate(`({ list: [1, 2, 3], nested: { deep: true } })`)
  const parameters = {
    type: 'object',
    properties: { list: { type: 'array', items: { type: 'integer' } }, nested: { type: 'object' } },
    required: ['list']
  }
  const tool = silentTool('t', { parameters })
  const { harness } = startSession({ tools: [tool] })
  harness.write(callsOf(['c1', 't', args]))
  assert.equal(tool.calls.length, 1)
  assert.equal(tool.calls[0].args, args)
})

test('G3 a sink from another realm is a destination', () => {
  const registry = createToolRegistry([{ id: 't', execute: (_, __, done) => done(null, 1) }])
  const sink = evaluate(
    `({ paused: false, frames: [], write(frame) { this.frames.push(frame) }, end() { this.done = true } })`
  )
  assert.equal(registry.pipe(sink), sink)
  registry.write({ type: 'DATA', data: { type: 'tool-call', id: 'c1', tool: 't', arguments: {} } })
  registry.end()
  assert.equal(sink.frames.length, 1)
  assert.equal(sink.frames[0].data.result, 1)
  assert.equal(sink.done, true)
})

test('G3 G15 an error frame of another realm’s Error carries message and stack', () => {
  const failure = evaluate(`new (class Sub extends Error {})('subclassed')`)
  const frame = createErrorFrame(failure)
  assert.equal(frame.error, 'subclassed')
  assert.equal(frame.stack, failure.stack)
})

test('G3 a thinking text and contents from another realm are kept', () => {
  const { harness, recorder } = startSession({}, new Recorder())
  harness.write(llmResponse(evaluate(`({ content: 'answer', thinking: 'thought' })`)))
  assert.deepEqual(recorder.shapes, [expected.thinking('thought')])
  assert.deepEqual(lastEntry(harness), { role: 'assistant', content: 'answer', thinking: 'thought' })
})
