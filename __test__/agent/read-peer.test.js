import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as peer from '@earendil-works/pi-agent-core'
import { createReadTool } from '@polyweave/gatto-agent-harness/agent'
import fc from '../seeded.js'
import { bitmap, chunk, png } from './images.js'

// FIX 28, on purpose other than the published package: numbers that are no whole numbers from 1 on, the line that it
// counts behind a final line feed and in an empty file, and the read from that line.

const ok = (value) => ({ ok: true, value })

function readBy(make, bytes, params) {
  const env = {
    cwd: '/',
    absolutePath: async (name) => ok(name),
    exists: async () => ok(true),
    readBinaryFile: async () => ok(new Uint8Array(bytes))
  }
  return make()
    .execute('1', { path: '/a', ...params }, undefined, undefined, { env })
    .then(
      (result) => result,
      (error) => ({ error: error.message })
    )
}

/** What a reader of an answer goes by: the text that is shown, the numbers of the notice, the details. */
function reduced({ content, details, error }, phantom) {
  if (error !== undefined) {
    const [, offset, lines] = /^Offset (\d+) is beyond end of file \((\d+) lines total\)$/.exec(error)
    return { offset, lines: lines - phantom }
  }
  const [{ text }, image] = content
  if (image !== undefined) return { text, image, details }
  const [, shown, notice] = /^([\s\S]*?)(?:\n\n|^)(\[[^\n]*(?:offset=\d+|head -c \d+)[^\n]*\])?$/.exec(
    `${text}`
  ) ?? [undefined, text, '']
  const more = /(\d+) more lines/.exec(notice)?.[1]
  const [, range, total] = /lines (\d+-\d+) of (\d+)/.exec(notice) ?? []
  return {
    shown,
    more: more && more - phantom,
    range,
    total: total && total - phantom,
    onward: /offset=(\d+)/.exec(notice)?.[1],
    sizes: notice?.match(/[\d.]+KB/g),
    recipe: /sed -n '\d+p'/.exec(notice)?.[0],
    details
  }
}

const line = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.string({ unit: fc.constantFrom('a', '\r', 'é', '€', '😀', '\ufeff'), maxLength: 6 })
  },
  { weight: 1, arbitrary: fc.constantFrom('x'.repeat(30_000), 'é'.repeat(25_600), 'y'.repeat(51_201)) }
)
const text = fc
  .tuple(
    fc.array(line, { minLength: 1, maxLength: 12 }),
    fc.constantFrom(1, 1, 1, 300),
    fc.constantFrom('', '\n')
  )
  .map(([lines, times, end]) => Buffer.from(Array(times).fill(lines.join('\n')).join('\n') + end))
const bytes = fc.array(
  fc.constantFrom(0x61, 0x0a, 0xff, 0xc3, 0xa9, 0xf0, 0x9f, 0x98, 0x80, 0xef, 0xbb, 0xbf),
  {
    minLength: 1,
    maxLength: 40
  }
)

test('A17.2 texts are read as the published package reads them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(text, bytes.map(Buffer.from)),
      fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
      fc.option(fc.integer({ min: 1, max: 2500 }), { nil: undefined }),
      async (content, offset, limit) => {
        const phantom = /(?:^|\n)$/.test(new TextDecoder().decode(content)) ? 1 : 0
        const lines = content.toString().split('\n').length - phantom
        const start = offset ?? 1
        fc.pre(phantom === 0 || (start !== lines + 1 && start + (limit ?? 1e9) !== lines + 1))
        const ours = reduced(await readBy(createReadTool, content, { offset, limit }), 0)
        // All is shown but the final line feed: there it sees one more line.
        fc.pre(!(ours.details && ours.onward === undefined && ours.recipe === undefined))
        const theirs = reduced(await readBy(peer.createReadTool, content, { offset, limit }), phantom)
        assert.deepEqual(ours, theirs)
      }
    ),
    { numRuns: 400 }
  )
})

const header = fc.record(
  {
    size: fc.constantFrom(0, 1, 26, 54, 55, 60, 1000, 0xffffffff),
    pixels: fc.constantFrom(0, 26, 53, 54, 55, 60, 138, 139, 0xffffffff),
    header: fc.constantFrom(0, 12, 13, 39, 40, 41, 108, 124, 125),
    planes: fc.integer({ min: 0, max: 2 }),
    depth: fc.constantFrom(0, 1, 2, 4, 8, 15, 16, 24, 32, 64),
    length: fc.integer({ min: 0, max: 60 })
  },
  { requiredKeys: [] }
)
const chunks = fc.array(
  fc.tuple(fc.constantFrom('tEXt', 'IDAT', 'acTL', 'IEND', 'iCCP'), fc.integer({ min: 0, max: 50 })),
  { maxLength: 5 }
)
const image = fc.oneof(
  header.map(bitmap),
  fc
    .tuple(chunks, fc.nat(90))
    .map(([list, cut]) => png(...list.map(([type, length]) => chunk(type, length))).subarray(0, 200 - cut)),
  fc
    .tuple(
      fc.constantFrom(
        'GIF',
        'GI',
        'RIFF0000WEBP',
        'RIFF0000WEB',
        'BM',
        '\x89PNG',
        '\xff\xd8\xff',
        '\xff\xd8'
      ),
      fc.string()
    )
    .map(([start, rest]) => Buffer.from(start + rest, 'latin1'))
)

test('A17.2 the same files are images as for the published package', async () => {
  await fc.assert(
    fc.asyncProperty(image, async (content) => {
      const [ours, theirs] = [
        await readBy(createReadTool, content),
        await readBy(peer.createReadTool, content)
      ]
      assert.deepEqual(ours.content.slice(1), theirs.content.slice(1))
      assert.equal(ours.content[0].text.split('\n')[0], theirs.content[0].text.split('\n')[0])
    }),
    { numRuns: 1000 }
  )
})
