import assert from 'node:assert/strict'
import test, { mock } from 'node:test'
import * as expected from './expected-frames.js'
import { callsOf, historyOf, silentTool, startSession } from './session.js'

const answers = (harness) => historyOf(harness).filter((entry) => entry.role === 'tool')

/** Runs the tool once and gives its one answer, once it is there. */
async function answerOf(execute, options = {}) {
  const { harness, recorder } = startSession({ tools: [{ id: 't', execute }], ...options })
  harness.write(callsOf(['c1', 't', {}]))
  await recorder.until(({ frames }) => frames.some((frame) => frame.progress?.operation === 'tool-completed'))
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(answers(harness).length, 1)
  assert.equal(recorder.frames.length, 2)
  const { result, error } = answers(harness)[0]
  return error === undefined ? { result } : { error }
}

const later = (value) => new Promise((resolve) => setImmediate(resolve, value))
const refuse = async (reason) => {
  await later()
  throw reason
}

const cases = [
  ['a synchronous callback', (_, __, done) => done(null, 'r'), { result: 'r' }],
  ['a callback later', (_, __, done) => void setImmediate(done, null, 'r'), { result: 'r' }],
  ['a callback with a falsy error', (_, __, done) => done(0, 'r'), { result: 'r' }],
  ['a callback without arguments', (_, __, done) => done(), { result: undefined }],
  ['an error without a text', (_, __, done) => done(new Error()), { error: "Tool 't' failed" }],
  ['a callback with an error', (_, __, done) => done(new Error('it broke'), 'r'), { error: 'it broke' }],
  ['a promise', (_args, _context) => later('r'), { result: 'r' }],
  [
    'a promise of undefined from a tool without callback',
    (_args, _context) => later(undefined),
    { result: undefined }
  ],
  ['a promise of undefined from a tool without parameters', async () => {}, { result: undefined }],
  ['a rejection', (_args) => refuse(new Error('it broke')), { error: 'it broke' }],
  ['a rejection from a callback tool', (_, __, ___) => refuse(new Error('it broke')), { error: 'it broke' }],
  ['a rejection with undefined', (_args) => refuse(undefined), { error: 'undefined' }],
  ['a promise with a value from a callback tool', async (_, __, ___) => 'r', { result: 'r' }],
  [
    'a callback of an async callback tool, whose promise gives undefined before it',
    async (_, __, done) => void setImmediate(() => setImmediate(done, null, 'r')),
    { result: 'r' }
  ],
  ['a thenable', (_args) => ({ then: (resolve) => resolve('r') }), { result: 'r' }],
  [
    'a thenable that rejects',
    (_args) => ({ then: (_, reject) => reject(new Error('it broke')) }),
    { error: 'it broke' }
  ],
  [
    'a thenable whose then throws',
    (_args) => ({
      then() {
        throw new Error('it broke')
      }
    }),
    { error: 'it broke' }
  ],
  [
    'a function with a then',
    (_args) => Object.assign(() => {}, { then: (resolve) => resolve('r') }),
    { result: 'r' }
  ],
  ['a promise of a promise', (_args) => ({ then: (resolve) => resolve(later('r')) }), { result: 'r' }],
  [
    'a throw of an Error',
    () => {
      throw new Error('it broke')
    },
    { error: 'it broke' }
  ],
  [
    'a throw of a string',
    () => {
      throw 'it broke'
    },
    { error: 'it broke' }
  ],
  [
    'a throw of undefined',
    () => {
      throw undefined
    },
    { error: 'undefined' }
  ],
  [
    'a throw of null',
    () => {
      throw null
    },
    { error: 'null' }
  ],
  [
    'a callback, then a throw',
    (_, __, done) => {
      done(null, 'first')
      throw new Error('late')
    },
    { result: 'first' }
  ],
  [
    'a callback, then its promise',
    async (_, __, done) => {
      done(null, 'first')
      return 'late'
    },
    { result: 'first' }
  ],
  [
    'a callback, then a rejection',
    async (_, __, done) => {
      done(null, 'first')
      throw new Error('late')
    },
    { result: 'first' }
  ],
  [
    'a callback called three times',
    (_, __, done) => {
      done(null, 'first')
      done(null, 'late')
      done(new Error('later'))
    },
    { result: 'first' }
  ],
  [
    'an error, then a success',
    (_, __, done) => {
      done('it broke')
      done(null, 'late')
    },
    { error: 'it broke' }
  ]
]
for (const [name, execute, answer] of cases) {
  test(`G32 ${name} is the answer`, async () => {
    assert.deepEqual(await answerOf(execute), answer)
  })
}

test('G32 a value that is returned and no thenable is no answer', () => {
  for (const value of [undefined, null, 5, 'text', {}, { then: 'no function' }, () => {}]) {
    const { harness } = startSession({ tools: [{ id: 't', execute: () => value }] })
    harness.write(callsOf(['c1', 't', {}]))
    assert.deepEqual(answers(harness), [])
    assert.equal(harness.getState().status, 'executing')
  }
})

test('G32 the time-out is the answer when nothing else came', (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const tool = silentTool('slow')
  const { harness, recorder } = startSession({ tools: [tool], toolTimeoutMs: 30 })
  harness.write(callsOf(['c1', 'slow', {}]))
  const { signal } = tool.calls[0].context
  mock.timers.tick(29)
  assert.deepEqual(answers(harness), [])
  assert.equal(signal.aborted, false)
  mock.timers.tick(1)
  assert.equal(signal.aborted, true)
  assert.equal(answers(harness)[0].error, "Tool 'slow' timed out after 30 ms")
  tool.calls[0].callback(null, 'late')
  assert.equal(answers(harness).length, 1)
  assert.deepEqual(recorder.shapes, [expected.toolCall('c1', 'slow'), expected.completed('c1', 'error')])
  assert.equal(harness.getState().status, 'thinking')
})

test('G32 an answer before the time-out is the only one', (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const tool = silentTool('slow')
  const { harness } = startSession({ tools: [tool], toolTimeoutMs: 30 })
  harness.write(callsOf(['c1', 'slow', {}]))
  tool.calls[0].callback(null, 'in time')
  mock.timers.tick(1000)
  assert.deepEqual(
    answers(harness).map((entry) => entry.result),
    ['in time']
  )
})

test('G32 the abort is the answer when nothing else came, and a later rejection is nobody’s', async () => {
  let reject
  const execute = (_args) =>
    new Promise((_, no) => {
      reject = no
    })
  const { harness, recorder } = startSession({ tools: [{ id: 't', execute }] })
  harness.write(callsOf(['c1', 't', {}]))
  harness.end()
  reject(new Error('late'))
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(recorder.shapes, [
    expected.toolCall('c1', 't'),
    expected.completed('c1', 'error'),
    expected.end()
  ])
  assert.equal(answers(harness)[0].error, "Tool 't' aborted")
})

test('G32 an answer that arrives inside a write of the destination comes in order', () => {
  const tool = silentTool('slow')
  const { harness, recorder } = startSession({ tools: [tool] })
  recorder.onWrite = (frame) => {
    if (frame.data?.id === 'c1') return
    if (frame.data?.id === 'c2') tool.calls[0].callback(null, 'now')
  }
  harness.write(callsOf(['c1', 'slow', {}], ['c2', 'slow', {}]))
  assert.deepEqual(recorder.shapes, [
    expected.toolCall('c1', 'slow'),
    expected.toolCall('c2', 'slow'),
    expected.completed('c1')
  ])
})

test('G31 G32 a result that comes with an error stands beside it', () => {
  const tools = [{ id: 't', execute: (_, __, done) => done(new Error('it broke'), 'half') }]
  const { harness } = startSession({ tools })
  harness.write(callsOf(['c1', 't', {}]))
  assert.deepEqual(answers(harness), [
    { role: 'tool', content: 'it broke', callId: 'c1', result: 'half', error: 'it broke' }
  ])
})
