import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as peer from '@earendil-works/pi-ai'
import * as agent from '@polyweave/gatto-agent-harness/agent'

const { Type } = peer

const VALUES = [
  ...[undefined, null, true, false, 0, -0, 1, 2, -1, 1.5, -1.5, 1e21],
  ...['', ' ', '0', '1', '2', ' 2 ', '1.5', '-1.5', '0x10', '1e3', '1e400', 'Infinity', '-Infinity', 'NaN'],
  ...['true', 'TRUE', 'false', 'False', 'null', 'NULL', 'undefined', 'Undefined', 'a'],
  ...['5n', '-5n', '0n', '-0n', '05n', '5.0n', 'n', '9007199254740993n'],
  ...[[], ['5'], [undefined], {}, { a: '5' }]
]

const number = Type.Number()
const KINDS = {
  number,
  integer: Type.Integer(),
  string: Type.String(),
  boolean: Type.Boolean(),
  null: Type.Null(),
  'a literal number': Type.Literal(1),
  'a literal text': Type.Literal('1'),
  'literal true': Type.Literal(true),
  'literal false': Type.Literal(false),
  'an enum of texts': Type.Enum(['a', '1']),
  'an enum of numbers': Type.Enum([1, 2]),
  'an enum of both': Type.Enum(['1', 1]),
  'an array': Type.Array(number),
  'an array of anything': Type.Array(Type.Unknown()),
  'a tuple': Type.Tuple([number, Type.String()]),
  'an object': Type.Object({ a: number }),
  'an object with an optional property': Type.Object({ a: Type.Optional(number) }),
  'an object with other properties': Type.Object(
    { b: Type.Optional(number) },
    { additionalProperties: number }
  ),
  'an object with other properties of another type': Type.Object(
    { a: number },
    { additionalProperties: Type.String() }
  ),
  'a record': Type.Record(Type.String(), number),
  'a union of scalars': Type.Union([number, Type.Boolean()]),
  'a union with null': Type.Union([Type.String(), Type.Null()]),
  'a union of shapes': Type.Union([Type.Object({ a: number }), Type.Array(number)]),
  'a union of literals': Type.Union([Type.Literal('a'), Type.Literal(1)]),
  'an intersection': Type.Intersect([
    Type.Object({ a: number }),
    Type.Object({ b: Type.Optional(Type.String()) })
  ])
}

/** The same schema as an older TypeBox writes it. */
function older(schema) {
  if (Array.isArray(schema)) return schema.map(older)
  if (typeof schema !== 'object' || schema === null) return schema
  const written = Object.fromEntries(Object.keys(schema).map((key) => [key, older(schema[key])]))
  if (schema['~kind'] !== undefined) written[Symbol.for('TypeBox.Kind')] = schema['~kind']
  if (schema['~optional'] !== undefined) written[Symbol.for('TypeBox.Optional')] = 'Optional'
  return written
}

const plain = (schema) => JSON.parse(JSON.stringify(schema))

function outcome(api, parameters, given) {
  try {
    return api.validateToolArguments({ name: 'look', parameters }, { name: 'look', arguments: given })
  } catch (error) {
    assert.match(error.message, /tool "look"/)
    return 'refused'
  }
}

for (const [name, kind] of Object.entries(KINDS)) {
  test(`A3.6 ${name}: each value becomes what it becomes in the published package`, () => {
    for (const v of [kind, Type.Optional(kind)]) {
      const schema = Type.Object({ v })
      for (const value of VALUES) {
        const given = { v: value }
        const wanted = outcome(peer, schema, given)
        const what = JSON.stringify(given)
        assert.deepEqual(outcome(agent, schema, given), wanted, what)
        // The published package does not know the older symbols. By these, what fits an alternative stays as it is.
        if (v.anyOf === undefined || wanted === 'refused')
          assert.deepEqual(outcome(agent, older(schema), given), wanted, `${what} by the older symbols`)
        const bare = plain(schema)
        assert.deepEqual(outcome(agent, bare, given), outcome(peer, bare, given), `${what} without a kind`)
      }
    }
  })
}

test('A3.6 by the older symbols, what fits any alternative of a union stays, and else the first that fits is taken', () => {
  const union = older(Type.Object({ v: Type.Union([number, Type.Boolean()]) }))
  for (const [v, becomes] of [
    [true, true],
    [5, 5],
    ['true', 1],
    ['5', 5]
  ])
    assert.deepEqual(outcome(agent, union, { v }), { v: becomes })
})

test('A3.6 what is left out by undefined stays so where it may, whatever else is converted', () => {
  const optional = Type.Object({ a: Type.Optional(number), w: number })
  const required = Type.Object({ a: number, w: number })
  const given = { a: undefined, w: '5' }
  for (const [schema, a] of [
    [optional, undefined],
    [required, 0]
  ]) {
    assert.deepEqual(outcome(peer, schema, given), { a, w: 5 })
    for (const of of [schema, older(schema)]) assert.deepEqual(outcome(agent, of, given), { a, w: 5 })
  }
})

test('A3.6 a member of an enum stays the one that it is, whatever else is converted', () => {
  const schema = Type.Object({ v: Type.Enum(['1', 1]), w: number })
  for (const api of [agent, peer])
    for (const v of ['1', 1]) assert.deepEqual(outcome(api, schema, { v, w: '5' }), { v, w: 5 })
})

test('A3.6 a kind and a property may be called as what every object has', () => {
  const odd = (kind) => Type.Object({ v: { '~kind': kind, type: 'number' } })
  for (const kind of ['constructor', 'toString', '__proto__']) {
    for (const given of [{ v: 5 }, { v: 'x' }])
      assert.deepEqual(outcome(agent, odd(kind), given), outcome(peer, odd(kind), given), kind)
  }
  const others = { type: 'object', properties: { a: {} }, additionalProperties: { type: 'number' } }
  for (const name of ['toString', 'constructor'])
    assert.deepEqual(outcome(agent, others, { [name]: '5' }), { [name]: 5 })
})

test('A3.6 a reference to what needs no conversion is followed all the same', () => {
  const tree = Type.Cyclic(
    { N: Type.Object({ v: number, m: Type.Optional(Type.Ref('M')) }), M: Type.Unknown() },
    'N'
  )
  for (const api of [agent, peer])
    assert.deepEqual(outcome(api, Type.Object({ v: tree }), { v: { v: '1', m: { v: '2' } } }), {
      v: { v: 1, m: { v: '2' } }
    })
})

test('A3.6 an alternative that does not fit leaves no trace, and one that cannot be asked is passed over', () => {
  const shape = (a, b) => ({ type: 'object', properties: { a, b }, required: ['a', 'b'] })
  const numbers = shape({ type: 'number' }, { type: 'number' })
  const union = { anyOf: [numbers, shape({ const: '5' }, { const: 'x' })] }
  const parameters = { type: 'object', properties: { v: union } }
  assert.deepEqual(outcome(agent, parameters, { v: { a: '5', b: 'x' } }), { v: { a: '5', b: 'x' } })
  const elsewhere = {
    type: 'object',
    properties: { n: { type: 'number' }, v: { anyOf: [{ $ref: '#/properties/n' }, { type: 'boolean' }] } }
  }
  assert.deepEqual(outcome(agent, elsewhere, { v: 'true' }), { v: true })
})

test('A3.6 the alternatives of a union are compiled once', () => {
  let reads = 0
  const alternative = {
    type: 'number',
    get minimum() {
      reads++
      return 1
    }
  }
  const parameters = { type: 'object', properties: { v: { anyOf: [alternative, { type: 'boolean' }] } } }
  assert.deepEqual(outcome(agent, parameters, { v: '5' }), { v: 5 })
  const first = reads
  for (let i = 0; i < 10; i++) assert.deepEqual(outcome(agent, parameters, { v: '5' }), { v: 5 })
  assert.ok(first > 0)
  assert.equal(reads, first)
})
