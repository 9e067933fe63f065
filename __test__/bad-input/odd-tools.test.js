import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createToolRegistry, isAlive, only, respond, started } from './pipeline.js'

const settled = () => new Promise((resolve) => setImmediate(resolve))
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

/** Calls a tool with this `execute`, and gives the one result of that call. */
async function resultOf(execute) {
  const pipeline = started({ tools: [{ id: 't', execute }] })
  pipeline.harness.write(respond({ id: 'a', tool: 't' }))
  await settled()
  await settled()
  const results = pipeline.harness.getState().history.filter(({ role }) => role === 'tool')
  assert.equal(results.length, 1)
  assert.equal(only(pipeline.dest.frames, 'tool-completed').length, 1)
  assert.equal(typeof results[0].content, 'string')
  assert.ok(isAlive(pipeline))
  return { ...results[0], status: only(pipeline.dest.frames, 'tool-completed')[0].progress.status }
}

const UNSPEAKABLE = { 'a revoked proxy': revoked, 'an object without a prototype': () => Object.create(null) }
UNSPEAKABLE['a message that throws'] = () => ({
  get message() {
    throw new Error('message')
  }
})
UNSPEAKABLE['a toString that throws'] = () => ({
  toString() {
    throw new Error('toString')
  }
})
UNSPEAKABLE['a symbol'] = () => Symbol('s')
UNSPEAKABLE.undefined = () => undefined

for (const [name, make] of Object.entries(UNSPEAKABLE)) {
  test(`G32 G39 a tool may throw, reject and call back with what can hardly be put in words: ${name}`, async () => {
    const thrown = await resultOf(() => {
      throw make()
    })
    assert.equal(thrown.status, 'error')
    const rejected = await resultOf(() => Promise.reject(make()))
    assert.equal(rejected.status, 'error')
    const called = await resultOf((_, __, done) => done(make()))
    assert.equal(called.status, make() === undefined ? 'success' : 'error')
    const given = await resultOf((_, __, done) => done(null, make()))
    assert.equal(given.status, 'success')
  })
}

test('G32 an error without a text is an error', async () => {
  for (const error of [new Error(''), '', 0, null, false]) {
    const thrown = await resultOf(() => {
      throw error
    })
    assert.equal(thrown.status, 'error')
    assert.ok(thrown.error)
  }
})

test('G32 a thenable whose then throws, or settles twice, or settles and throws, gives one result', async () => {
  const getter = {
    get then() {
      throw new Error('no then')
    }
  }
  assert.equal((await resultOf((_args) => getter)).status, 'error')
  const throwing = {
    then() {
      throw new Error('in then')
    }
  }
  assert.equal((await resultOf((_args) => throwing)).content, 'in then')
  const twice = {
    then(resolve, reject) {
      resolve('first')
      resolve('second')
      reject(new Error('third'))
      throw new Error('fourth')
    }
  }
  assert.equal((await resultOf((_args) => twice)).content, 'first')
})

test('G14 G31 a tool may return its context, itself, its frame, or the harness', async () => {
  const pipeline = started({ emitToolResults: true })
  const { harness, dest } = pipeline
  const returned = {
    context: (_, context) => context,
    itself: () => tool,
    harness: () => harness,
    frame: () => only(dest.frames, 'tool-call').at(-1),
    state: () => harness.getState(),
    global: () => globalThis
  }
  let tool
  for (const [name, value] of Object.entries(returned)) {
    let result
    tool = {
      id: name,
      execute(args, context, done) {
        result = value(args, context)
        done(null, result)
      }
    }
    harness.write({ type: 'PARAM', key: 'tool', value: tool })
    harness.write(respond({ tool: name }))
    assert.equal(harness.getState().history.at(-1).result, result)
    assert.equal(only(dest.frames, 'tool-result').at(-1).data.result, result)
  }
  assert.ok(isAlive(pipeline))
})

test('G30 a registry that is written its own output, and its result as a call, ignores it', () => {
  const registry = createToolRegistry([{ id: 't', execute: (_, __, done) => done(null, 1) }])
  const frames = []
  registry.pipe({
    paused: false,
    write(frame) {
      frames.push(frame)
      registry.write(frame)
    },
    end() {}
  })
  registry.write({ type: 'DATA', data: { type: 'tool-call', id: 'a', tool: 't' } })
  assert.equal(frames.length, 1)
})

test('G28 G39 odd things registered as tools are ignored or kept, and never a crash', () => {
  const odd = [
    null,
    undefined,
    5,
    'text',
    Symbol('s'),
    () => {},
    [],
    {},
    { id: 5, execute() {} },
    { id: 't' },
    { id: 't', execute: 5 }
  ]
  const pipeline = started({ tools: odd })
  for (const each of odd) {
    pipeline.harness.registry.register(each)
    pipeline.harness.write({ type: 'PARAM', key: 'tool', value: each })
  }
  assert.deepEqual(pipeline.harness.registry.list(), [])
  pipeline.harness.write({ type: 'PARAM', key: 'tool', value: revoked() })
  pipeline.harness.registry.write({ type: 'PARAM', key: 'register-tool', value: revoked() })
  assert.ok(isAlive(pipeline))
})

test('G28 a tool that changes after its registration does no harm', () => {
  const tool = { id: 't', execute: (_, __, done) => done(null, 'first') }
  const pipeline = started({ tools: [tool] })
  for (const change of [{ id: 'other' }, { execute: 5 }, { execute: undefined }, { parameters: 5 }]) {
    Object.assign(tool, change)
    pipeline.harness.write(respond({ id: 'a', tool: 't' }))
    const results = pipeline.harness.getState().history.filter(({ callId }) => callId === 'a')
    assert.ok(results.length > 0)
    assert.notEqual(pipeline.harness.getState().status, 'executing')
  }
  assert.ok(isAlive(pipeline))
})

test('G9 a tool that calls itself through the harness 10 000 times in a row needs no stack', () => {
  let left = 10_000
  const { harness, dest } = started({
    tools: [
      {
        id: 'again',
        execute(_, __, done) {
          if (left-- > 0) harness.write(respond({ tool: 'again' }))
          done(null, left)
        }
      }
    ]
  })
  harness.write(respond({ tool: 'again' }))
  assert.equal(only(dest.frames, 'tool-completed').length, 10_001)
  assert.equal(harness.getState().status, 'thinking')
})

test('G23 a result whose JSON cannot be made is kept by reference and put in some words', () => {
  let deep = []
  for (let i = 0; i < 100_000; i++) deep = [deep]
  const cyclic = {}
  cyclic.self = cyclic
  const throwing = {
    toJSON() {
      throw new Error('toJSON')
    }
  }
  const pipeline = started()
  for (const result of [deep, cyclic, throwing, 10n, Symbol('s'), () => {}, revoked(), Object.create(null)]) {
    pipeline.harness.write({ type: 'TOOL_RESULT', data: { callId: 'x', result } })
    const entry = pipeline.harness.getState().history.at(-1)
    assert.equal(entry.result, result)
    assert.equal(typeof entry.content, 'string')
  }
  assert.ok(isAlive(pipeline))
})
