import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OPERATION, piped, respond, text } from './pipeline.js'

const START = [
  { type: 'PARAM', key: 'workspace', value: '/w' },
  { type: 'PARAM', key: 'task', value: 'test' },
  { type: 'START' }
]

test('G39 a clock that throws gives ERROR frames, one a frame, and never an exception', () => {
  const clock = () => {
    throw new Error('no time')
  }
  const { harness, dest } = piped({ clock, tools: [{ id: 'echo', execute: (_, __, done) => done(null, 1) }] })
  for (const frame of [...START, text('hi'), respond({ id: 'a', tool: 'echo' }), { type: 'END' }])
    harness.write(frame)
  harness.end()
  const errors = dest.frames.filter(({ error }) => error === 'no time')
  assert.ok(errors.length > 0)
  for (const { metadata, timestamp } of errors) {
    assert.equal(metadata.operation, OPERATION)
    assert.equal(typeof timestamp, 'number')
  }
})

test('G39 a clock that throws now and then leaves the harness in order', () => {
  let ticks = 0
  const clock = () => {
    if (++ticks % 5 === 0) throw new Error('no time')
    return 1
  }
  const { harness, dest } = piped({ clock, tools: [{ id: 'echo', execute: (_, __, done) => done(null, 1) }] })
  for (const frame of [...START, { type: 'START' }, { type: 'START' }]) harness.write(frame)
  for (let i = 0; i < 20; i++) {
    harness.write(text(`${i}`))
    harness.write(respond({ id: `call ${i}`, tool: 'echo' }))
  }
  const { history, currentTurn } = harness.getState()
  assert.ok(currentTurn <= 20)
  assert.equal(history.filter(({ role }) => role === 'user').length <= 20, true)
  const results = history.filter(({ role }) => role === 'tool').map(({ callId }) => callId)
  assert.equal(new Set(results).size, results.length)
  harness.end()
  assert.ok(dest.frames.some(({ error }) => error === 'no time'))
})

test('G39 a clock that gives no number does no harm', () => {
  for (const now of [undefined, null, 'noon', Number.NaN, {}, 10n, Symbol('t')]) {
    const { harness } = piped({ clock: () => now })
    for (const frame of [...START, text('hi'), respond({ tool: 'none' })]) harness.write(frame)
    harness.end()
    assert.equal(harness.getState().status, 'idle')
  }
})

test('G19 G39 a system function that throws gives an ERROR frame', () => {
  const system = () => {
    throw new Error('no system')
  }
  const { harness, dest } = piped({ system })
  for (const frame of START) harness.write(frame)
  const errors = dest.frames.filter(({ error }) => error === 'no system')
  assert.equal(errors.length, 1)
  assert.equal(errors[0].metadata.operation, OPERATION)
  assert.equal(errors[0].metadata.frame, START[2])
  harness.end()
  assert.equal(dest.ends.length, 1)
})

test('G23 G39 a call whose time is thrown at still has its one result', () => {
  let fails = false
  const clock = () => {
    if (fails) throw new Error('no time')
    return 1
  }
  const callbacks = []
  const tools = [{ id: 'later', execute: (_, __, callback) => callbacks.push(callback) }]
  const { harness, dest } = piped({ clock, tools })
  for (const frame of START) harness.write(frame)
  harness.write(respond({ id: 'a', tool: 'later' }))
  fails = true
  callbacks[0](null, 'result')
  fails = false
  assert.ok(dest.frames.some(({ error }) => error === 'no time'))
  harness.end()
  const results = harness.getState().history.filter(({ role }) => role === 'tool')
  assert.ok(results.length <= 1)
})

test('G33 G39 progress under a clock that throws is told all the same, and the tool sees nothing of it', () => {
  let fails = false
  const clock = () => {
    if (fails) throw new Error('no time')
    return 1
  }
  let context
  const execute = (_args, given, _callback) => {
    context = given
  }
  const { harness, dest } = piped({ clock, tools: [{ id: 'slow', execute }] })
  for (const frame of START) harness.write(frame)
  harness.write(respond({ id: 'a', tool: 'slow' }))
  fails = true
  context.progress('half')
  fails = false
  const [error, progress] = dest.frames.slice(-2)
  assert.equal(error.error, 'no time')
  assert.equal(error.metadata.operation, OPERATION)
  assert.deepEqual(progress.progress, { operation: 'tool-progress', callId: 'a', value: 'half' })
  assert.equal(typeof progress.timestamp, 'number')
})

test('G35 G39 a clock that throws keeps no change of the state back', () => {
  let fails = false
  const clock = () => {
    if (fails) throw new Error('no time')
    return 1
  }
  const { harness, dest } = piped({ clock })
  harness.write({ type: 'META', action: 'subscribe' })
  fails = true
  for (const key of ['a', 'b']) harness.write({ type: 'META', key, value: 1 })
  fails = false
  const told = dest.frames.filter(({ type }) => type === 'META').map(({ key }) => key)
  assert.deepEqual(told, ['a', 'b'])
})
