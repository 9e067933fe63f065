import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as peer from '@earendil-works/pi-agent-core'
import * as agent from '@polyweave/gatto-agent-harness/agent'
import fc from '../seeded.js'
import {
  anyMessage,
  anyPath,
  assistant,
  chain,
  holds,
  message,
  toolCall,
  toolResult,
  usageOf,
  user
} from './transcript/arbitrary.js'

const {
  calculateContextTokens,
  DEFAULT_COMPACTION_SETTINGS,
  estimateContextTokens,
  estimateTokens,
  getLastAssistantUsage,
  shouldCompact
} = agent

test('A13.1 a context is compacted when it leaves less free than is reserved', () => {
  assert.deepEqual(DEFAULT_COMPACTION_SETTINGS, {
    enabled: true,
    reserveTokens: 16384,
    keepRecentTokens: 20000
  })
  const settings = DEFAULT_COMPACTION_SETTINGS
  assert.equal(shouldCompact(83_616, 100_000, settings), false)
  assert.equal(shouldCompact(83_617, 100_000, settings), true)
  assert.equal(shouldCompact(83_617, 100_000, { ...settings, enabled: false }), false)
  assert.equal(shouldCompact(83_617, 100_000, { ...settings, enabled: undefined }), false)
})

test('A13.1 a usage is its total, or its parts where that is 0', () => {
  assert.equal(calculateContextTokens(usageOf(1, 2, { totalTokens: 7 })), 7)
  assert.equal(calculateContextTokens(usageOf(1, 2, { totalTokens: 0, cacheRead: 3, cacheWrite: 4 })), 10)
})

test('A13.1 A2.6 the last usage that counts is given as it is', () => {
  const usage = usageOf(5, 5)
  const path = (...more) => chain(message(assistant('a', { usage })), ...more)
  assert.equal(getLastAssistantUsage(path()), usage)
  for (const more of [
    { stopReason: 'aborted', usage: usageOf(9, 9) },
    { stopReason: 'error', usage: usageOf(9, 9) },
    { usage: usageOf(0, 0) },
    { usage: undefined }
  ])
    assert.equal(getLastAssistantUsage(path(message(assistant('b', more)))), usage)
  assert.equal(getLastAssistantUsage(path({ type: 'custom', customType: 'x' })), usage)
  assert.equal(getLastAssistantUsage([]), undefined)
})

test('A13.1 a context is what was counted last and an estimate of the rest', () => {
  const messages = [user('x'.repeat(400)), assistant('a', { usage: usageOf(90, 10) }), user('x'.repeat(40))]
  assert.deepEqual(estimateContextTokens(messages), {
    tokens: 110,
    usageTokens: 100,
    trailingTokens: 10,
    lastUsageIndex: 1
  })
  assert.deepEqual(estimateContextTokens([messages[0]]), {
    tokens: 100,
    usageTokens: 0,
    trailingTokens: 100,
    lastUsageIndex: null
  })
})

test('A13.1 a message is a quarter of its characters, rounded up once', () => {
  const image = { type: 'image', data: 'A'.repeat(99), mimeType: 'image/png' }
  const blocks = [{ type: 'text', text: 'abc' }, image, { type: 'text', text: 'de' }]
  const of = (role, more) => estimateTokens({ role, ...more })
  for (const role of ['user', 'custom', 'toolResult']) {
    assert.equal(of(role, { content: 'abcde' }), 2)
    assert.equal(of(role, { content: blocks }), 1202)
  }
  const args = { path: 'a' }
  const spoken = [{ type: 'text', text: 'abc' }, { type: 'thinking', thinking: 'de' }, toolCall('read', args)]
  assert.equal(estimateTokens(assistant(spoken)), Math.ceil((5 + 4 + JSON.stringify(args).length) / 4))
  assert.equal(of('bashExecution', { command: 'abcd', output: 'e' }), 2)
  assert.equal(of('branchSummary', { summary: 'abcde' }), 2)
  assert.equal(of('compactionSummary', { summary: 'abcde' }), 2)
  assert.equal(of('unheard', { content: 'abcde' }), 0)
})

test('A13.1 what has no JSON counts as a word', () => {
  const cycle = {}
  cycle.self = cycle
  for (const args of [{ big: 1n }, cycle, undefined, () => 1]) {
    const called = assistant([toolCall('read', args)])
    assert.equal(estimateTokens(called), peer.estimateTokens(called))
  }
  // Here the published package throws.
  for (const content of [undefined, null, 5]) {
    assert.equal(estimateTokens({ role: 'user', content }), 0)
    assert.equal(estimateTokens({ role: 'assistant', content }), 0)
  }
})

test('A13.1 F20 texts of ASCII, and messages of all roles, are estimated as by the published package', () =>
  holds(
    fc.property(fc.array(anyMessage, { maxLength: 8 }), anyPath(), (messages, path) => {
      for (const one of messages) assert.equal(estimateTokens(one), peer.estimateTokens(one))
      assert.deepEqual(estimateContextTokens(messages), peer.estimateContextTokens(messages))
      assert.equal(getLastAssistantUsage(path), peer.getLastAssistantUsage(path))
    })
  ))

const WIDE = {
  Chinese: '汉字，。',
  Japanese: 'ひらカタ漢字「」',
  'half width': 'ｶﾀｶﾅ',
  Korean: '한국어',
  Jamo: '각',
  'beyond the basic plane': '𠮷😀𝒳'
}

for (const [script, text] of Object.entries(WIDE)) {
  test(`F20 ${script}: a character is a token`, () => {
    const count = [...text].length
    assert.equal(estimateTokens(user(text)), count)
    assert.equal(estimateTokens(user(`abcd${text}efgh`)), count + 2)
    assert.equal(estimateTokens(toolResult(text.repeat(1000))), count * 1000)
    assert.equal(estimateTokens(assistant([toolCall('read', { path: text })])), count + Math.ceil(15 / 4))
  })
}

test('F20 wide scripts are so from their first character to their last, and what is beside them is not', () => {
  const ranges = [
    [0x1100, 0x11ff],
    [0x2e80, 0xa4cf],
    [0xa960, 0xa97f],
    [0xac00, 0xd7ff],
    [0xf900, 0xfaff],
    [0xfe30, 0xfe4f],
    [0xff00, 0xffef],
    [0x10000, 0x10ffff]
  ]
  const tokens = (point) => estimateTokens(user(String.fromCodePoint(point).repeat(4)))
  for (const [first, last] of ranges) {
    for (const point of [first, last]) assert.equal(tokens(point), 4, point.toString(16))
    for (const point of [first - 1, last + 1]) {
      const isWide = point > 0x10ffff || ranges.some(([from, to]) => point >= from && point <= to)
      if (!isWide && !(point >= 0xd800 && point <= 0xdfff)) assert.equal(tokens(point), 1, point.toString(16))
    }
  }
})

test('F20 a long text is weighed to its end', () => {
  for (const at of [0, 16_383, 16_384, 40_000]) {
    const text = `${'x'.repeat(at)}😀字${'x'.repeat(50_000 - at)}`
    assert.equal(estimateTokens(user(text)), 12_502)
  }
})

test('F20 other scripts are a quarter a unit', () => {
  for (const text of ['Größe', 'Привет', 'שלום', 'नमस्ते'])
    assert.equal(estimateTokens(user(text)), Math.ceil(text.length / 4))
})
