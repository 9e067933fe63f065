import assert from 'node:assert/strict'
import test from 'node:test'
import { createAgentHarness, createTextFrame } from './package.js'
import * as expected from './expected-frames.js'
import { MemoryStore } from './log-folder.js'
import { Recorder } from './recorder.js'
import { start } from './session.js'

function open(store, options = {}) {
  const harness = createAgentHarness({ ...options, durability: { enabled: true, wrapperId: 'run', store } })
  return { harness, recorder: harness.pipe(new Recorder()) }
}

test('G36 a store stands in place of files: load, append, close, by the wrapperId', () => {
  const store = new MemoryStore()
  const { harness } = open(store)
  assert.deepEqual(store.calls, [['load', 'run']])
  start(harness)
  harness.write(createTextFrame('hello'))
  harness.end()
  assert.deepEqual(store.calls.at(-1), ['close', 'run'])
  assert.ok(
    store.calls.slice(1, -1).every(([name, id, count]) => name === 'append' && id === 'run' && count > 0)
  )
})

test('G36 records of a store are texts of one JSON value without a line break', () => {
  const store = new MemoryStore()
  const { harness } = open(store)
  start(harness)
  harness.write(createTextFrame('two\nlines\r\u2028'))
  for (const record of store.logs.get('run')) {
    assert.equal(typeof record, 'string')
    assert.doesNotMatch(record, /[\n\r]/)
    JSON.parse(record)
  }
})

test('G36 a store is told before the first output, once an input', () => {
  const store = new MemoryStore()
  const { harness, recorder } = open(store)
  start(harness)
  const appends = () => store.calls.filter(([name]) => name === 'append').length
  const before = appends()
  const seen = []
  recorder.onWrite = () => seen.push(appends())
  harness.write(createTextFrame('hello'))
  assert.deepEqual(seen, [before + 1])
  assert.equal(appends(), before + 1)
})

test('G36 a store that is a class instance keeps its this', () => {
  class Store {
    #records = []
    load() {
      return this.#records
    }
    append(_, records) {
      this.#records = [...this.#records, ...records]
    }
    close() {
      this.#records.length.toFixed()
    }
  }
  const store = new Store()
  const first = open(store)
  start(first.harness)
  first.harness.write(createTextFrame('hello'))
  const second = open(store)
  assert.deepEqual(second.harness.getState(), first.harness.getState())
})

test('G36 load may give any iterable, or nothing', () => {
  const source = new MemoryStore()
  start(open(source).harness)
  const records = source.logs.get('run')
  const iterables = [
    () => records,
    () => new Set(records),
    function* () {
      yield* records
    }
  ]
  for (const load of iterables) {
    const { harness } = open({ load, append() {}, close() {} })
    assert.equal(harness.getState().workspace, '/work')
  }
  for (const nothing of [null, undefined, []]) {
    const { harness } = open({ load: () => nothing, append() {}, close() {} })
    assert.equal(harness.getState().workspace, null)
  }
})

test('G36 a store without its three functions is a TypeError', () => {
  for (const missing of ['load', 'append', 'close']) {
    const store = { load() {}, append() {}, close() {}, [missing]: undefined }
    assert.throws(() => open(store), { name: 'TypeError' })
  }
})

test('G36 a load that gives a promise is a TypeError', () => {
  assert.throws(() => open({ load: async () => [], append() {}, close() {} }), { name: 'TypeError' })
})

test('G36 an append that gives a promise is told by an ERROR frame, and the harness goes on', () => {
  // One that is rejected must not end the process.
  const append = async () => {
    throw new Error('late')
  }
  const { harness, recorder } = open({ load() {}, append, close() {} })
  start(harness)
  harness.write(createTextFrame('hello'))
  assert.ok(recorder.frames.some((frame) => frame.type === 'ERROR'))
  const rest = recorder.shapes.filter((frame) => frame.type !== 'ERROR')
  assert.deepEqual(rest, [expected.start(), expected.initialized(), expected.text('hello')])
})

test('G37 an append that throws gives an ERROR frame, and the harness goes on in memory', () => {
  const failure = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
  const store = {
    load() {},
    append() {
      throw failure
    },
    close() {}
  }
  const { harness, recorder } = open(store)
  start(harness)
  for (const text of ['one', 'two']) harness.write(createTextFrame(text))
  harness.end()
  const errors = recorder.frames.filter((frame) => frame.type === 'ERROR')
  assert.ok(errors.length >= 1)
  assert.match(errors[0].error, /no space left/)
  assert.deepEqual(
    recorder.shapes.filter((frame) => frame.type !== 'ERROR'),
    [
      expected.start(),
      expected.initialized(),
      expected.text('one'),
      expected.text('two'),
      expected.end({ currentTurn: 2 })
    ]
  )
  assert.equal(harness.getState().history.length, 3)
  assert.deepEqual(recorder.endings, [[]])
})

test('G37 a close that throws does not come out of end(), and is told before the destination ends', () => {
  const store = {
    load() {},
    append() {},
    close() {
      throw new Error('mine')
    }
  }
  const { harness, recorder } = open(store)
  let told
  recorder.onEnd = () => {
    told = recorder.frames.at(-1).error
  }
  start(harness)
  harness.end()
  assert.equal(recorder.endings.length, 1)
  assert.equal(told, 'mine')
})

test('G37 what an append refused comes first in the next one, so that a log has no holes', async () => {
  const store = new MemoryStore()
  let isFull = true
  const append = store.append.bind(store)
  store.append = (id, records) => {
    if (isFull) throw new Error('full')
    append(id, records)
  }
  const { harness, recorder } = open(store)
  start(harness)
  harness.write(createTextFrame('one'))
  assert.equal(recorder.frames.filter((frame) => frame.error === 'full').length, 4)
  await assert.rejects(harness.flush(), { message: 'full' })
  isFull = false
  harness.write(createTextFrame('two'))
  await harness.flush()
  assert.equal(store.calls.filter(([name]) => name === 'append').length, 1)
  assert.deepEqual(open(store).harness.getState(), harness.getState())
})

test('G37 flush tries a store again that has refused, and rejects when it was never had', async () => {
  const store = new MemoryStore()
  const append = store.append.bind(store)
  store.append = () => {
    throw new Error('full')
  }
  const { harness } = open(store)
  start(harness)
  store.append = append
  await harness.flush()
  assert.deepEqual(open(store).harness.getState(), harness.getState())
  store.append = () => {
    throw new Error('full again')
  }
  harness.end()
  store.append = append
  const { length } = store.calls
  await assert.rejects(harness.flush(), { message: 'full again' })
  assert.equal(store.calls.length, length, 'a store that was closed is left alone')
})

test('G37 a store that refuses more than 8 MB is asked no more, and flush says why', async () => {
  let asked = 0
  const store = {
    load() {},
    append() {
      asked += 1
      throw new Error('full')
    },
    close() {}
  }
  const { harness } = open(store)
  start(harness)
  for (let i = 0; i < 3; i++) harness.write(createTextFrame('x'.repeat(3 << 20)))
  const before = asked
  harness.write(createTextFrame('more'))
  assert.equal(asked, before)
  await assert.rejects(harness.flush(), { message: 'full' })
})

test('G36 a load that gives no iterable of strings is a TypeError', () => {
  for (const loaded of [5, true, {}, 'a text', [5], [null]]) {
    const store = { load: () => loaded, append() {}, close() {} }
    assert.throws(() => open(store), { name: 'TypeError', code: 'ERR_GATTO_STORE_TYPE' })
  }
})
