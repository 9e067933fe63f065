import assert from 'node:assert/strict'
import test, { mock } from 'node:test'
import { createAgentHarness, createErrorFrame, createTextFrame, createToolCallFrame } from './package.js'
import * as expected from './expected-frames.js'
import { Recorder } from './recorder.js'
import { callsOf, historyOf, silentTool, start, startSession } from './session.js'

const wrong = {
  maxTurns: ['5', -1, Number.NaN, {}, true],
  tools: ['x', 5, {}],
  durability: ['x', 5],
  highWaterMark: ['x', {}, Number.NaN],
  strict: ['yes', 1],
  emitToolResults: ['yes', 1],
  externalTools: ['yes', 1],
  validation: ['strict', 5, true],
  toolTimeoutMs: ['5', {}, Number.NaN, 0, -1, 2 ** 31],
  maxConcurrentTools: ['5', {}, Number.NaN],
  system: [5, {}, true],
  clock: [5, 'now', {}]
}
for (const values of Object.values(wrong)) values.push(null)
for (const [option, values] of Object.entries(wrong)) {
  test(`G16 a wrong ${option} throws a TypeError that names it`, () => {
    for (const value of values) {
      assert.throws(
        () => createAgentHarness({ [option]: value }),
        (error) => {
          assert.ok(error instanceof TypeError, `${option}: ${String(value)} gives a TypeError`)
          assert.match(error.message, new RegExp(option))
          return true
        },
        `${option}: ${String(value)}`
      )
    }
  })
}

test('G16 maxTurns takes any number from 0 on, and Infinity', () => {
  for (const maxTurns of [0, 0.5, 1, 2.5, 1e9, Number.POSITIVE_INFINITY]) {
    const harness = createAgentHarness({ maxTurns })
    const recorder = harness.pipe(new Recorder())
    start(harness)
    assert.deepEqual(recorder.shapes[1], expected.initialized({ maxTurns }))
  }
})

test('G16 unknown options are ignored, and undefined ones have their default', () => {
  const options = {
    colour: 'red',
    maxTurns: undefined,
    tools: undefined,
    durability: undefined,
    clock: undefined
  }
  const { harness, recorder } = startSession({ ...options, validation: undefined, strict: undefined })
  harness.write(createTextFrame('hello'))
  assert.deepEqual(recorder.shapes, [expected.text('hello')])
  assert.equal('colour' in harness.getState(), false)
})

test('G16 without options the limit is 100 turns, there are no tools and no jjProvider', () => {
  const harness = createAgentHarness()
  const recorder = harness.pipe(new Recorder())
  start(harness)
  assert.deepEqual(recorder.shapes, [expected.start(), expected.initialized()])
  assert.deepEqual(harness.registry.list(), [])
})

test('G16 tools of the options are registered in order', () => {
  const tools = [silentTool('b'), silentTool('a')]
  assert.deepEqual(createAgentHarness({ tools }).registry.list(), tools)
})

test('G16 by default strict, emitToolResults and externalTools are off, and arguments are checked', () => {
  const tool = silentTool('t', { parameters: { properties: { n: { type: 'integer' } } } })
  const { harness, recorder } = startSession({ tools: [tool] })
  harness.write(callsOf(['c1', 't', { n: 'one' }], ['c2', 'missing', {}]))
  assert.equal(tool.calls.length, 0)
  assert.deepEqual(recorder.shapes, [
    expected.toolCall('c1', 't', { n: 'one' }),
    expected.completed('c1', 'error'),
    expected.toolCall('c2', 'missing'),
    expected.completed('c2', 'error')
  ])
  const quiet = createAgentHarness()
  const unheard = quiet.pipe(new Recorder())
  quiet.write(createTextFrame('before the start'))
  assert.deepEqual(unheard.frames, [])
})

test('G16 a given clock stamps the frames that the harness makes and its history', () => {
  let now = 1000
  const harness = createAgentHarness({ clock: () => now })
  const recorder = harness.pipe(new Recorder())
  start(harness)
  now = 2000
  harness.write(createTextFrame('hello', {}, { timestamp: 7 }))
  harness.write({ type: 'DATA' })
  now = 3000
  harness.end()
  assert.deepEqual(
    recorder.frames.map((frame) => frame.timestamp),
    [1000, 1000, 7, 2000, 3000]
  )
  assert.deepEqual(
    harness.getState().history.map((entry) => entry.timestamp),
    [1000, 2000]
  )
})

test('G16 a given clock stamps the ERROR frames of thrown errors, and what the registry gives out', () => {
  const execute = (_, context, callback) => {
    context.progress('half')
    callback(null, 1)
  }
  const harness = createAgentHarness({ clock: () => 7, tools: [{ id: 't', execute }] })
  const recorders = [harness.pipe(new Recorder()), harness.registry.pipe(new Recorder())]
  harness.write({
    get type() {
      throw new Error('mine')
    }
  })
  harness.registry.write(createToolCallFrame('c1', 't', {}))
  const times = recorders.map(({ frames }) => frames.map(({ timestamp }) => timestamp))
  assert.deepEqual(times, [[7], [7, 7]])
})

test('G16 the default clock is Date.now as it is at each use', (t) => {
  const { harness, recorder } = startSession()
  const before = Date.now()
  harness.write(createTextFrame('real'))
  const { timestamp } = harness.getState().history.at(-1)
  assert.ok(timestamp >= before && timestamp <= Date.now())

  mock.timers.enable({ apis: ['Date'], now: 5 })
  t.after(() => mock.timers.reset())
  harness.write(createTextFrame('mocked'))
  harness.write({ type: 'nonsense' })
  mock.timers.setTime(6)
  harness.write(createTextFrame('mocked again'))
  mock.timers.reset()
  harness.write(createTextFrame('real again'))
  const times = harness.getState().history.map((entry) => entry.timestamp)
  assert.deepEqual(times.slice(2, 4), [5, 6])
  assert.ok(times[4] >= before)
  assert.equal(recorder.frames.find((frame) => frame.type === 'ERROR').timestamp, 5)
})

test('G16 a Date.now that somebody replaces is the clock', (t) => {
  const { harness } = startSession()
  const original = Date.now
  t.after(() => {
    Date.now = original
  })
  Date.now = () => 99
  harness.write(createTextFrame('replaced'))
  assert.equal(harness.getState().history.at(-1).timestamp, 99)
  assert.equal(createErrorFrame('x').timestamp, 99)
})

test('G16 a tool registered through options that is no tool is ignored', () => {
  const { harness } = startSession({ tools: [null, 5, { id: 'x' }, silentTool('real')] })
  assert.equal(harness.registry.list().length, 1)
  assert.equal(historyOf(harness).length, 1)
})
