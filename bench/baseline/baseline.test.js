// A few checks that the reference itself holds: the conformance suite can also be pointed at it.

import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import test from 'node:test'
import push from 'push-stream'
import {
  createAgentHarness,
  createDataFrame,
  createEndFrame,
  createParamFrame,
  createStartFrame,
  createTextFrame,
  createToolCallFrame,
  createToolRegistry
} from './index.js'

const setUp = [createParamFrame('workspace', '/w'), createParamFrame('task', 'T'), createStartFrame()]
const response = (...toolCalls) => createDataFrame({ type: 'llm-response', toolCalls })
const brief = (frame) => frame.progress?.operation ?? frame.data?.type ?? frame.error ?? frame.type
const collector = (write = () => {}) => ({
  paused: false,
  source: null,
  frames: [],
  ends: [],
  write(frame) {
    this.frames.push(frame)
    write(frame)
  },
  end(...args) {
    this.ends.push(args)
  }
})

function started(options, sink = collector()) {
  const harness = createAgentHarness(options)
  harness.pipe(sink)
  for (const frame of setUp) harness.write(frame)
  return { harness, sink }
}

const temporary = (t) => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'gatto-baseline-'))
  t.after(() => fs.rmSync(dir, { recursive: true, force: true }))
  return dir
}

test('a conversation with a tool comes out in the order of its causes', () => {
  const tools = [{ id: 'add', execute: ({ a, b }, _context, callback) => callback(null, a + b) }]
  const { harness, sink } = started({ tools })
  const text = createTextFrame('hi')
  harness.write(text)
  harness.write(response({ id: '1', tool: 'add', arguments: '{"a":1,"b":2}' }, { id: '2', tool: 'gone' }))
  harness.write(createEndFrame())
  assert.deepEqual(sink.frames.map(brief), [
    'START',
    'initialized',
    'TEXT',
    'tool-call',
    'tool-completed',
    'tool-call',
    'tool-completed',
    'END',
    'END'
  ])
  assert.equal(sink.frames[2], text)
  assert.deepEqual(sink.ends, [[]])
  const { history, status, currentTurn } = harness.getState()
  assert.deepEqual(history.map(({ role, content }) => [role, content]).slice(1), [
    ['user', 'hi'],
    ['assistant', ''],
    ['tool', '3'],
    ['tool', "Tool 'gone' not found"]
  ])
  assert.deepEqual({ status, currentTurn }, { status: 'idle', currentTurn: 1 })
})

test('a second answer to a call is refused, and the end closes what is open', () => {
  const { harness, sink } = started({ tools: [{ id: 'never', execute() {} }] })
  harness.write(response({ id: '1', tool: 'never' }, { id: '2', tool: 'never' }))
  const answer = createDataFrame({ type: 'tool-result', callId: '1', result: 'ok' })
  harness.write(answer)
  harness.write(answer)
  harness.end(new Error('over'))
  assert.deepEqual(sink.frames.slice(4).map(brief), [
    'tool-completed',
    'Duplicate tool result: 1',
    'tool-completed',
    'over',
    'END'
  ])
  assert.equal(harness.getState().history.at(-1).content, "Tool 'never' aborted")
  assert.equal(sink.ends[0][0].message, 'over')
})

test('what a destination writes back waits its turn, and what it throws is reported once', () => {
  let harness
  const sink = collector((frame) => {
    if (frame.content?.text === 'one') harness.write(createTextFrame('two'))
    if (frame.content?.text === 'two') throw new Error('broken')
    if (frame.type === 'ERROR') throw new Error('broken too')
  })
  ;({ harness } = started({}, sink))
  harness.write(createTextFrame('one'))
  harness.write(createTextFrame('three'))
  assert.deepEqual(
    sink.frames.slice(2).map((frame) => frame.content?.text ?? frame.error),
    ['one', 'two', 'broken', 'three']
  )
})

test('backpressure reaches the input, and nothing is lost', () => {
  const harness = createAgentHarness({ highWaterMark: 4, maxTurns: Infinity })
  const texts = Array.from({ length: 20 }, (_, i) => createTextFrame(`t${i}`))
  push.values([...setUp, ...texts]).pipe(harness.sink)
  assert.equal(harness.sink.paused, true)
  const sink = collector()
  harness.pipe(sink)
  assert.deepEqual(
    sink.frames.filter(({ type }) => type === 'TEXT'),
    texts
  )
})

test('a feedback loop through a model ends by itself', () => {
  const harness = createAgentHarness({ highWaterMark: 1, maxTurns: 3 })
  const model = push.asyncMap((frame, callback) => {
    callback(null, frame.type === 'TEXT' ? createTextFrame('more') : createParamFrame('other', 1))
  })
  harness.source.pipe(model).pipe(harness.sink)
  for (const frame of [...setUp, createTextFrame('go')]) harness.write(frame)
  assert.equal(harness.getState().currentTurn, 3)
})

test('iterating takes every frame, and leaving early aborts', async () => {
  const harness = createAgentHarness()
  for (const frame of setUp) harness.write(frame)
  const seen = []
  for await (const frame of harness.source) {
    seen.push(frame.type)
    if (seen.length === 2) break
  }
  assert.deepEqual(seen, ['START', 'PROGRESS'])
  assert.equal(harness.source.ended, true)
})

test('a registry checks arguments and answers each call once', async () => {
  const parameters = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }
  const registry = createToolRegistry([{ id: 't', parameters, execute: async ({ n }) => n * 2 }])
  const sink = collector()
  registry.pipe(sink)
  for (const args of [{ n: 2 }, {}, { n: 'x' }, '{"n":']) registry.write(createToolCallFrame('c', 't', args))
  await new Promise(setImmediate)
  const results = sink.frames.map(({ data }) => data)
  assert.deepEqual(
    results.map(({ status }) => status),
    ['error', 'error', 'error', 'success']
  )
  assert.equal(results[0].error, 'Missing required field: n')
  assert.match(results[1].error, /^Invalid argument at \/n: /)
  assert.equal(results[3].result, 4)
})

for (const commit of ['sync', 'group']) {
  test(`a durable session (${commit}) goes on where its log ends`, async (t) => {
    const durability = { enabled: true, wrapperId: 'a/b', dir: temporary(t), commit }
    const tools = [{ id: 'never', execute() {} }]
    const first = started({ durability, tools })
    first.harness.write(createTextFrame('before \ud800'))
    first.harness.write(response({ id: '1', tool: 'never' }))
    await first.harness.flush()
    assert.equal(first.sink.frames.length, 4)
    assert.throws(() => createAgentHarness({ durability }), { code: 'ERR_GATTO_JOURNAL_LOCKED' })
    const [file] = fs
      .readdirSync(path.join(durability.dir, 'agent-harness'))
      .filter((name) => name.endsWith('l'))
    const copy = path.join(durability.dir, 'copy', 'agent-harness')
    fs.mkdirSync(copy, { recursive: true })
    fs.copyFileSync(path.join(durability.dir, 'agent-harness', file), path.join(copy, file))

    const second = createAgentHarness({ durability: { ...durability, dir: path.dirname(copy) }, tools })
    assert.deepEqual(second.getState(), first.harness.getState())
    const sink = collector()
    second.pipe(sink)
    for (const frame of setUp) second.write(frame)
    second.end()
    await second.flush()
    assert.deepEqual(sink.frames.map(brief), ['START', 'initialized', 'tool-completed', 'END'])
    assert.equal(sink.frames[0].metadata.resumed, true)
    assert.equal(second.getState().history.at(-1).content, 'Interrupted by a restart')
    first.harness.end()
    await first.harness.flush()
  })
}

test('observers hear of changes after the outputs of an input', () => {
  const { harness, sink } = started({})
  const heard = []
  harness.state.subscribe('currentTurn', ({ value, previous }) => heard.push([previous, value]))
  harness.write({ type: 'META', action: 'subscribe', keys: ['history', 'mine'] })
  harness.write(createTextFrame('hi'))
  harness.state.set('mine', 7)
  assert.deepEqual(heard, [[0, 1]])
  assert.deepEqual(
    sink.frames.slice(3).map(({ key, length, value }) => [key, length ?? value]),
    [
      ['history', 2],
      ['mine', 7]
    ]
  )
  assert.throws(() => harness.state.set('status', 'x'), { code: 'ERR_GATTO_STATE_READ_ONLY' })
})
