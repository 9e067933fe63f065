import assert from 'node:assert/strict'
import test from 'node:test'
import vm from 'node:vm'
import { createErrorFrame } from './package.js'

class Custom extends TypeError {}

const errors = {
  'an Error': new Error('plain'),
  'a subclass': new Custom('subclass'),
  'an Error of another realm': vm.runInNewContext(`new Error('far')`),
  'a subclass of another realm': vm.runInNewContext(`new (class Far extends RangeError {})('far')`),
  'an AggregateError': new AggregateError([], 'many'),
  'an Error without a message': new Error(),
  'a DOMException': new DOMException('aborted', 'AbortError')
}
for (const [name, error] of Object.entries(errors)) {
  test(`G15 ${name} gives its message and its stack`, () => {
    const frame = createErrorFrame(error)
    assert.equal(frame.error, error.message)
    assert.equal(frame.stack, error.stack)
  })
}

const others = {
  'a string is itself': ['broken', 'broken'],
  'the empty string is itself': ['', ''],
  'an object with a string message gives that': [{ message: 'said' }, 'said'],
  'an inherited message counts': [Object.create({ message: 'inherited' }), 'inherited'],
  'an object whose message is no string is printed': [{ message: 5 }, '[object Object]'],
  'a number is printed': [42, '42'],
  'a bigint is printed': [42n, '42'],
  'null is printed': [null, 'null'],
  'undefined is printed': [undefined, 'undefined'],
  'a symbol is printed': [Symbol('s'), 'Symbol(s)'],
  'an array is printed': [[1, 2], '1,2'],
  'an object that prints itself does so': [{ toString: () => 'mine' }, 'mine']
}
for (const [title, [value, text]] of Object.entries(others)) {
  test(`G15 ${title}`, () => {
    const frame = createErrorFrame(value)
    assert.equal(frame.error, text)
    assert.equal('stack' in frame, false)
  })
}

test('G15 an object that is no Error has no stack in its frame', () => {
  const frame = createErrorFrame({ message: 'said', stack: 'made up' })
  assert.equal(frame.error, 'said')
  assert.equal('stack' in frame, false)
})

const thrower = () => {
  throw new Error('from the value')
}
const { proxy: revoked, revoke } = Proxy.revocable({}, {})
revoke()
const hostile = {
  'a revoked proxy': revoked,
  'a proxy that throws at every look': new Proxy({}, { get: thrower, has: thrower, getPrototypeOf: thrower }),
  'an object without a prototype': Object.create(null),
  'an object whose toString throws': { toString: thrower },
  'an object whose message throws': {
    get message() {
      return thrower()
    }
  },
  'an Error whose message throws': Object.defineProperty(new Error('x'), 'message', { get: thrower }),
  'an Error whose stack throws': Object.defineProperty(new Error('x'), 'stack', { get: thrower }),
  'an object whose conversion gives no primitive': { [Symbol.toPrimitive]: () => ({}) }
}
for (const [name, value] of Object.entries(hostile)) {
  test(`G15 ${name} gives an error frame with a text, and no throw`, () => {
    const frame = createErrorFrame(value)
    assert.equal(frame.type, 'ERROR')
    assert.equal(typeof frame.error, 'string')
  })
}
