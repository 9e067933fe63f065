import assert from 'node:assert/strict'
import test from 'node:test'
import {
  createAgentHarness,
  createErrorFrame,
  createParamFrame,
  createStartFrame,
  createTextFrame,
  createToolCallFrame,
  createToolRegistry
} from './package.js'
import * as expected from './expected-frames.js'
import { Recorder } from './recorder.js'
import { callsOf, historyOf, llmResponse, resultFrame, startSession } from './session.js'

const answer = (id, value) => ({ id, execute: (_, __, done) => done(null, value) })

test('G9 what a destination writes inside its write comes after the outputs of the input at hand', () => {
  const harness = createAgentHarness()
  const recorder = new Recorder({
    onWrite: (frame) => {
      if (frame.type === 'START') harness.write(createTextFrame('hello'))
    }
  })
  harness.pipe(recorder)
  harness.write(createParamFrame('workspace', '/work'))
  harness.write(createParamFrame('task', 'tidy up'))
  harness.write(createStartFrame())
  assert.deepEqual(recorder.shapes, [expected.start(), expected.initialized(), expected.text('hello')])
  assert.equal(harness.getState().currentTurn, 1)
})

test('G9 G24 what is written at a call is handled after all calls of the response', () => {
  const { harness, recorder } = startSession({ tools: [answer('a', 1), answer('b', 2)] })
  let written = false
  recorder.onWrite = () => {
    if (written) return
    written = true
    harness.write(createTextFrame('meanwhile'))
  }
  harness.write(callsOf(['c1', 'a', {}], ['c2', 'b', {}]))
  assert.deepEqual(recorder.shapes, [
    expected.toolCall('c1', 'a'),
    expected.completed('c1'),
    expected.toolCall('c2', 'b'),
    expected.completed('c2'),
    expected.text('meanwhile')
  ])
  assert.deepEqual(
    historyOf(harness).map((entry) => entry.role),
    ['system', 'assistant', 'tool', 'tool', 'user']
  )
})

test('G9 what a tool writes while it runs is handled after all calls of the response', () => {
  let harness
  const tools = [
    {
      id: 'a',
      execute(_, __, done) {
        harness.write(createTextFrame('from the tool'))
        done(null, 1)
      }
    },
    answer('b', 2)
  ]
  const session = startSession({ tools })
  harness = session.harness
  harness.write(callsOf(['c1', 'a', {}], ['c2', 'b', {}]))
  assert.deepEqual(session.recorder.shapes, [
    expected.toolCall('c1', 'a'),
    expected.completed('c1'),
    expected.toolCall('c2', 'b'),
    expected.completed('c2'),
    expected.text('from the tool')
  ])
})

test('G9 an end within a write comes after the outputs of the input at hand', () => {
  const { harness, recorder } = startSession({ tools: [answer('a', 1), answer('b', 2)] })
  recorder.onWrite = (frame) => {
    if (frame.data?.id === 'c1') harness.end()
  }
  harness.write(callsOf(['c1', 'a', {}], ['c2', 'b', {}]))
  assert.deepEqual(recorder.shapes, [
    expected.toolCall('c1', 'a'),
    expected.completed('c1'),
    expected.toolCall('c2', 'b'),
    expected.completed('c2'),
    expected.end()
  ])
  assert.deepEqual(recorder.endings, [[]])
})

test('G9 a conversation of 20 000 turns held within write does not grow the stack', () => {
  const turns = 20_000
  const recorder = new Recorder()
  const { harness } = startSession({ maxTurns: Infinity }, recorder)
  recorder.onWrite = () => {
    if (harness.getState !== undefined && recorder.frames.length < turns) {
      harness.write(createTextFrame(`turn ${recorder.frames.length}`))
    }
  }
  harness.write(createTextFrame('turn 0'))
  assert.equal(recorder.frames.length, turns)
  assert.ok(recorder.frames.every((frame, i) => frame.content.text === `turn ${i}`))
  assert.equal(harness.getState().currentTurn, turns)
})

test('G9 a destination that pauses within its write gets the rest at its resume, in order', () => {
  const { harness, recorder } = startSession({ tools: [answer('a', 1)] })
  recorder.onWrite = (_, self) => self.pause()
  harness.write(llmResponse({ thinking: 'hm', toolCalls: [{ id: 'c1', tool: 'a' }] }))
  harness.write(createTextFrame('next'))
  assert.equal(recorder.frames.length, 1)
  for (let i = 0; i < 3; i++) recorder.resume()
  assert.deepEqual(recorder.shapes, [
    expected.thinking('hm'),
    expected.toolCall('c1', 'a'),
    expected.completed('c1'),
    expected.text('next')
  ])
})

test('G9 a destination that resumes within its write doubles nothing', () => {
  const recorder = new Recorder({ paused: true })
  const { harness } = startSession({}, recorder)
  for (const name of ['one', 'two', 'three']) harness.write(createErrorFrame(name))
  recorder.onWrite = (_, self) => {
    self.pause()
    self.resume()
  }
  recorder.resume()
  assert.deepEqual(
    recorder.frames.slice(-3).map((frame) => frame.error),
    ['one', 'two', 'three']
  )
  assert.equal(recorder.frames.length, 5)
})

test('G9 piping elsewhere within write gives the rest to the new destination', () => {
  const { harness, recorder } = startSession({ tools: [answer('a', 1)] })
  const next = new Recorder()
  recorder.onWrite = () => harness.pipe(next)
  harness.write(callsOf(['c1', 'a', {}]))
  harness.write(createErrorFrame('later'))
  assert.deepEqual(recorder.shapes, [expected.toolCall('c1', 'a')])
  assert.deepEqual(next.shapes.slice(0, 1), [expected.completed('c1')])
  assert.equal(next.frames[1].error, 'later')
  assert.equal(recorder.source, null)
})

test('G9 piping elsewhere within a flush keeps the order', () => {
  const harness = createAgentHarness()
  for (const name of ['one', 'two', 'three']) harness.write(createErrorFrame(name))
  const second = new Recorder()
  const first = new Recorder({ onWrite: () => harness.pipe(second) })
  harness.pipe(first)
  assert.deepEqual(
    [...first.frames, '|', ...second.frames].map((frame) => frame.error ?? frame),
    ['one', '|', 'two', 'three']
  )
})

test('G9 G10 an abort within write takes effect at once', () => {
  const { harness, recorder } = startSession({ tools: [answer('a', 1), answer('b', 2)] })
  recorder.onWrite = () => harness.source.abort()
  harness.write(callsOf(['c1', 'a', {}], ['c2', 'b', {}]))
  assert.deepEqual(recorder.shapes, [expected.toolCall('c1', 'a')])
  assert.deepEqual(recorder.endings, [[true]])
  assert.equal(harness.getState().status, 'idle')
})

test('G9 a destination that throws has got its frame; the machine and the order stand', () => {
  const { harness, recorder } = startSession({ tools: [answer('a', 1)] })
  recorder.onWrite = (_, self) => {
    self.onWrite = undefined
    throw new Error('no room')
  }
  harness.write(callsOf(['c1', 'a', {}]))
  harness.write(createTextFrame('next'))
  const [call] = recorder.frames
  assert.equal(recorder.frames.filter((frame) => frame === call).length, 1)
  const others = recorder.shapes.filter((frame) => frame.type !== 'ERROR')
  assert.deepEqual(others, [expected.toolCall('c1', 'a'), expected.completed('c1'), expected.text('next')])
  const errors = recorder.frames.filter((frame) => frame.type === 'ERROR')
  assert.deepEqual(
    errors.map((frame) => frame.error),
    ['no room']
  )
  assert.deepEqual(
    historyOf(harness).map((entry) => entry.role),
    ['system', 'assistant', 'tool', 'user']
  )
})

test('G9 results that a destination writes for calls it sees are taken in order', () => {
  const { harness, recorder } = startSession({ externalTools: true })
  recorder.onWrite = (frame) => {
    if (frame.data?.type === 'tool-call') harness.write(resultFrame(frame.data.id, `for ${frame.data.id}`))
  }
  harness.write(callsOf(['c1', 'x', {}], ['c2', 'y', {}]))
  assert.deepEqual(recorder.shapes, [
    expected.toolCall('c1', 'x'),
    expected.toolCall('c2', 'y'),
    expected.completed('c1'),
    expected.completed('c2')
  ])
  assert.equal(harness.getState().status, 'thinking')
})

test('G9 a registry takes what its destination writes in the order of cause', () => {
  const registry = createToolRegistry([{ id: 'echo', execute: (args, _, done) => done(null, args.n) }])
  const recorder = new Recorder({
    onWrite: (frame) => {
      if (frame.data.result < 5000)
        registry.write(createToolCallFrame('c', 'echo', { n: frame.data.result + 1 }))
    }
  })
  registry.pipe(recorder)
  registry.write(createToolCallFrame('c', 'echo', { n: 0 }))
  assert.deepEqual(
    recorder.frames.map((frame) => frame.data.result),
    Array.from({ length: 5001 }, (_, i) => i)
  )
})
