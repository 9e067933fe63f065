import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseJsonWithRepair, parseStreamingJson } from '@earendil-works/pi-ai'
import fc from '../seeded.js'
import { ArgumentStream } from '../../js/agent/argument/stream.js'

const runs = { numRuns: Number(process.env.GATTO_FUZZ_RUNS ?? 800) }

const read = (text) => new ArgumentStream().push(text)

function inPieces(text, cuts) {
  const at = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b)
  return [0, ...at].map((start, i) => text.slice(start, at[i] ?? text.length))
}

// JSON as models write it: any spacing, escapes of all kinds, numbers in all forms.
const number = fc.stringMatching(/^-?(0|[1-9]\d{0,3})(\.\d{1,3})?([eE][+-]?\d{1,2})?$/)
const string = fc
  .array(
    fc.oneof(
      fc.stringMatching(/^[a-z {}[\],:é😀\u2028]{1,6}$/u),
      fc.constantFrom('\\"', '\\\\', '\\n', '\\/', '\\u00e9', '\\ud83d', '\\ude00')
    )
  )
  .map((parts) => `"${parts.join('')}"`)
const space = fc.constantFrom('', '', '', ' ', '\n', '\t ')
const { document } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    number,
    string,
    fc.constantFrom('true', 'false', 'null'),
    tie('list'),
    tie('document')
  ),
  list: fc
    .array(fc.tuple(space, tie('value'), space), { maxLength: 4 })
    .map((items) => `[${items.map((item) => item.join('')).join(',')}]`),
  document: fc
    .array(
      fc.tuple(
        space,
        fc.oneof(string, fc.constantFrom('"a"', '"b"', '"1"')),
        space,
        fc.constant(':'),
        space,
        tie('value'),
        space
      ),
      { maxLength: 4 }
    )
    .map((items) => `{${items.map((item) => item.join('')).join(',')}}`)
}))

const odd = [
  'x',
  '"',
  '\\',
  '\n',
  '}',
  ']',
  ',',
  ':',
  '-',
  '1',
  '.',
  'tru',
  'N',
  '-I',
  '\u0000',
  '\\u12',
  ' \ufeff'
]
const damaged = fc
  .tuple(document, fc.nat(), fc.constantFrom(...odd))
  .map(([text, at, what]) => text.slice(0, at % text.length) + what + text.slice(at % text.length))

test('A3.9 F25 after each delta the value is the tolerant parse of the text so far', () => {
  fc.assert(
    fc.property(document, fc.array(fc.nat(), { maxLength: 12 }), (text, cuts) => {
      const stream = new ArgumentStream()
      let soFar = ''
      for (const delta of inPieces(text, cuts)) {
        soFar += delta
        assert.deepEqual(stream.push(delta), parseStreamingJson(soFar), soFar)
      }
      assert.deepEqual(stream.finish(), { ok: true, value: JSON.parse(text) })
    }),
    runs
  )
})

test('A3.9 F25 one character at a time is no different', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        document,
        document.map((text) => `${text} `)
      ),
      (text) => {
        const stream = new ArgumentStream()
        for (let i = 0; i < text.length; i++) {
          const soFar = text.slice(0, i + 1)
          assert.deepEqual(stream.push(text[i]), parseStreamingJson(soFar), soFar)
        }
      }
    ),
    { ...runs, numRuns: runs.numRuns / 10 }
  )
})

test('A3.9 at the end, JSON is what JSON.parse reads, and what can be repaired is what pi-ai makes of it', () => {
  const attempt = (read) => {
    try {
      return { ok: true, value: read() }
    } catch {
      return { ok: false }
    }
  }
  fc.assert(
    fc.property(damaged, (text) => {
      const stream = new ArgumentStream()
      stream.push(text)
      const ended = stream.finish()
      const strict = attempt(() => JSON.parse(text))
      if (strict.ok) assert.deepEqual([ended, stream.isRepaired], [strict, false], text)
      else if (ended.ok) assert.ok(stream.isRepaired, text)
      const repaired = attempt(() => parseJsonWithRepair(text))
      if (repaired.ok) assert.deepEqual(ended, repaired, text)
    }),
    runs
  )
})

test('A3.9 whatever the text is, where the deltas lie does not matter, and nothing throws', () => {
  fc.assert(
    fc.property(
      fc.oneof(damaged, fc.string({ unit: 'binary' })),
      fc.array(fc.nat(), { maxLength: 8 }),
      (text, cuts) => {
        const stream = new ArgumentStream()
        for (const delta of inPieces(text, cuts)) stream.push(delta)
        assert.deepEqual(stream.value, read(text))
        const whole = new ArgumentStream()
        whole.push(text)
        assert.deepEqual(stream.finish(), whole.finish())
      }
    ),
    runs
  )
})

test('A3.9 raw control characters and backslashes that begin no escape stand for themselves, from the first delta on', () => {
  const repaired = [
    ['{"a":"l1\nl2', { a: 'l1\nl2' }],
    ['{"a":"x\ty","b":1', { a: 'x\ty', b: 1 }],
    ['{"a":"C:\\qux', { a: 'C:\\qux' }],
    ['{"a":"x\\u12Gz"', { a: 'x\\u12Gz' }],
    ['{"a":"\\\n"', { a: '\\\n' }],
    ['{"k\\q":1', { 'k\\q': 1 }]
  ]
  for (const [text, value] of repaired) {
    assert.deepEqual(read(text), value)
    const stream = new ArgumentStream()
    stream.push(`${text.endsWith('1') || text.endsWith('"') ? text : `${text}"`}}`)
    assert.deepEqual(stream.finish(), { ok: true, value })
    assert.ok(stream.isRepaired)
  }
  // Whatever the package can repair comes out the same once it is complete.
  const control = fc.array(
    fc.constantFrom('a', '\\', '\\\\', '\n', '\t', '\\q', '\\n', '\\"', 'é', '\u0001'),
    { maxLength: 8 }
  )
  fc.assert(
    fc.property(control, (parts) => {
      const text = `{"a":"${parts.join('')}"}`
      const stream = new ArgumentStream()
      stream.push(text)
      const ended = stream.finish()
      if (ended.ok) assert.deepEqual(ended.value, parseStreamingJson(text), text)
    }),
    runs
  )
})

test('A3.9 a comma behind the last part of an object or a list stands for nothing', () => {
  for (const text of ['{"a":1,}', '{"a":[1,"x" ,\n],"b":{"c":true, },}', '{"a":[{},],"b":2}', '[[1,],]']) {
    const stream = new ArgumentStream()
    for (const char of text) stream.push(char)
    const value = JSON.parse(text.replaceAll(/,(?=\s*[\]}])/g, ''))
    assert.deepEqual(stream.finish(), { ok: true, value })
    assert.ok(stream.isRepaired)
  }
  for (const text of ['{,}', '[,]', '{"a":1,,}', '[1,,]', '{"a":,}', '[1,}', '{"a":1,]', '{"a":1},']) {
    const stream = new ArgumentStream()
    stream.push(text)
    assert.ok(!stream.finish().ok, text)
  }
})

test('A3.9 no text is an empty object; a text that is no JSON keeps what came before, and says where it went wrong', () => {
  const cases = [
    ['', {}, undefined],
    [' \n', {}, undefined],
    ['\ufeff{"a":1}', { a: 1 }, undefined],
    ['{"a":1,x', { a: 1 }, /"x" at 7 where a key should come/],
    ['{"a":1]', { a: 1 }, /"\]" at 6 where a comma or the end of the list/],
    ['{"a":trux', {}, /"x" at 8 where the rest of a word/],
    ['{"a":01', {}, /"1" at 6 where a digit/],
    ['{"a":"b', { a: 'b' }, /end where the end of a string should come/],
    ['{"a":[1,', { a: [1] }, /end where a value should come/],
    ['{"a":NaN}', { a: Number.NaN }, /NaN is no JSON/],
    ['{"a":-Infinity}', { a: -Infinity }, /-Infinity is no JSON/],
    ['{"a":[Infinity', { a: [Infinity] }, /Infinity is no JSON/],
    ['{"a":-Infinite', {}, /"e" at 13 where the rest of a word/],
    ['{"a":1} {', { a: 1 }, /"\{" at 8 where the end should come/],
    ['nul', {}, /the rest of a word/],
    ['-', {}, /a digit/]
  ]
  for (const [text, value, message] of cases) {
    const stream = new ArgumentStream()
    assert.deepEqual(stream.push(text), value, text)
    const ended = stream.finish()
    if (message === undefined) assert.deepEqual(ended, { ok: true, value })
    else assert.match(ended.error.message, message)
  }
  for (const text of ['1', '"a"', 'true', 'null', '[1]']) {
    const stream = new ArgumentStream()
    stream.push(text)
    assert.deepEqual(stream.finish(), { ok: true, value: JSON.parse(text) })
  }
})

test('A3.9 a long number is shown, whatever was shown before it', () => {
  const digits = (count) => `0.${'1'.repeat(count)}`
  const stream = new ArgumentStream()
  stream.push(`{"a":${digits(3000)}`)
  assert.deepEqual(stream.push(`,"b":${digits(1500)}`), {
    a: 0.1111111111111111,
    b: 0.1111111111111111
  })
})

test('A3.9 a key called __proto__ is a key like any other', () => {
  const value = read('{"__proto__":{"polluted":1}')
  assert.equal(Object.getPrototypeOf(value), Object.prototype)
  assert.deepEqual(Object.keys(value), ['__proto__'])
  assert.equal({}.polluted, undefined)
})

test('F25 the value is one object that grows: a delta costs what is in it', () => {
  const text = JSON.stringify({
    path: 'a.txt',
    content: 'line of text\n'.repeat(80_000),
    list: Array(20_000).fill(1.5)
  })
  const stream = new ArgumentStream()
  const { value } = stream
  const sizes = [32, text.length]
  const cost = sizes.map((size) => {
    const one = new ArgumentStream()
    const start = process.cpuUsage()
    for (let at = 0; at < text.length; at += size) one.push(text.slice(at, at + size))
    assert.deepEqual(one.finish(), { ok: true, value: JSON.parse(text) })
    const { user, system } = process.cpuUsage(start)
    return user + system
  })
  for (let at = 0; at < text.length; at += 32) assert.equal(stream.push(text.slice(at, at + 32)), value)
  // 40 000 deltas: reading from the start at each would take a minute and more.
  assert.ok(cost[0] < 3_000_000, `${cost[0]} us`)
})

test('F25 neither a deep value nor an endless number or escape is more than linear', () => {
  for (const [piece, count] of [
    ['[', 100_000],
    ['{"a":', 50_000],
    ['1', 200_000],
    ['\\\\', 100_000],
    [' ', 200_000]
  ]) {
    const stream = new ArgumentStream()
    stream.push(piece === '\\\\' || piece === ' ' ? '{"a":"' : '{"a":')
    const start = process.cpuUsage()
    for (let i = 0; i < count; i++) stream.push(piece)
    const { user, system } = process.cpuUsage(start)
    assert.ok(user + system < 3_000_000, `${count} times ${piece}: ${user + system} us`)
  }
})
