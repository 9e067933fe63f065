// Arbitrary schemas, and arguments that nearly match them.

import { Type } from '@earendil-works/pi-ai'
import fc from '../seeded.js'

const scalars = [
  null,
  true,
  false,
  0,
  1,
  -1,
  1.5,
  2,
  1e21,
  '',
  'a',
  '1',
  '1.5',
  ' 2 ',
  'true',
  'TRUE',
  'null',
  '5n'
]
const scalar = fc.constantFrom(...scalars)
const name = fc.constantFrom('a', 'b', 'c')
const named = (part, maxKeys = 3) => fc.dictionary(name, part, { maxKeys }).map((members) => ({ ...members }))
const few = (part) => fc.array(part, { minLength: 1, maxLength: 3 })

const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    named(tie('value'))
  )
})).value

/** The arguments of a call: one property, `v`. */
export const args = value.map((v) => ({ v }))

const type = fc.constantFrom('number', 'integer', 'string', 'boolean', 'null', 'array', 'object')
const sometimes = (part) => fc.option(part, { nil: undefined, freq: 3 })

// The published package takes an object for one that has what is required if it only has as many properties.
const isCountable = ({ properties, required = [], additionalProperties }) =>
  additionalProperties !== false || required.every((key) => Object.hasOwn(properties, key))

const plainSchema = (unions) =>
  fc.letrec((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3 },
      type.map((type) => ({ type })),
      fc.record({ type: fc.uniqueArray(type, { minLength: 1, maxLength: 3 }) }),
      fc
        .record({
          type: fc.constantFrom('object', ['object', 'null']),
          properties: named(tie('schema')),
          required: sometimes(fc.uniqueArray(name, { maxLength: 2 })),
          additionalProperties: sometimes(fc.oneof(fc.boolean(), tie('schema')))
        })
        .filter(isCountable),
      fc.record({ type: fc.constantFrom('array', ['array', 'string']), items: tie('schema') }),
      fc.record({ type: fc.constant('array'), items: few(tie('schema')) }),
      fc.record({ type: sometimes(type), allOf: few(tie('schema')) }),
      fc.record({ enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 3 }) }),
      fc.record({ type, const: scalar }),
      fc.record({ type: fc.constant('string'), minLength: fc.nat(2) }),
      fc.record({ type: fc.constantFrom('number', 'integer'), minimum: fc.nat(2) }),
      ...(unions ? ['anyOf', 'oneOf'] : []).map((union) =>
        fc.record({ type: sometimes(type), [union]: few(tie('schema')) })
      )
    )
  })).schema

const leaf = fc.constantFrom(
  ...[Type.Number(), Type.Integer(), Type.String(), Type.Boolean(), Type.Null(), Type.Unknown()],
  ...[Type.Literal('1'), Type.Literal(1), Type.Literal(true), Type.Enum(['a', '1']), Type.Enum([1, 2])]
)

const typeBoxSchema = (unions) =>
  fc.letrec((tie) => {
    const optional = fc.tuple(tie('schema'), fc.boolean()).map(([of, is]) => (is ? Type.Optional(of) : of))
    const object = named(optional).map((properties) => Type.Object(properties))
    return {
      schema: fc.oneof(
        { maxDepth: 3 },
        leaf,
        object,
        tie('schema').map((of) => Type.Array(of)),
        few(tie('schema')).map((of) => Type.Tuple(of)),
        tie('schema').map((of) => Type.Record(Type.String(), of)),
        ...(unions
          ? [
              few(tie('schema')).map((of) => Type.Union(of)),
              fc.tuple(object, object).map((of) => Type.Intersect(of))
            ]
          : [])
      )
    }
  }).schema

/** Plain JSON Schemas of the arguments, with unions or without. */
export const plainSchemas = (unions) =>
  plainSchema(unions).map((v) =>
    // As JSON has it: without what is undefined.
    JSON.parse(JSON.stringify({ type: 'object', properties: { v }, required: ['v'] }))
  )

/** The same as TypeBox writes them. */
export const typeBoxSchemas = (unions) => typeBoxSchema(unions).map((v) => Type.Object({ v }))
