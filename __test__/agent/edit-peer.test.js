import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as peer from '@earendil-works/pi-agent-core'
import * as agent from '@polyweave/gatto-agent-harness/agent'
import fc from '../seeded.js'
import { MemoryEnv } from './memory-env.js'

// The published package is the oracle, save where it refuses a text that is there exactly once because another place
// reads like it (FIX 15), takes a text that is there twice (a lone combining mark, which it counts as part of a letter),
// or rewrites what nobody asked it to: mixed line ends, bytes that are no UTF-8 (FIX 30), the untouched rest of a line
// that was found by its reading. Texts that differ in runs of blanks it does not find (FIX 32); refusals have words of
// their own (FIX 31).

async function edited(api, file, edits) {
  const env = new MemoryEnv({ a: file })
  try {
    const result = await api
      .createEditTool()
      .execute('1', { path: 'a', edits }, undefined, undefined, { env })
    return { file: env.text('a'), ...result }
  } catch (error) {
    return { refused: kindOf(error.message) }
  }
}

function kindOf(message) {
  const kinds = [
    /Could not find (the exact text|edits\[\d+\])/,
    /Found \d+ occurrences of (the text|edits\[\d+\])/,
    /edits\[\d+\] and edits\[\d+\] overlap/,
    /No changes made/,
    /(oldText|edits\[\d+\]\.oldText) must not be empty/
  ]
  return kinds.map((kind) => kind.exec(message)?.[0]).find((found) => found) ?? message
}

const occurrences = (text, part) => text.split(part).length - 1

/** Whether FIX 15 or the lone mark is at work. */
function isExcepted(file, edits) {
  const text = file.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  return edits.some(({ oldText }) => {
    const exact = occurrences(text, oldText.replace(/\r\n?/g, '\n'))
    // What reads like nothing is nowhere, or everywhere.
    if (reading(oldText) === '') return true
    const read = occurrences(reading(text), reading(oldText))
    return (exact === 1 && read !== 1) || exact > read
  })
}

function reading(text) {
  return text
    .normalize('NFKC')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/[\u2018-\u201b]/g, "'")
    .replace(/[\u201c-\u201f]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u00a0\u2002-\u200a\u202f\u205f\u3000]/g, ' ')
}

const word = fc.constantFrom(
  ...['a', 'b', 'foo', '  x', '', '{', '}', '\tz', 'é', 'e\u0301', '$&', "$'", '漢字', '😀', 'aa', '// end']
)
const line = fc.tuple(word, fc.constantFrom('', '', '0', '1', '2', ' ')).map((parts) => parts.join(''))
const lines = fc.array(line, { minLength: 1, maxLength: 40 })
const end = fc.constantFrom('\n', '\n', '\r\n')

// Cut in the middle of a character, the package would find the half of it.
const without = (text, count) => [...text].slice(count).join('')

/** A file, and edits of texts that are somewhere in it. */
const cases = fc
  .record({ lines, end, bom: fc.boolean(), last: fc.boolean() })
  .chain(({ lines, end, bom, last }) => {
    const file = (bom ? '\ufeff' : '') + lines.join(end) + (last ? end : '')
    const part = fc.tuple(fc.nat(lines.length - 1), fc.integer({ min: 1, max: 4 }), fc.nat(2))
    const edit = fc.record({ part, change: fc.array(line, { maxLength: 4 }), keep: fc.nat(3) })
    const edits = fc.array(edit, { minLength: 1, maxLength: 3 }).map((edits) =>
      edits.map(({ part: [from, count, cut], change, keep }) => {
        const old = lines.slice(from, from + count)
        return {
          oldText: without(old.join('\n'), cut),
          newText: without([...old.slice(0, keep), ...change].join('\n'), cut)
        }
      })
    )
    return edits.map((edits) => ({ file, edits }))
  })

test('A17.4 texts as they are in the file: the same bytes, diff, patch, line and refusal as the published package', async () => {
  let compared = 0
  await fc.assert(
    fc.asyncProperty(cases, async ({ file, edits }) => {
      if (isExcepted(file, edits)) return
      compared += 1
      assert.deepEqual(await edited(agent, file, edits), await edited(peer, file, edits))
    }),
    { numRuns: 1500 }
  )
  assert.ok(compared > 700, `only ${compared} cases compared`)
})

const typography = fc.constantFrom(
  ...[
    'say “hi”',
    'it’s',
    'a–b',
    'one\u00a0two',
    'ﬁn',
    'wide\u3000space',
    'dots…',
    'plain',
    '№ 5',
    '²',
    'x  ',
    'ｆｕｌｌ'
  ]
)
// Each line is found and replaced as a whole: of the rest of a line the package would take the typography away.
const readable = fc
  .record({
    lines: fc.array(typography, { minLength: 1, maxLength: 12 }),
    end,
    at: fc.nat(11),
    count: fc.nat(2),
    change: line
  })
  .map(({ lines, end, at, count, change }) => {
    const numbered = lines.map((line, i) => `${i}: ${line}`)
    const from = at % lines.length
    const oldText = reading(numbered.slice(from, from + count + 1).join('\n'))
    return { file: numbered.join(end) + end, edits: [{ oldText, newText: `new\n${change}` }] }
  })

test('A17.4 texts as they read: the same bytes, diff, patch and line as the published package', async () => {
  await fc.assert(
    fc.asyncProperty(readable, async ({ file, edits }) => {
      assert.deepEqual(await edited(agent, file, edits), await edited(peer, file, edits))
    }),
    { numRuns: 400 }
  )
})

test('A17.4 arguments of older models become edits as in the published package', () => {
  const one = { oldText: 'a', newText: 'b' }
  const given = [
    { path: 'p', edits: [one] },
    { path: 'p', edits: JSON.stringify([one]) },
    { path: 'p', edits: 'no JSON' },
    { path: 'p', edits: '{"oldText":"a"}' },
    { path: 'p', ...one },
    { path: 'p', edits: [one], oldText: 'c', newText: 'd' },
    { path: 'p', edits: JSON.stringify([one]), oldText: 'c', newText: 'd', more: 1 },
    { path: 'p', edits: null, ...one },
    { path: 'p', edits: 'no JSON', ...one },
    { path: 'p', oldText: 'a' },
    { path: 'p', oldText: 'a', newText: 3 },
    { path: 'p', edits: { oldText: 'a', newText: 'b' } },
    { path: 'p', edits: [] },
    null,
    undefined,
    'text',
    [1]
  ]
  const [ours, theirs] = [agent.createEditTool(), peer.createEditTool()]
  for (const args of given) {
    const before = JSON.stringify(args)
    assert.deepEqual(ours.prepareArguments(args), theirs.prepareArguments(structuredClone(args)), before)
    assert.equal(JSON.stringify(args), before)
  }
})
