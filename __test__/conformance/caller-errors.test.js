import assert from 'node:assert/strict'
import test from 'node:test'
import { createAgentHarness, createDataFrame, createParamFrame, createTextFrame } from './package.js'
import * as expected from './expected-frames.js'
import { Recorder } from './recorder.js'
import { callsOf, historyOf, llmResponse, resultFrame, start, startSession } from './session.js'

const failure = new Error('from the caller')
const thrower = () => {
  throw failure
}
const withGetter = (object, key) => Object.defineProperty(object, key, { enumerable: true, get: thrower })
const caught = (frame, message = 'from the caller') =>
  expected.error(message, { operation: 'agent-harness.sink.write', frame })
/** Frames of caught errors hold the stack of what was thrown; the rest of them is compared. */
const withoutStack = ({ stack, ...frame }) => frame

const frames = {
  'type throws': withGetter({}, 'type'),
  'content throws': withGetter({ type: 'TEXT' }, 'content'),
  'content.text throws': { type: 'TEXT', content: withGetter({}, 'text') },
  'data throws': withGetter({ type: 'DATA' }, 'data'),
  'data.type throws': { type: 'DATA', data: withGetter({}, 'type') },
  'toolCalls throws': createDataFrame(withGetter({ type: 'llm-response' }, 'toolCalls')),
  'thinking throws': createDataFrame(withGetter({ type: 'llm-response' }, 'thinking')),
  'result throws': createDataFrame(withGetter({ type: 'tool-result', callId: 'c' }, 'result')),
  'callId throws': createDataFrame(withGetter({ type: 'tool-result' }, 'callId')),
  'key throws': withGetter({ type: 'PARAM' }, 'key'),
  'value throws': withGetter({ type: 'PARAM', key: 'workspace' }, 'value'),
  'metadata throws': withGetter({ type: 'END' }, 'metadata'),
  'every look throws': new Proxy(
    {},
    { get: thrower, has: thrower, ownKeys: thrower, getPrototypeOf: thrower }
  )
}
for (const [name, frame] of Object.entries(frames)) {
  test(`G39 a frame whose ${name} gives one ERROR frame, and the harness goes on`, () => {
    const { harness, recorder } = startSession()
    const before = harness.getState()
    harness.write(frame)
    const [first, ...rest] = recorder.shapes
    assert.deepEqual(rest, [])
    assert.equal(first.type, 'ERROR')
    assert.equal(first.error, 'from the caller')
    assert.equal(first.metadata.operation, 'agent-harness.sink.write')
    assert.equal(first.metadata.frame, frame)
    assert.deepEqual(Object.keys(first.metadata), ['operation', 'frame'])
    assert.equal(first.stack, failure.stack)
    assert.deepEqual(harness.getState(), before)
    recorder.clear()
    harness.write(createTextFrame('after it'))
    assert.deepEqual(recorder.shapes, [expected.text('after it')])
  })
}

test('G39 what a getter throws need not be an Error', () => {
  for (const [thrown, text] of [
    ['a text', 'a text'],
    [undefined, 'undefined'],
    [null, 'null'],
    [{ message: 'said' }, 'said']
  ]) {
    const { harness, recorder } = startSession()
    const frame = {
      get type() {
        throw thrown
      }
    }
    harness.write(frame)
    assert.deepEqual(recorder.shapes, [caught(frame, text)])
  }
})

test('G39 a call whose getter throws costs no other call its result', () => {
  const tool = { id: 't', execute: (_, __, done) => done(null, 'ok') }
  const { harness, recorder } = startSession({ tools: [tool] })
  harness.write(createDataFrame({ type: 'llm-response', toolCalls: [withGetter({ id: 'c1' }, 'tool')] }))
  const opened = recorder.frames.filter((frame) => frame.data?.type === 'tool-call').length
  const closed = recorder.frames.filter((frame) => frame.progress?.operation === 'tool-completed').length
  assert.equal(opened, closed)
  assert.equal(recorder.frames.filter((frame) => frame.type === 'ERROR').length, 1)
  recorder.clear()
  harness.write(callsOf(['c2', 't', {}]))
  assert.deepEqual(recorder.shapes, [expected.toolCall('c2', 't'), expected.completed('c2')])
})

test('G39 a destination whose write throws gets one ERROR frame about it', () => {
  const { harness, recorder } = startSession()
  recorder.onWrite = (frame) => {
    if (frame.type === 'TEXT') throw failure
  }
  const frame = createTextFrame('hello')
  harness.write(frame)
  assert.equal(recorder.frames.length, 2)
  assert.equal(recorder.frames[0], frame)
  assert.deepEqual(withoutStack(recorder.shapes[1]), caught(frame))
  assert.equal(recorder.frames[1].metadata.frame, frame)
})

test('G39 the frame that is named is the one that was written, not the one that came of it', () => {
  const { harness, recorder } = startSession()
  recorder.onWrite = (frame) => {
    if (frame.type !== 'ERROR') throw failure
  }
  const frame = llmResponse({ thinking: 'hm' })
  harness.write(frame)
  assert.equal(recorder.frames.length, 2)
  assert.equal(recorder.frames[1].metadata.frame, frame)
})

test('G39 a destination that always throws is told once a frame, without recursion', () => {
  const { harness, recorder } = startSession()
  recorder.onWrite = thrower
  harness.write(createTextFrame('one'))
  harness.write(createTextFrame('two'))
  assert.deepEqual(
    recorder.frames.map((frame) => frame.type),
    ['TEXT', 'ERROR', 'TEXT', 'ERROR']
  )
  assert.equal(harness.getState().currentTurn, 2)
  harness.end()
  assert.deepEqual(recorder.endings, [[]])
})

test('G39 a destination whose end throws is not ended again, and end() does not throw', () => {
  const { harness, recorder } = startSession()
  recorder.onEnd = thrower
  harness.end()
  assert.equal(recorder.endings.length, 1)
  assert.deepEqual(recorder.shapes[0], expected.end())
  const errors = recorder.frames.slice(1)
  assert.deepEqual(
    errors.map((frame) => [frame.type, frame.error, frame.metadata.operation]),
    [['ERROR', 'from the caller', 'agent-harness.sink.write']]
  )
  assert.equal(harness.getState().status, 'idle')
})

test('G39 a destination whose paused throws does not come out of write', () => {
  const harness = createAgentHarness()
  const destination = withGetter({ write() {}, end() {} }, 'paused')
  harness.pipe(destination)
  start(harness)
  harness.write(createTextFrame('hello'))
  harness.end()
  assert.equal(harness.getState().currentTurn, 1)
})

test('G39 a clock that throws gives one ERROR frame an input, which has a timestamp all the same', () => {
  let broken = false
  const clock = () => {
    if (broken) throw failure
    return 1
  }
  const { harness, recorder } = startSession({ clock })
  broken = true
  const frame = createTextFrame('hello')
  harness.write(frame)
  const errors = recorder.shapes.filter((frame) => frame.type === 'ERROR')
  assert.equal(errors.length, 1)
  assert.deepEqual(withoutStack(errors[0]), caught(frame))
  broken = false
  recorder.clear()
  harness.write(createTextFrame('after it'))
  assert.deepEqual(recorder.shapes, [expected.text('after it')])
})

test('G39 options.system that throws gives one ERROR frame, and the harness goes on', () => {
  const harness = createAgentHarness({ system: thrower })
  const recorder = harness.pipe(new Recorder())
  start(harness)
  const errors = recorder.shapes.filter((frame) => frame.type === 'ERROR')
  assert.equal(errors.length, 1)
  assert.equal(errors[0].error, 'from the caller')
  assert.equal(errors[0].metadata.operation, 'agent-harness.sink.write')
  harness.write(createParamFrame('nodeId', 'n1'))
  assert.equal(harness.getState().nodeId, 'n1')
})

test('G39 a result that neither JSON nor String can print harms nobody', () => {
  const { harness, recorder } = startSession()
  const unprintable = Object.assign(Object.create(null), { big: 1n })
  harness.write(resultFrame('c1', unprintable))
  harness.write(createTextFrame('after it'))
  assert.deepEqual(recorder.shapes.at(-1), expected.text('after it'))
  const tool = { id: 't', execute: (_, __, done) => done(null, unprintable) }
  harness.registry.register(tool)
  harness.write(callsOf(['c2', 't', {}]))
  assert.equal(historyOf(harness).filter((entry) => entry.callId === 'c2').length, 1)
  assert.notEqual(harness.getState().status, 'executing')
})

test('G39 an error that cannot be read is still one result', () => {
  const errors = [withGetter({}, 'message'), withGetter(new Error('x'), 'message'), Object.create(null)]
  for (const error of errors) {
    const { harness } = startSession({ tools: [{ id: 't', execute: (_, __, done) => done(error) }] })
    harness.write(callsOf(['c1', 't', {}]))
    const entries = historyOf(harness).filter((entry) => entry.role === 'tool')
    assert.equal(entries.length, 1)
    assert.equal(typeof entries[0].error, 'string')
  }
})

test('G39 a tool whose execute is a getter that throws later answers with the error', () => {
  let broken = false
  const tool = {
    id: 't',
    get execute() {
      if (broken) throw failure
      return (_, __, done) => done(null, 'ok')
    }
  }
  const { harness } = startSession({ tools: [tool] })
  broken = true
  harness.write(callsOf(['c1', 't', {}]))
  assert.equal(historyOf(harness).filter((entry) => entry.callId === 'c1').length, 1)
  assert.equal(harness.getState().status, 'thinking')
})

test('G39 an upstream whose resume or abort throws does not come out', () => {
  const harness = createAgentHarness({ highWaterMark: 2 })
  harness.sink.source = { resume: thrower, abort: thrower }
  for (let i = 0; i < 4; i++) harness.write({ type: 'ERROR', error: `${i}` })
  const recorder = harness.pipe(new Recorder())
  assert.deepEqual(
    recorder.frames.slice(0, 4).map((frame) => frame.error),
    ['0', '1', '2', '3']
  )
  harness.source.abort()
  assert.equal(recorder.endings.length, 1)
})
