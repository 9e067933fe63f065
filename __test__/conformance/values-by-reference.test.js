import assert from 'node:assert/strict'
import test from 'node:test'
import {
  createDataFrame,
  createParamFrame,
  createProgressFrame,
  createThinkingFrame,
  createToolCallFrame,
  createToolResultFrame
} from './package.js'

class Point {
  #secret = 1
  get secret() {
    return this.#secret
  }
}

/** Anything done to this object but holding it is seen. */
const untouchable = new Proxy(
  {},
  Object.fromEntries(
    ['get', 'has', 'ownKeys', 'getOwnPropertyDescriptor', 'getPrototypeOf', 'set', 'isExtensible'].map(
      (trap) => [
        trap,
        () => {
          throw new Error(`touched by ${trap}`)
        }
      ]
    )
  )
)

const cyclic = { name: 'cycle' }
cyclic.self = cyclic

const values = {
  'a function': () => {},
  'a class instance': new Point(),
  'a cyclic object': cyclic,
  'a frozen object': Object.freeze({ a: 1 }),
  'an object with toJSON': { toJSON: () => 'other' },
  'a proxy that nobody may touch': untouchable,
  undefined: undefined,
  'a bigint': 10n,
  'a symbol': Symbol('s'),
  NaN: Number.NaN
}

for (const [name, value] of Object.entries(values)) {
  test(`G14 constructors hold ${name} by reference`, () => {
    const held = [
      createParamFrame('k', value).value,
      createDataFrame(value).data,
      createToolCallFrame('c', 't', value).data.arguments,
      createToolResultFrame('c', value).data.result,
      createProgressFrame(value).progress,
      createThinkingFrame(value).data.content
    ]
    held.forEach((kept, i) => assert.ok(Object.is(kept, value), `constructor ${i}`))
  })
}

test('G14 an undefined value is still a key of the frame', () => {
  assert.ok('value' in createParamFrame('k', undefined))
  assert.ok('data' in createDataFrame(undefined))
  assert.ok('result' in createToolResultFrame('c', undefined).data)
  assert.ok('arguments' in createToolCallFrame('c', 't', undefined).data)
})
