import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as peer from '@earendil-works/pi-ai'
import * as agent from '@polyweave/gatto-agent-harness/agent'
import fc from '../seeded.js'
import { args, plainSchemas, typeBoxSchemas } from './arguments.js'

const { Type } = peer
const plain = (schema) => JSON.parse(JSON.stringify(schema))

const validate = (parameters, given, api = agent) =>
  api.validateToolArguments({ name: 'look', parameters }, { id: 'c', name: 'look', arguments: given })

/** What `v` becomes; undefined where it is refused. */
function becomes(schema, v, wrap = (v) => ({ type: 'object', properties: { v } })) {
  try {
    return validate(wrap(schema), { v }).v
  } catch (error) {
    assert.match(error.message, /tool "look"/)
    return undefined
  }
}

test('A3.6 a plain schema coerces scalars to the types that it names', () => {
  const cases = {
    number: [['5', 5], [' 5 ', 5], ['0x10', 16], [null, 0], [true, 1], [false, 0], ['', undefined], ['x', undefined], ['Infinity', undefined]],
    integer: [['5', 5], ['1.5', undefined], [1.5, undefined], [null, 0]],
    string: [[5, '5'], [1e21, '1e+21'], [true, 'true'], [null, ''], [{}, undefined]],
    boolean: [['true', true], ['false', false], ['TRUE', undefined], [1, true], [0, false], [null, false], [2, undefined]],
    null: [['', null], [0, null], [false, null], ['null', undefined]],
    array: [['5', undefined], [[5], [5]]],
    object: [[null, undefined], [{ a: 1 }, { a: 1 }]]
  } // biome-ignore format: a table
  for (const [type, pairs] of Object.entries(cases)) {
    for (const [v, expected] of pairs) assert.deepEqual(becomes({ type }, v), expected, `${type} of ${v}`)
  }
  // A value of one of several types stays; else the first type that it can be brought to counts.
  assert.equal(becomes({ type: ['number', 'string'] }, '5'), '5')
  assert.equal(becomes({ type: ['null', 'number'] }, '5'), 5)
})

test('A3.6 a schema of TypeBox converts by its kind, and a lone element becomes an array', () => {
  const wrap = (v) => Type.Object({ v })
  const cases = [
    [Type.Number(), '5', 5],
    [Type.Number(), null, 0],
    [Type.Integer(), '1.5', 1],
    [Type.String(), null, 'null'],
    [Type.String(), true, 'true'],
    [Type.Boolean(), 'true', true],
    [Type.Boolean(), 'FALSE', false],
    [Type.Array(Type.Number()), '5', [5]],
    [Type.Array(Type.Array(Type.Number())), ['5'], [[5]]],
    [Type.Literal(1), '1', 1],
    [Type.Union([Type.Number(), Type.Boolean()]), 'true', 1],
    [Type.Record(Type.String(), Type.Number()), { a: '1' }, { a: 1 }],
    [Type.Tuple([Type.Number(), Type.String()]), ['1', 2], [1, '2']]
  ]
  for (const [schema, v, expected] of cases) assert.deepEqual(becomes(schema, v, wrap), expected)
  const tree = Type.Cyclic({ N: Type.Object({ n: Type.Optional(Type.Ref('N')), v: Type.Number() }) }, 'N')
  assert.deepEqual(becomes(tree, { v: '1', n: { v: '2' } }, wrap), { v: 1, n: { v: 2 } })
})

test('A3.6 a schema with the kind symbol of an older TypeBox converts too', () => {
  const kind = Symbol.for('TypeBox.Kind')
  const number = { type: 'number', [kind]: 'Number' }
  const numbers = { type: 'array', items: number, [kind]: 'Array' }
  const wrap = (v) => ({ type: 'object', properties: { v }, [kind]: 'Object' })
  assert.deepEqual(becomes(numbers, '5', wrap), [5])
  assert.equal(becomes({ type: 'string', [kind]: 'String' }, null, wrap), 'null')
  // What in it has no kind is left as it is.
  for (const api of [agent, peer])
    assert.throws(() => validate(wrap({ type: 'number' }), { v: '5' }, api), /\n {2}- v: /)
})

test('A3.6 coercion goes down properties, other properties, items and tuples', () => {
  const number = { type: 'number' }
  const nested = {
    type: 'object',
    properties: {
      list: { type: 'array', items: number },
      pair: { type: 'array', items: [number, { type: 'string' }] }
    },
    additionalProperties: { type: 'boolean' }
  }
  const given = { list: ['1', null], pair: ['1', 2, 'kept'], other: 'true' }
  assert.deepEqual(validate(nested, given), { list: [1, 0], pair: [1, '2', 'kept'], other: true })
})

test('A3.6 a union takes its first alternative that fits, allOf is applied in order', () => {
  const [number, string] = [{ type: 'number' }, { type: 'string' }]
  for (const union of ['anyOf', 'oneOf']) {
    assert.equal(becomes({ [union]: [number, string] }, '5'), 5)
    assert.equal(becomes({ [union]: [string, number] }, 5), '5')
    assert.equal(becomes({ [union]: [number, { type: 'boolean' }] }, 'true'), true)
    const shapes = [number, string].map((a) => ({ type: 'object', properties: { a }, required: ['a'] }))
    assert.deepEqual(becomes({ [union]: shapes }, { a: 'x' }), { a: 'x' })
  }
  assert.equal(becomes({ allOf: [number, { type: 'integer' }] }, '5'), 5)
  // What an alternative refers to is found, also where drafts of before 2019 keep it.
  for (const place of ['$defs', 'definitions']) {
    const parameters = {
      type: 'object',
      properties: { v: { anyOf: [{ $ref: `#/${place}/n` }, string] } },
      [place]: { n: number }
    }
    assert.deepEqual(validate(parameters, { v: 5 }), { v: 5 })
  }
})

test('A3.6 a union coerces what would fit as it is, as text too; a property called anyOf is no union', () => {
  const parameters = {
    type: 'object',
    properties: { v: { anyOf: [{ type: 'number' }, { type: 'string' }] } }
  }
  assert.deepEqual(validate(parameters, { v: '5' }), { v: 5 })
  assert.deepEqual(agent.parseToolArguments({ name: 'look', parameters }, '{"v":"5"}'), { v: 5 })
  const named = { type: 'object', properties: { anyOf: {}, oneOf: { const: 'anyOf' } } }
  const given = { anyOf: '5', oneOf: 'anyOf' }
  for (const api of [agent, peer]) assert.deepEqual(validate(named, given, api), given)
  assert.throws(() => validate(named, { oneOf: 'x' }), /tool "look"/)
})

test('A3.6 unknown properties are kept, whatever their names', () => {
  const given = JSON.parse('{"n":"1","__proto__":{"x":1},"more":[{"deep":null}]}')
  const result = validate({ type: 'object', properties: { n: { type: 'number' } } }, given)
  assert.equal(JSON.stringify(result), '{"n":1,"__proto__":{"x":1},"more":[{"deep":null}]}')
  assert.equal(Object.getPrototypeOf(result), Object.prototype)
})

test('A3.6 values of a format have to be of it', () => {
  for (const format of ['email', 'date-time', 'uuid', 'ipv4']) {
    assert.equal(becomes({ type: 'string', format }, '###'), undefined)
  }
  assert.equal(becomes({ type: 'string', format: 'of our own' }, '###'), '###')
})

test('A2.3 A2.4 the arguments are a copy, deep and open to change; those of the message stay as they are', () => {
  for (const schema of [
    Type.Object({ n: Type.Number() }),
    { type: 'object', properties: { n: { type: 'number' } } }
  ]) {
    for (const n of ['1', 1]) {
      const given = { n, deep: { list: [1, { x: 1 }] } }
      const before = structuredClone(given)
      const result = validate(schema, given)
      result.deep.list[1].x = 2
      result.deep.list.push(3)
      result.added = true
      assert.equal(result.n, 1)
      assert.deepEqual(given, before)
    }
  }
  const frozen = Object.freeze({ n: '1' })
  assert.deepEqual(validate({ properties: { n: { type: 'number' } }, type: 'object' }, frozen), { n: 1 })
})

test('A3.6 arguments as text are parsed strictly', () => {
  const tool = {
    name: 'look',
    parameters: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }
  }
  assert.deepEqual(agent.parseToolArguments(tool, '{"n":1}'), { n: 1 })
  assert.deepEqual(agent.parseToolArguments(tool, ' {"n":"1"}'), { n: 1 })
  assert.throws(() => agent.parseToolArguments(tool, '{"n":"x"}'), /tool "look".*\n {2}- n: /)
  for (const text of ['{"n":1', '', "{'n':1}", '{"n":1} x', undefined]) {
    assert.throws(
      () => agent.parseToolArguments(tool, text),
      /tool "look".*\n {2}- root: Arguments are not valid JSON/
    )
  }
})

/** The places that a refusal names. */
const places = (message) =>
  message
    .split('\n\n')[0]
    .split('\n')
    .slice(1)
    .map((line) => line.slice('  - '.length, line.indexOf(': ')))

// Ours may name what is wrong inside of additional properties and items, where the package names the whole.
const isNear = (a, b) => a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`)

/** The package's answer is ours too; `named` if also the places of refusals are compared. */
function agrees(schema, given, named) {
  const outcome = (api) => {
    try {
      return { value: validate(schema, given, api) }
    } catch (error) {
      return { error }
    }
  }
  const [theirs, ours] = [outcome(peer), outcome(agent)]
  assert.deepEqual(ours.value, theirs.value, ours.error ?? theirs.error)
  if (!named || theirs.error === undefined) return
  const [there, here] = [places(theirs.error.message), places(ours.error.message)]
  const all = `${ours.error.message}\n${theirs.error.message}`
  assert.ok(
    there.every((place) => here.some((own) => isNear(own, place))),
    all
  )
}

const runs = { numRuns: Number(process.env.GATTO_FUZZ_RUNS ?? 800) }

test('A3.6 plain schemas are coerced and checked as the package does', () => {
  fc.assert(
    fc.property(plainSchemas(true), args, (schema, given) => agrees(schema, given, false)),
    runs
  )
  fc.assert(
    fc.property(plainSchemas(false), args, (schema, given) => agrees(schema, given, true)),
    runs
  )
})

test('A3.6 schemas of TypeBox are converted and checked as the package does', () => {
  fc.assert(
    fc.property(typeBoxSchemas(true), args, (schema, given) => agrees(schema, given, false)),
    runs
  )
  fc.assert(
    fc.property(typeBoxSchemas(false), args, (schema, given) => agrees(schema, given, true)),
    runs
  )
})

test('A3.6 arguments as text and as objects are the same', () => {
  fc.assert(
    fc.property(fc.oneof(plainSchemas(true), typeBoxSchemas(true)), args, (parameters, given) => {
      const tool = { name: 'look', parameters }
      const of = (read) => {
        try {
          return { value: read() }
        } catch (error) {
          return { message: error.message }
        }
      }
      const asText = of(() => agent.parseToolArguments(tool, JSON.stringify(given)))
      assert.deepEqual(
        asText,
        of(() => validate(parameters, given))
      )
    }),
    runs
  )
})

test('A3.6 the same schema as JSON text behaves as a plain one', () => {
  const schema = plain(Type.Object({ list: Type.Array(Type.Number()) }))
  assert.throws(() => validate(schema, { list: '5' }), /\n {2}- list: expected array, received string\n/)
})
