// The values that a schema of TypeBox describes, read off the schema's own type: TypeBox itself is not needed.

/** What tools give as `parameters`: a schema of TypeBox, or any other JSON Schema as an object. */
export type ToolSchema = object

/** The values that match a schema. Of a schema that is not of TypeBox nothing is known. */
export type ValueOf<S, Definitions = {}> = S extends { '~unsafe': infer Value }
  ? Value
  : S extends { '~kind': infer Kind extends string }
    ? ValueOfKind<S, Kind, Definitions>
    : // As TypeBox had it before 1.0.
      S extends { static: infer Value; params: unknown[] }
      ? Value
      : any

type ValueOfKind<S, Kind extends string, Definitions> = Kind extends keyof Scalars
  ? Scalars[Kind]
  : Kind extends 'Literal'
    ? Part<S, 'const'>
    : Kind extends 'Enum'
      ? Part<S, 'enum'> extends readonly (infer Value)[]
        ? Value
        : never
      : Kind extends 'Array'
        ? ValueOf<Part<S, 'items'>, Definitions>[]
        : Kind extends 'Tuple'
          ? Elements<Part<S, 'items'>, Definitions>
          : Kind extends 'Object'
            ? Members<Part<S, 'properties'>, Definitions>
            : Kind extends 'Record'
              ? Dictionary<Part<S, 'patternProperties'>, Definitions>
              : Kind extends 'Union'
                ? AnyOf<Part<S, 'anyOf'>, Definitions>
                : Kind extends 'Intersect'
                  ? AllOf<Part<S, 'allOf'>, Definitions>
                  : Kind extends 'Cyclic'
                    ? Named<Part<S, '$defs'>, Part<S, '$ref'>>
                    : Kind extends 'Ref'
                      ? Named<Definitions, Part<S, '$ref'>>
                      : any

interface Scalars {
  String: string
  TemplateLiteral: string
  Number: number
  Integer: number
  Boolean: boolean
  Null: null
  Unknown: unknown
  Never: never
}

type Part<S, Key extends PropertyKey> = S extends { [K in Key]: infer Value } ? Value : never

type Elements<Items, Definitions> = { -readonly [I in keyof Items]: ValueOf<Items[I], Definitions> }

type Members<Properties, Definitions> = Flat<
  {
    [K in keyof Properties as IsOptional<Properties[K]> extends true ? never : K]: ValueOf<
      Properties[K],
      Definitions
    >
  } & {
    [K in keyof Properties as IsOptional<Properties[K]> extends true ? K : never]?: ValueOf<
      Properties[K],
      Definitions
    >
  }
>

type IsOptional<S> = S extends { '~optional': true } ? true : false

type Flat<T> = { [K in keyof T]: T[K] } & {}

type Dictionary<Patterns, Definitions> = Record<string, ValueOf<Patterns[keyof Patterns], Definitions>>

type AnyOf<Alternatives, Definitions> = Alternatives extends readonly (infer S)[]
  ? S extends unknown
    ? ValueOf<S, Definitions>
    : never
  : never

type AllOf<Parts, Definitions> = Parts extends readonly [infer First, ...infer Rest]
  ? ValueOf<First, Definitions> & AllOf<Rest, Definitions>
  : unknown

type Named<Definitions, Name> = Name extends keyof Definitions ? ValueOf<Definitions[Name], Definitions> : any
