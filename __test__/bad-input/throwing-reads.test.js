import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAlive, OPERATION, piped, started } from './pipeline.js'

const throwing = (key, fields = {}) =>
  Object.defineProperty({ ...fields }, key, {
    get() {
      throw new RangeError(`no ${key}`)
    }
  })
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}
const trap = new Proxy(
  {},
  {
    get() {
      throw new TypeError('trap')
    },
    has() {
      throw new TypeError('trap')
    },
    ownKeys() {
      throw new TypeError('trap')
    },
    getOwnPropertyDescriptor() {
      throw new TypeError('trap')
    },
    getPrototypeOf() {
      throw new TypeError('trap')
    }
  }
)

const llm = (fields) => ({ type: 'DATA', data: { type: 'llm-response', ...fields } })
const CASES = {
  'a getter for type': throwing('type'),
  'a revoked proxy': revoked(),
  'a proxy whose traps throw': trap,
  'TEXT, content': throwing('content', { type: 'TEXT' }),
  'TEXT, content.text': { type: 'TEXT', content: throwing('text') },
  'TEXT, a revoked content': { type: 'TEXT', content: revoked() },
  'PARAM, key': throwing('key', { type: 'PARAM' }),
  'PARAM, value': throwing('value', { type: 'PARAM', key: 'nodeId' }),
  'PARAM, a tool that is a trap': { type: 'PARAM', key: 'tool', value: trap },
  'PARAM, a tool whose id throws': { type: 'PARAM', key: 'tool', value: throwing('id') },
  'META, key': throwing('key', { type: 'META' }),
  'DATA, data': throwing('data', { type: 'DATA' }),
  'DATA, data.type': { type: 'DATA', data: throwing('type') },
  'DATA, a revoked data': { type: 'DATA', data: revoked() },
  'a result, callId': { type: 'DATA', data: throwing('callId', { type: 'tool-result' }) },
  'a result, result': { type: 'DATA', data: throwing('result', { type: 'tool-result', callId: 'a' }) },
  'a result, error': { type: 'DATA', data: throwing('error', { type: 'tool-result', callId: 'a' }) },
  'TOOL_RESULT, content': throwing('content', { type: 'TOOL_RESULT' }),
  'a response, content': { type: 'DATA', data: throwing('content', { type: 'llm-response' }) },
  'a response, thinking': { type: 'DATA', data: throwing('thinking', { type: 'llm-response' }) },
  'a response, toolCalls': { type: 'DATA', data: throwing('toolCalls', { type: 'llm-response' }) },
  'a response, a revoked call': llm({ content: 'x', toolCalls: [{ tool: 'echo' }, revoked()] }),
  'a response, a call that throws': llm({ content: 'x', toolCalls: [{ tool: 'echo' }, throwing('tool')] }),
  'a response, an id that throws': llm({ toolCalls: [throwing('id', { tool: 'echo' })] }),
  'END, metadata': throwing('metadata', { type: 'END' }),
  'END, a metadata that is a trap': { type: 'END', metadata: trap }
}

for (const [name, frame] of Object.entries(CASES)) {
  test(`G39 what throws when it is read gives one ERROR frame and no other effect: ${name}`, () => {
    let runs = 0
    const pipeline = started({ tools: [{ id: 'echo', execute: (_, __, done) => done(null, ++runs) }] })
    const before = pipeline.harness.getState()
    pipeline.harness.write(frame)
    const [error, ...more] = pipeline.dest.frames
    assert.deepEqual(more, [])
    assert.equal(error.type, 'ERROR')
    assert.equal(typeof error.error, 'string')
    assert.equal(typeof error.stack, 'string')
    assert.equal(error.metadata.operation, OPERATION)
    assert.equal(error.metadata.frame, frame)
    assert.equal(runs, 0)
    assert.deepEqual(pipeline.harness.getState(), before)
    assert.ok(isAlive(pipeline))
  })
}

test('G39 what the rules do not read of a frame is not read', () => {
  const pipeline = started()
  for (const frame of [
    throwing('metadata', { type: 'TEXT', content: 'hi' }),
    throwing('timestamp', { type: 'TEXT', content: 'hi' }),
    throwing('error', { type: 'ERROR' })
  ]) {
    pipeline.harness.write(frame)
    assert.equal(pipeline.dest.frames.at(-1), frame)
  }
})

test('G22 G39 a DATA frame before START is refused without a look at its data', () => {
  const { harness, dest } = piped()
  harness.write(throwing('data', { type: 'DATA' }))
  assert.deepEqual(
    dest.frames.map(({ error }) => error),
    ['Harness not initialized. Send START frame first.']
  )
})

test('G39 a thrown value of any kind, undefined included, becomes an ERROR frame', () => {
  for (const thrown of [
    undefined,
    null,
    0,
    '',
    'text',
    Symbol('s'),
    { message: 'told' },
    Object.create(null),
    revoked()
  ]) {
    const pipeline = started()
    pipeline.harness.write({
      get type() {
        throw thrown
      }
    })
    assert.equal(pipeline.dest.frames.length, 1)
    assert.equal(pipeline.dest.frames[0].type, 'ERROR')
    assert.equal(typeof pipeline.dest.frames[0].error, 'string')
    assert.ok(isAlive(pipeline))
  }
})
