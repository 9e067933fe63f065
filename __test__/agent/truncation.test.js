import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as peer from '@earendil-works/pi-agent-core'
import {
  DEFAULT_MAX_BYTES,
  DEFAULT_MAX_LINES,
  formatSize,
  GREP_MAX_LINE_LENGTH,
  truncateHead,
  truncateLine,
  truncateTail
} from '@polyweave/gatto-agent-harness/agent'
import fc from '../seeded.js'

const runs = { numRuns: Number(process.env.GATTO_FUZZ_RUNS ?? 1500) }

const text = fc
  .array(fc.constantFrom('a', 'bc', '\n', '\n\n', '\r\n', 'é', '日', '😀', '\ud83d', '\ude00', ' '), {
    maxLength: 40
  })
  .map((parts) => parts.join(''))
const bytes = fc.oneof(
  { arbitrary: fc.nat(40), weight: 3 },
  fc.constantFrom(2 ** 21, Number.POSITIVE_INFINITY)
)
const limits = fc.record({ maxLines: fc.nat(8), maxBytes: bytes }, { requiredKeys: [] })

test('A6 heads and tails are those of the published package', () => {
  fc.assert(
    fc.property(text, limits, (content, options) => {
      assert.deepEqual(truncateHead(content, options), peer.truncateHead(content, options))
      assert.deepEqual(truncateTail(content, options), peer.truncateTail(content, options))
    }),
    runs
  )
})

test('A6 a tail that is a part of a line is the last bytes of it, from a code point on', () => {
  fc.assert(
    fc.property(text, fc.nat(30), (content, maxBytes) => {
      const result = truncateTail(content, { maxBytes })
      if (!result.lastLinePartial) return
      const line = Buffer.from(content.replace(/\n$/, '').split('\n').at(-1))
      let at = Math.max(0, line.length - maxBytes)
      while (at < line.length && (line[at] & 0xc0) === 0x80) at += 1
      assert.equal(result.content, line.subarray(at).toString())
      assert.equal(result.outputLines, 1)
      assert.equal(result.outputBytes, line.length - at)
    }),
    runs
  )
  assert.equal(truncateTail('x😀', { maxBytes: 3 }).content, '')
  assert.equal(truncateTail('x', { maxBytes: 0 }).lastLinePartial, true)
})

test('A6 odd limits mean what they mean to the package', () => {
  const odd = [
    { maxLines: 0 },
    { maxLines: -1, maxBytes: 5 },
    { maxLines: 1.5, maxBytes: 3.5 },
    { maxLines: Number.NaN },
    { maxLines: Number.POSITIVE_INFINITY, maxBytes: 3 },
    { maxLines: 2, maxBytes: Number.POSITIVE_INFINITY },
    { maxLines: null, maxBytes: null },
    { maxLines: 2 ** 40, maxBytes: 2 ** 60 }
  ]
  for (const options of odd) {
    for (const content of ['\n', '\n\n\n', 'abc\ndef\ng', 'abc\nd\ne\n']) {
      assert.deepEqual(truncateHead(content, options), peer.truncateHead(content, options))
      assert.deepEqual(truncateTail(content, options), peer.truncateTail(content, options))
    }
  }
  for (const f of [truncateHead, truncateTail]) {
    const { maxLines, maxBytes, truncated } = f('a\n')
    assert.deepEqual([maxLines, maxBytes, truncated], [DEFAULT_MAX_LINES, DEFAULT_MAX_BYTES, false])
  }
  assert.deepEqual([DEFAULT_MAX_LINES, DEFAULT_MAX_BYTES, GREP_MAX_LINE_LENGTH], [2000, 51_200, 500])
})

test('A6 long texts are measured as a whole, wherever their pieces meet', () => {
  const long = [
    'x'.repeat(200_000),
    `${'line of text\n'.repeat(20_000)}end`,
    '😀'.repeat(40_001),
    `a${'😀'.repeat(40_001)}`,
    `${'é\n'.repeat(70_000)}日`,
    // Texts that V8 keeps in one byte a unit, in which they are counted.
    'é\n'.repeat(70_000),
    `${'x'.repeat(8191)}\xff`.repeat(5),
    `${'x'.repeat(40_000)}\n${'日本'.repeat(20_000)}`,
    `${'日本'.repeat(20_000)}\n${'x'.repeat(40_000)}`,
    '\ude00\ud83d'.repeat(20_000),
    `${'\ud83d'.repeat(40_000)}\n${'\ude00'.repeat(40_000)}`,
    `${'x'.repeat(4095)}😀\n`.repeat(5)
  ]
  for (const content of long) {
    for (const options of [
      {},
      { maxLines: 3 },
      { maxBytes: 0 },
      { maxBytes: 12_289 },
      { maxBytes: 100_000 },
      { maxLines: 1e6, maxBytes: 90_001 },
      { maxLines: 2, maxBytes: 2e6 }
    ]) {
      assert.deepEqual(truncateHead(content, options), peer.truncateHead(content, options))
      assert.deepEqual(truncateTail(content, options), peer.truncateTail(content, options))
    }
  }
})

test('A6 what is kept does not keep the rest in memory', { skip: typeof gc !== 'function' }, () => {
  const kept = []
  const before = heldBytes()
  for (let i = 0; i < 20; i++) {
    const content = `${i}`.repeat(2_000_000)
    kept.push(
      truncateHead(`first\n${content}`, { maxBytes: 100 }),
      truncateTail(`${content}\nlast`, { maxBytes: 100 })
    )
  }
  assert.ok(heldBytes() - before < 10_000_000)
  assert.equal(kept.length, 40)
})

function heldBytes() {
  gc()
  return process.memoryUsage().heapUsed
}

test('A6 truncateLine and formatSize are those of the package', () => {
  for (const max of [undefined, 0, 1, 3, 499, 500, 501]) {
    for (const line of ['', 'abc', 'x'.repeat(500), 'x'.repeat(501), '😀'.repeat(251)]) {
      assert.deepEqual(truncateLine(line, max), peer.truncateLine(line, max))
    }
  }
  for (const size of [0, 1, 1023, 1024, 1075, 1536, 1_048_575, 1_048_576, 1.5e9, 2 ** 40]) {
    assert.equal(formatSize(size), peer.formatSize(size))
  }
  assert.equal(formatSize(1_048_575), '1024.0KB')
  assert.equal(formatSize(1.5e9), '1430.5MB')
})
