import assert from 'node:assert/strict'
import { test } from 'node:test'
import vm from 'node:vm'
import { isAlive, only, respond, started } from './pipeline.js'

const SCHEMA = { type: 'object', properties: { n: { type: 'integer' } } }

/** Calls a tool without a schema and one with; gives what each was given, and each call's history entry. */
function call(args) {
  const seen = {}
  const execute = (given, { tool }, done) => {
    seen[tool] = given
    done(null, 'ran')
  }
  const pipeline = started({
    tools: [
      { id: 'plain', execute },
      { id: 'checked', parameters: SCHEMA, execute }
    ]
  })
  pipeline.harness.write(
    respond({ id: 'a', tool: 'plain', arguments: args }, { id: 'b', tool: 'checked', arguments: args })
  )
  const results = pipeline.harness.getState().history.filter(({ role }) => role === 'tool')
  assert.deepEqual(
    results.map(({ callId }) => callId),
    ['a', 'b']
  )
  const frames = only(pipeline.dest.frames, 'tool-call')
  assert.equal(frames.length, 2)
  assert.ok(isAlive(pipeline))
  return { seen, plain: results[0].content, checked: results[1].content, inFrame: frames[0].data.arguments }
}

const cyclic = () => {
  const args = { n: 1, list: [] }
  args.list.push(args)
  return args
}
const nested = (depth) => {
  let args = {}
  for (let i = 0; i < depth; i++) args = { a: args }
  return args
}

for (const [name, args] of Object.entries({
  'a cycle': cyclic(),
  'a bigint': { n: 1n },
  'a depth of 129': nested(129),
  'a depth of 100 000': nested(100_000),
  'a getter that throws': {
    get n() {
      throw new Error('n')
    }
  },
  'a toJSON that throws': {
    toJSON() {
      throw new Error('toJSON')
    }
  }
})) {
  test(`G29 G40 arguments that are no JSON run without a schema, and are refused with one: ${name}`, () => {
    const { seen, plain, checked, inFrame } = call(args)
    assert.equal(seen.plain, args)
    assert.equal(inFrame, args)
    assert.equal(plain, 'ran')
    assert.equal(checked, 'Invalid argument at : not JSON')
    assert.equal('checked' in seen, false)
  })
}

for (const [name, args] of Object.entries({
  functions: { f() {}, n: undefined },
  symbols: { [Symbol('s')]: 1, s: Symbol('v') },
  'an object without a prototype': Object.assign(Object.create(null), { n: 1 }),
  'an object of another realm': vm.runInNewContext('({ n: 1, d: new Date(0), m: new Map() })'),
  'a frozen object': Object.freeze({ n: 1 }),
  'a proxy': new Proxy({ n: 1 }, {}),
  'a class instance': new (class {
    n = 1
  })(),
  'a sparse array within': { list: new Array(3) },
  'a toJSON': { toJSON: () => ({ n: 1 }) },
  'a depth of 100': nested(100)
})) {
  test(`G14 G29 arguments arrive by reference, and a schema sees their JSON: ${name}`, () => {
    const { seen, plain, checked } = call(args)
    assert.equal(seen.plain, args)
    assert.equal(seen.checked, args)
    assert.deepEqual([plain, checked], ['ran', 'ran'])
  })
}

test('G29 numbers that JSON does not have are null to a schema', () => {
  for (const n of [Number.NaN, Infinity, -Infinity]) {
    const { plain, checked } = call({ n })
    assert.equal(plain, 'ran')
    assert.match(checked, /^Invalid argument at \/n: /)
  }
})

test('G29 G40 JSON text of a depth of 100 000 is parsed for a tool without a schema', () => {
  const depth = 100_000
  const { seen, plain, checked } = call(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)
  assert.equal(plain, 'ran')
  let at = seen.plain
  let found = 0
  for (; typeof at === 'object'; at = at.a) found++
  assert.deepEqual([found, at], [depth, 1])
  assert.equal(checked, 'Invalid argument at : not JSON')
})

test('G29 G40 JSON text that is broken 100 000 deep gives an error result', () => {
  for (const text of ['['.repeat(100_000), `${'{"a":'.repeat(100_000)}`, `${'['.repeat(99_999)}]`]) {
    const { seen, plain, checked, inFrame } = call(text)
    assert.deepEqual(seen, {})
    assert.equal(inFrame, text)
    assert.notEqual(plain, 'ran')
    assert.notEqual(checked, 'ran')
  }
})

test('G29 G40 a schema as deep as 100 000, cyclic, or hostile is no reason to crash: only required is checked', () => {
  let deep = { type: 'integer' }
  for (let i = 0; i < 100_000; i++) deep = { properties: { a: deep } }
  const circular = { type: 'object' }
  circular.properties = { a: circular }
  const hostile = {
    type: 'object',
    get properties() {
      throw new Error('properties')
    }
  }
  const nonsense = [
    { type: 'nonsense' },
    { type: 5 },
    { $ref: '#/nowhere' },
    { pattern: '(' },
    { big: 1n },
    [],
    5,
    'x',
    true,
    null
  ]
  const parameters = [deep, circular, hostile, ...nonsense]
  const tools = parameters.map((each, n) => ({
    id: `t${n}`,
    parameters: each,
    execute: (_, __, done) => done(null, 'ran')
  }))
  const pipeline = started({ tools })
  for (const { id } of tools) {
    pipeline.harness.write(respond({ id, tool: id, arguments: {} }))
    const entry = pipeline.harness.getState().history.at(-1)
    assert.deepEqual([entry.role, entry.callId], ['tool', id])
  }
  assert.ok(isAlive(pipeline))
})

test('G29 arguments that are no object are carried as they are', () => {
  for (const args of [5, true, 10n, Symbol.for('s'), () => {}, [1, 2]]) {
    const { inFrame, plain, seen } = call(args)
    assert.equal(inFrame, args)
    assert.equal(plain, 'ran')
    assert.equal(seen.plain, args)
  }
})

test('G29 G39 required fields of a hostile object give the call its one result', () => {
  const revoked = Proxy.revocable({}, {})
  revoked.revoke()
  const parameters = { required: ['n'] }
  for (const args of [
    revoked.proxy,
    new Proxy({}, { getOwnPropertyDescriptor: () => Reflect.fail() }),
    {
      get n() {
        throw new Error('n')
      }
    }
  ]) {
    const tool = { id: 't', parameters, execute: (_, __, done) => done(null, 'ran') }
    const pipeline = started({ tools: [tool] })
    pipeline.harness.write(respond({ id: 'a', tool: 't', arguments: args }))
    const results = pipeline.harness.getState().history.filter(({ role }) => role === 'tool')
    assert.equal(results.length, 1)
    assert.notEqual(pipeline.harness.getState().status, 'executing')
    assert.ok(isAlive(pipeline))
  }
})
