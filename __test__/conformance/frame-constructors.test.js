import assert from 'node:assert/strict'
import test, { mock } from 'node:test'
import {
  createDataFrame,
  createEndFrame,
  createErrorFrame,
  createParamFrame,
  createProgressFrame,
  createStartFrame,
  createTextFrame,
  createThinkingFrame,
  createToolCallFrame,
  createToolResultFrame
} from './package.js'

/** Each constructor with arguments before `metadata`, and what stands in its frame besides metadata and timestamp. */
const table = [
  [createStartFrame, [], { type: 'START' }],
  [createEndFrame, [], { type: 'END' }],
  [createParamFrame, ['workspace', '/w'], { type: 'PARAM', key: 'workspace', value: '/w' }],
  [createDataFrame, [{ type: 'x', n: 1 }], { type: 'DATA', data: { type: 'x', n: 1 } }],
  [createProgressFrame, [{ done: 0.5 }], { type: 'PROGRESS', progress: { done: 0.5 } }],
  [createErrorFrame, ['broken'], { type: 'ERROR', error: 'broken' }],
  [createTextFrame, ['hello'], { type: 'TEXT', content: { text: 'hello' } }],
  [
    createToolCallFrame,
    ['c1', 'read', { path: 'a' }],
    { type: 'DATA', data: { type: 'tool-call', id: 'c1', tool: 'read', arguments: { path: 'a' } } }
  ],
  [
    createToolResultFrame,
    ['c1', { ok: true }, undefined],
    {
      type: 'DATA',
      data: { type: 'tool-result', callId: 'c1', result: { ok: true }, error: undefined, status: 'success' }
    }
  ],
  [createThinkingFrame, ['hm'], { type: 'DATA', data: { type: 'thinking', content: 'hm' } }]
]

for (const [create, args, fields] of table) {
  test(`G13 ${create.name} gives its fields, empty metadata and the time`, (t) => {
    mock.timers.enable({ apis: ['Date'], now: 1_234_567 })
    t.after(() => mock.timers.reset())
    assert.deepEqual(create(...args), { ...fields, metadata: {}, timestamp: 1_234_567 })
  })

  test(`G13 ${create.name} takes metadata, then id and timestamp`, () => {
    const frame = create(...args, { from: 'test' }, { id: 'f1', timestamp: 42 })
    assert.deepEqual(frame, { ...fields, metadata: { from: 'test' }, timestamp: 42, id: 'f1' })
  })

  test(`G13 ${create.name} has an id only when one is given`, () => {
    assert.equal('id' in create(...args), false)
    const { timestamp, ...rest } = create(...args, undefined, { timestamp: 7 })
    assert.equal(timestamp, 7)
    assert.deepEqual(rest, { ...fields, metadata: {} })
    assert.equal(typeof create(...args, {}, { id: 'f1' }).timestamp, 'number')
  })

  test(`G13 ${create.name} gives plain objects that share nothing`, () => {
    const first = create(...args)
    const second = create(...args)
    assert.equal(Object.getPrototypeOf(first), Object.prototype)
    assert.equal(Object.isFrozen(first), false)
    assert.notEqual(first.metadata, second.metadata)
    first.metadata.mine = true
    assert.deepEqual(create(...args).metadata, {})
  })
}

test('G13 the status of a tool result is error exactly when its error is truthy', () => {
  for (const error of ['broken', 1, {}, new Error('x')]) {
    assert.equal(createToolResultFrame('c', null, error).data.status, 'error')
  }
  for (const error of [undefined, null, '', 0, false]) {
    const { data } = createToolResultFrame('c', 'r', error)
    assert.equal(data.status, 'success')
    assert.equal(data.error, error)
  }
})
