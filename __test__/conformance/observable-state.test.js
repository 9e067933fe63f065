import assert from 'node:assert/strict'
import test from 'node:test'
import { createAgentHarness, createParamFrame, createTextFrame } from './package.js'
import * as expected from './expected-frames.js'
import { Recorder } from './recorder.js'
import { startSession } from './session.js'

const meta = (fields) => ({ type: 'META', metadata: {}, timestamp: 1, ...fields })
const machineKeys = ['history', 'status', 'currentTurn', 'initialized']

test('G35 getAll is the state, and get one key of it', () => {
  const { harness } = startSession()
  harness.write(createTextFrame('hello'))
  const all = harness.state.getAll()
  assert.deepEqual(all, harness.getState())
  for (const key of Object.keys(all)) assert.deepEqual(harness.state.get(key), all[key])
  assert.equal(harness.state.get('colour'), undefined)
})

test('G35 getAll is fresh: changing it changes nothing', () => {
  const { harness } = startSession()
  const all = harness.state.getAll()
  all.workspace = 'elsewhere'
  all.history.length = 0
  harness.state.get('history').length = 0
  assert.equal(harness.state.get('workspace'), '/work')
  assert.equal(harness.state.get('history').length, 1)
})

test('G35 a user’s key shows in get, getAll and getState', () => {
  const { harness, recorder } = startSession()
  const value = { deep: true }
  harness.state.set('colour', value)
  assert.equal(harness.state.get('colour'), value)
  assert.equal(harness.state.getAll().colour, value)
  assert.equal(harness.getState().colour, value)
  assert.deepEqual(recorder.frames, [])
})

test('G35 a META frame sets a user’s key', () => {
  const { harness, recorder } = startSession()
  harness.write(meta({ key: 'colour', value: 'red' }))
  assert.equal(harness.state.get('colour'), 'red')
  assert.equal(harness.getState().colour, 'red')
  assert.deepEqual(recorder.frames, [])
})

test('G35 set does with the keys of PARAM as PARAM does', () => {
  const harness = createAgentHarness()
  for (const key of ['workspace', 'task', 'nodeId', 'sessionId']) {
    harness.state.set(key, `the ${key}`)
    assert.equal(harness.getState()[key], `the ${key}`)
  }
})

for (const key of machineKeys) {
  test(`G35 ${key} belongs to the machine`, () => {
    const { harness, recorder } = startSession()
    const before = harness.getState()
    harness.write(meta({ key, value: 'mine' }))
    assert.deepEqual(recorder.shapes, [expected.error(`Read-only state key: ${key}`)])
    assert.throws(() => harness.state.set(key, 'mine'), { message: `Read-only state key: ${key}` })
    assert.equal(recorder.frames.length, 1)
    assert.deepEqual(harness.getState(), before)
  })
}

test('G35 G40 keys such as __proto__ are a user’s keys', () => {
  const { harness } = startSession()
  for (const key of ['__proto__', 'constructor', 'toString']) {
    harness.write(meta({ key, value: `the ${key}` }))
    assert.equal(harness.state.get(key), `the ${key}`)
    assert.ok(Object.hasOwn(harness.getState(), key))
    assert.equal(Object.getOwnPropertyDescriptor(harness.getState(), key).value, `the ${key}`)
  }
  assert.equal(Object.getPrototypeOf(harness.getState()), Object.prototype)
  assert.equal({}.polluted, undefined)
})

test('G35 subscribe calls back with a META frame for each change, until it is stopped', () => {
  const { harness, recorder } = startSession()
  const seen = []
  const stop = harness.state.subscribe((change) => seen.push(change))
  harness.write(createParamFrame('workspace', '/next'))
  const [{ timestamp, ...change }] = seen
  assert.equal(typeof timestamp, 'number')
  assert.deepEqual(change, { type: 'META', key: 'workspace', value: '/next', previous: '/work' })
  stop()
  stop()
  harness.write(createParamFrame('workspace', '/last'))
  assert.equal(seen.length, 1)
  assert.deepEqual(recorder.frames, [])
})

test('G35 subscribe with keys hears those keys only', () => {
  const { harness } = startSession()
  const seen = []
  harness.state.subscribe(['currentTurn', 'colour'], ({ key, value }) => seen.push([key, value]))
  harness.write(createTextFrame('hello'))
  harness.state.set('colour', 'red')
  harness.state.set('shape', 'round')
  assert.deepEqual(seen, [
    ['currentTurn', 1],
    ['colour', 'red']
  ])
})

test('G35 a change to the same value is no change', () => {
  const { harness } = startSession()
  const seen = []
  harness.state.subscribe((change) => seen.push(change.key))
  harness.write(createParamFrame('workspace', '/work'))
  harness.state.set('colour', Number.NaN)
  harness.state.set('colour', Number.NaN)
  assert.deepEqual(seen, ['colour'])
})

test('G35 history is told by what was appended and its length', () => {
  const { harness } = startSession()
  const seen = []
  harness.state.subscribe(['history'], (change) => seen.push(change))
  harness.write(createTextFrame('hello'))
  const [{ appended, length, type, key, timestamp, ...rest }] = seen
  assert.equal(type, 'META')
  assert.equal(key, 'history')
  assert.equal(length, 2)
  assert.equal(typeof timestamp, 'number')
  assert.deepEqual(appended, [harness.getState().history[1]])
  assert.deepEqual(rest, {})
})

test('G35 without a subscription no META frame is emitted', () => {
  const { harness, recorder } = startSession()
  harness.state.set('colour', 'red')
  harness.write(createParamFrame('workspace', '/next'))
  harness.write(meta({ key: 'task', value: 'other' }))
  harness.write(meta({}))
  harness.write(meta({ action: 'other' }))
  assert.deepEqual(recorder.frames, [])
})

test('G35 a META frame subscribes the source: changes come after the last output of their input', () => {
  const { harness, recorder } = startSession()
  harness.write(meta({ action: 'subscribe', keys: ['status', 'currentTurn'] }))
  assert.deepEqual(recorder.frames, [])
  const text = createTextFrame('hello')
  harness.write(text)
  assert.equal(recorder.frames[0], text)
  const changes = recorder.frames.slice(1).map(({ timestamp, ...frame }) => {
    assert.equal(typeof timestamp, 'number')
    return frame
  })
  const byKey = (a, b) => (a.key < b.key ? -1 : 1)
  assert.deepEqual(changes.sort(byKey), [
    { type: 'META', key: 'currentTurn', value: 1, previous: 0 },
    { type: 'META', key: 'status', value: 'thinking', previous: 'idle' }
  ])
})

test('G35 one frame a key, and only where the input made a difference', () => {
  const { harness, recorder } = startSession({
    tools: [{ id: 't', execute: (_, __, done) => done(null, 1) }]
  })
  harness.write(createTextFrame('hello'))
  harness.write(meta({ action: 'subscribe' }))
  recorder.clear()
  // thinking -> executing -> thinking: no difference in the end.
  harness.write({ type: 'DATA', data: { type: 'llm-response', toolCalls: [{ id: 'c1', tool: 't' }] } })
  assert.deepEqual(
    recorder.frames.map((frame) => frame.key ?? frame.type),
    ['DATA', 'PROGRESS', 'history']
  )
  const { appended, length } = recorder.frames[2]
  assert.equal(length, 4)
  assert.deepEqual(appended, harness.getState().history.slice(2))
})

test('G35 a META frame unsubscribes the source, wholly or by keys', () => {
  const { harness, recorder } = startSession()
  harness.write(meta({ action: 'subscribe', keys: ['colour', 'shape'] }))
  harness.write(meta({ action: 'unsubscribe', keys: ['shape'] }))
  harness.write(meta({ key: 'colour', value: 'red' }))
  harness.write(meta({ key: 'shape', value: 'round' }))
  assert.deepEqual(
    recorder.frames.map((frame) => frame.key),
    ['colour']
  )
  harness.write(meta({ action: 'unsubscribe' }))
  harness.write(meta({ key: 'colour', value: 'blue' }))
  assert.equal(recorder.frames.length, 1)
})

test('G35 state.set tells the source that is subscribed', () => {
  const { harness, recorder } = startSession()
  harness.write(meta({ action: 'subscribe' }))
  harness.state.set('colour', 'red')
  const { timestamp, ...frame } = recorder.frames[0]
  assert.deepEqual(frame, { type: 'META', key: 'colour', value: 'red', previous: undefined })
})

test('G35 a subscriber that throws harms nobody', () => {
  const { harness, recorder } = startSession()
  const seen = []
  harness.state.subscribe(['colour'], () => {
    throw new Error('mine')
  })
  harness.state.subscribe(['colour'], ({ value }) => seen.push(value))
  harness.write(meta({ key: 'colour', value: 'red' }))
  assert.deepEqual(seen, ['red'])
  assert.equal(harness.state.get('colour'), 'red')
  harness.write(createTextFrame('hello'))
  assert.equal(recorder.frames.filter((frame) => frame.type === 'TEXT').length, 1)
})

test('G35 a change that a subscriber makes is told as well', () => {
  const { harness, recorder } = startSession()
  harness.write(meta({ action: 'subscribe', keys: ['echo'] }))
  const seen = []
  harness.state.subscribe(['echo'], ({ value }) => seen.push(value))
  harness.state.subscribe(['voice'], ({ value }) => harness.state.set('echo', value))
  harness.write(meta({ key: 'voice', value: 'hello' }))
  assert.equal(harness.state.get('echo'), 'hello')
  assert.deepEqual(seen, ['hello'])
  assert.deepEqual(
    recorder.frames.map(({ key, value }) => [key, value]),
    [['echo', 'hello']]
  )
})

test('G35 a key that is set while the harness is at work is told after the last output', () => {
  const { harness, recorder } = startSession({
    tools: [{ id: 't', execute: (_, __, done) => done(null, 1) }]
  })
  harness.write(meta({ action: 'subscribe', keys: ['colour'] }))
  recorder.onWrite = (frame) => {
    if (frame.type === 'DATA') harness.state.set('colour', 'red')
  }
  harness.write({ type: 'DATA', data: { type: 'llm-response', toolCalls: [{ id: 'c1', tool: 't' }] } })
  assert.deepEqual(
    recorder.frames.map((frame) => frame.type),
    ['DATA', 'PROGRESS', 'META']
  )
})

test('G35 keys of one harness are not those of another', () => {
  const one = createAgentHarness()
  const two = createAgentHarness()
  one.pipe(new Recorder())
  one.state.set('colour', 'red')
  assert.equal('colour' in two.getState(), false)
  assert.deepEqual(Object.keys(two.getState()).length, 8)
})

test('G35 set does nothing after any end', () => {
  const ends = [
    (harness) => harness.end(),
    (harness) => harness.write({ type: 'END' }),
    (harness) => harness.source.abort(),
    (harness) => harness.write(createTextFrame('the last turn'))
  ]
  for (const end of ends) {
    const { harness } = startSession({ maxTurns: 1 })
    end(harness)
    harness.state.set('mine', 1)
    harness.state.set('task', 'another')
    assert.deepEqual([harness.state.get('mine'), harness.state.get('task')], [undefined, 'tidy up'])
  }
})

test('G35 a subscriber that subscribes another is not followed by it in the same change', () => {
  const { harness } = startSession()
  const heard = []
  harness.state.subscribe(['a'], () => {
    const nth = heard.push('first')
    harness.state.subscribe(['a'], () => heard.push(`after ${nth}`))
  })
  harness.state.set('a', 1)
  assert.deepEqual(heard, ['first'])
  harness.state.set('a', 2)
  assert.deepEqual(heard, ['first', 'first', 'after 1'])
})

test('G35 a META frame without a key or an action changes nothing', () => {
  const { harness, recorder } = startSession()
  const before = harness.getState()
  for (const fields of [{}, { key: undefined, value: 1 }, { key: 5, value: 1 }, { action: 'sing' }]) {
    harness.write(meta(fields))
  }
  assert.deepEqual(harness.getState(), before)
  assert.deepEqual(recorder.frames, [])
})

test('G35 G40 get knows no key that is only inherited', () => {
  const { harness } = startSession()
  for (const key of ['toString', 'constructor', '__proto__']) assert.equal(harness.state.get(key), undefined)
})
