import assert from 'node:assert/strict'
import test from 'node:test'
import { createToolCallFrame, createToolRegistry } from './package.js'
import * as expected from './expected-frames.js'
import { Recorder } from './recorder.js'
import { callsOf, lastEntry, startSession } from './session.js'

function run(execute, fields = {}) {
  const registry = createToolRegistry([{ id: 't', execute, ...fields }])
  const recorder = registry.pipe(new Recorder())
  registry.write(createToolCallFrame('c1', 't', {}))
  return recorder
}

test('G31 a call gives one result frame', () => {
  const result = { ok: true }
  const recorder = run((_, __, done) => done(null, result))
  assert.deepEqual(recorder.shapes, [expected.toolResult('c1', result, undefined)])
  assert.equal(recorder.frames[0].data.result, result)
})

test('G31 a tool that is not there gives an error result', () => {
  const registry = createToolRegistry()
  const recorder = registry.pipe(new Recorder())
  registry.write(createToolCallFrame('c1', 'nowhere', {}))
  assert.deepEqual(recorder.shapes, [expected.toolResult('c1', undefined, "Tool 'nowhere' not found")])
})

const failures = [
  ['an Error', new TypeError('it broke'), 'it broke'],
  ['a string', 'it broke', 'it broke'],
  ['an object with a message', { message: 'said', code: 1 }, 'said'],
  ['a number', 42, '42'],
  ['true', true, 'true']
]
for (const [name, failure, text] of failures) {
  test(`G31 ${name} as error is its text, in frame and history`, () => {
    const execute = (_, __, done) => done(failure)
    assert.deepEqual(run(execute).shapes, [expected.toolResult('c1', undefined, text)])
    const { harness } = startSession({ tools: [{ id: 't', execute }] })
    harness.write(callsOf(['c1', 't', {}]))
    assert.equal(lastEntry(harness).error, text)
    assert.equal(lastEntry(harness).content, text)
  })
}

test('G31 details stand beside the error only of a failed check', () => {
  const parameters = { properties: { n: { type: 'integer' } }, required: ['n'] }
  const registry = createToolRegistry([{ id: 't', execute() {}, parameters }])
  const recorder = registry.pipe(new Recorder())
  registry.write(createToolCallFrame('c1', 't', { n: 'x' }))
  assert.equal(recorder.frames[0].data.details[0].path, '/n')
  assert.equal('details' in run((_, __, done) => done('it broke')).frames[0].data, false)
})

test('G31 what goes wrong in the write itself is an ERROR frame', () => {
  const registry = createToolRegistry()
  const recorder = registry.pipe(new Recorder())
  registry.write({
    get type() {
      throw new Error('a bad frame')
    }
  })
  registry.write({
    type: 'DATA',
    get data() {
      throw new Error('bad data')
    }
  })
  assert.deepEqual(
    recorder.frames.map((frame) => [frame.type, frame.error]),
    [
      ['ERROR', 'a bad frame'],
      ['ERROR', 'bad data']
    ]
  )
  registry.write(createToolCallFrame('c1', 'nowhere', {}))
  assert.equal(recorder.frames.length, 3)
})

test('G31 calls that share an id get a frame each', () => {
  const done = []
  const registry = createToolRegistry([{ id: 't', execute: (_, __, callback) => done.push(callback) }])
  const recorder = registry.pipe(new Recorder())
  for (const id of ['c1', 'c1', undefined, undefined]) registry.write(createToolCallFrame(id, 't', {}))
  done.forEach((callback, i) => callback(null, i))
  assert.deepEqual(
    recorder.frames.map(({ data }) => [data.callId, data.result]),
    [
      ['c1', 0],
      ['c1', 1],
      [undefined, 2],
      [undefined, 3]
    ]
  )
})
