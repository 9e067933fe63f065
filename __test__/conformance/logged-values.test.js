import assert from 'node:assert/strict'
import fs from 'node:fs'
import test from 'node:test'
import { createParamFrame, createTextFrame } from './package.js'
import * as expected from './expected-frames.js'
import { crashImage, freshFolder, linesOf, logPath, openDurable } from './log-folder.js'
import { callsOf, resultFrame, start } from './session.js'

const cyclic = { name: 'ring' }
cyclic.self = cyclic
let deep = {}
for (let i = 0; i < 100_000; i++) deep = { deep }
const thrower = () => {
  throw new Error('mine')
}
class Point {
  x = 1
  #y = 2
  get y() {
    return this.#y
  }
}

const values = {
  'a function': () => {},
  'a bigint': 12345678901234567890n,
  'a cycle': cyclic,
  'a symbol': Symbol('s'),
  NaN: Number.NaN,
  '-0': -0,
  Infinity: Number.POSITIVE_INFINITY,
  undefined: undefined,
  'a date': new Date(0),
  'an invalid date': new Date(Number.NaN),
  'a map': new Map([['a', 1]]),
  'a set': new Set([1]),
  'a typed array': new Uint8Array([1, 2, 3]),
  'an Error': new Error('it broke'),
  'a class instance': new Point(),
  'an object with a toJSON that throws': { toJSON: thrower },
  'an object with a getter that throws': Object.defineProperty({}, 'x', { enumerable: true, get: thrower }),
  'a depth of 100 000': deep,
  'a nest of such values': { list: [() => {}, 1n, undefined, Number.NaN, { cyclic }] },
  'an object without a prototype': Object.assign(Object.create(null), { a: 1 }),
  'a WeakMap': new WeakMap()
}

for (const [name, value] of Object.entries(values)) {
  test(`G38 ${name} is logged as the closest JSON, and never a crash`, (t) => {
    const dir = freshFolder(t)
    const { harness, recorder } = openDurable(t, dir)
    start(harness)
    recorder.clear()
    harness.write(resultFrame('foreign', value))
    harness.write(callsOf(['c1', 'nowhere', value]))
    harness.state.set('mine', value)
    harness.write(createTextFrame('after it'))
    assert.deepEqual(recorder.shapes[0], expected.completed('foreign'))
    assert.deepEqual(recorder.shapes.at(-1), expected.text('after it'))
    assert.equal(recorder.frames.filter((frame) => frame.type === 'ERROR').length, 0)
    const before = harness.getState()
    assert.ok(Object.is(before.history[1].result, value))

    for (const line of linesOf(logPath(dir))) JSON.parse(line)
    const after = openDurable(t, crashImage(t, dir)).harness.getState()
    assert.deepEqual(
      after.history.map((entry) => [entry.role, entry.content, entry.callId]),
      before.history.map((entry) => [entry.role, entry.content, entry.callId])
    )
    assert.equal(after.currentTurn, 1)
  })
}

test('G38 a proxy that throws at every look harms neither the harness nor its log', (t) => {
  const dir = freshFolder(t)
  const { harness, recorder } = openDurable(t, dir)
  start(harness)
  const proxy = new Proxy({}, { get: thrower, has: thrower, ownKeys: thrower, getPrototypeOf: thrower })
  harness.write(resultFrame('foreign', proxy))
  harness.write(callsOf(['c1', 'nowhere', proxy]))
  harness.state.set('mine', proxy)
  harness.write(createTextFrame('after it'))
  assert.deepEqual(recorder.shapes.at(-1), expected.text('after it'))
  assert.equal(harness.state.get('mine'), proxy)
  for (const line of linesOf(logPath(dir))) JSON.parse(line)
  const { history } = openDurable(t, crashImage(t, dir)).harness.getState()
  assert.equal(history.at(-1).content, 'after it')
})

test('G38 a value that JSON cannot hold is marked: its record is not that of its closest JSON', (t) => {
  const dir = freshFolder(t)
  const { harness } = openDurable(t, dir, { clock: () => 1 })
  start(harness)
  const pairs = [
    [10n, '10'],
    [10n, 10],
    [Number.NaN, null],
    [() => {}, null],
    [cyclic, { name: 'ring', self: null }]
  ]
  for (const [value, closest] of pairs) {
    const sizes = [value, closest].map((each) => {
      harness.state.set('mine', each)
      return linesOf(logPath(dir)).at(-1)
    })
    assert.notEqual(sizes[0], sizes[1], String(closest))
  }
})

test('G38 an object that stands in a value twice is no cycle', (t) => {
  const dir = freshFolder(t)
  const shared = { list: [1] }
  const value = { first: shared, second: [shared, { shared }], third: shared.list }
  openDurable(t, dir).harness.write(createParamFrame('task', value))
  assert.deepEqual(openDurable(t, crashImage(t, dir)).harness.getState().task, value)
})

test('G38 a parameter that JSON cannot hold does not stop the recovery', (t) => {
  const dir = freshFolder(t)
  const { harness } = openDurable(t, dir)
  for (const key of ['workspace', 'task', 'nodeId', 'sessionId']) harness.write(createParamFrame(key, cyclic))
  harness.write({ type: 'START' })
  harness.write(createTextFrame('hello'))
  const { harness: second } = openDurable(t, crashImage(t, dir))
  assert.equal(second.getState().history.at(-1).content, 'hello')
})

test('G38 G40 plain JSON comes back as it was', (t) => {
  const dir = freshFolder(t)
  const { harness } = openDurable(t, dir)
  start(harness)
  const plain = [
    null,
    true,
    0,
    -1.5e-300,
    2 ** 53,
    'text',
    '\ud800 \udfff \u0000 \u2028 \\ " 😀',
    [],
    {},
    [[[]], { a: { b: [1, 'x', null] } }],
    JSON.parse('{"__proto__": {"a": 1}, "constructor": 2, "toString": null}'),
    { '\ud800': 'lone key' }
  ]
  for (const value of plain) harness.write(resultFrame('foreign', value))
  const before = harness.getState().history.slice(1)
  const after = openDurable(t, crashImage(t, dir)).harness.getState().history.slice(1)
  assert.deepEqual(after, before)
  after.forEach((entry, i) => assert.deepEqual(entry.result, plain[i]))
  const odd = after.at(-2).result
  assert.deepEqual(Object.keys(odd), ['__proto__', 'constructor', 'toString'])
  assert.equal(Object.getPrototypeOf(odd), Object.prototype)
})

test('G36 G40 a log of texts with line breaks has one record a line', (t) => {
  const dir = freshFolder(t)
  const { harness } = openDurable(t, dir)
  start(harness)
  const text = 'a\nb\r\nc\u2028d\u2029e\u0085f'
  harness.write(createTextFrame(text))
  const bytes = fs.readFileSync(logPath(dir), 'utf8')
  for (const line of bytes.split('\n').slice(0, -1)) JSON.parse(line)
  assert.equal(openDurable(t, crashImage(t, dir)).harness.getState().history.at(-1).content, text)
})
