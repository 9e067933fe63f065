// The programs that the scripted model writes. They are real: the tools run them.

/** A first draft, with the mistake that everybody makes once. */
export const CSV = `/** Rows of fields, from lines of CSV. */
export function parse(text) {
  return text.split('\\n').filter(Boolean).map(fields)
}

/** Lines of CSV, from rows of fields. */
export function format(rows) {
  return rows.map((row) => row.map(quoted).join(',') + '\\n').join('')
}

const fields = (line) => line.split(',')

const quoted = (field) => (/[",]/.test(field) ? '"' + field.replaceAll('"', '""') + '"' : field)
`

/** What has to stand in place of the mistake. */
export const FIELDS = `const fields = (line) =>
  Array.from(\`\${line},\`.matchAll(/(?:"((?:[^"]|"")*)"|([^,]*)),/g), ([, quoted, plain]) =>
    quoted === undefined ? plain : quoted.replaceAll('""', '"')
  )`

export const TESTS = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { format, parse } from './csv.mjs'

test('plain fields', () => assert.deepEqual(parse('a,b\\nc,d\\n'), [['a', 'b'], ['c', 'd']]))
test('a quoted comma stays in its field', () => assert.deepEqual(parse('"a,b",c\\n'), [['a,b', 'c']]))
test('a doubled quote is one', () => assert.deepEqual(parse('"say ""hi""",x\\n'), [['say "hi"', 'x']]))
test('what is formatted can be parsed', () => assert.equal(format(parse('"a,b",c\\n')), '"a,b",c\\n'))
`

/** Random rows there and back, as many as asked for. Says how far it is at every power of ten. */
export const SOAK = `import assert from 'node:assert/strict'
import { format, parse } from './csv.mjs'

const rounds = Number(process.argv[2])
const letter = () => 'ab ,"'[Math.floor(Math.random() * 5)]
const field = () => Array.from({ length: Math.floor(Math.random() * 6) }, letter).join('')

for (let round = 1; round <= rounds; round++) {
  const rows = [[String(round), field(), field()], ['x', field()]]
  assert.deepEqual(parse(format(rows)), rows)
  if (round >= 100 && /^10*$/.test(round)) console.log(round + ' round trips')
}
console.log(rounds + ' round trips without a difference')
`

export const TOTAL = `import fs from 'node:fs'
import { parse } from './csv.mjs'

const [, ...orders] = parse(fs.readFileSync(process.argv[2], 'utf8'))
const totals = {}
for (const [customer, , amount] of orders) totals[customer] = (totals[customer] ?? 0) + Number(amount)
console.log(JSON.stringify(totals))
`
