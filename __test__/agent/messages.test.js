import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as peer from '@earendil-works/pi-agent-core'
import * as agent from '@polyweave/gatto-agent-harness/agent'
import fc from '../seeded.js'
import { anyMessage, assistant, holds, toolResult, user } from './transcript/arbitrary.js'

const {
  BRANCH_SUMMARY_PREFIX,
  BRANCH_SUMMARY_SUFFIX,
  bashExecutionToText,
  COMPACTION_SUMMARY_PREFIX,
  COMPACTION_SUMMARY_SUFFIX,
  convertToLlm,
  createBranchSummaryMessage,
  createCompactionSummaryMessage,
  createCustomMessage
} = agent

const command = (more) => ({
  role: 'bashExecution',
  command: 'ls',
  output: 'a\nb',
  exitCode: 0,
  cancelled: false,
  truncated: false,
  timestamp: 7,
  ...more
})

test('A8 the factories take what Date takes, and give milliseconds', () => {
  const details = { deep: true }
  const content = [{ type: 'text', text: 'c' }]
  for (const time of ['2026-01-01T00:00:00.000Z', 1767225600000, new Date(1767225600000)]) {
    const custom = createCustomMessage('kind', content, false, details, time)
    assert.deepEqual(custom, peer.createCustomMessage('kind', content, false, details, time))
    assert.equal(custom.timestamp, 1767225600000)
    assert.equal(custom.details, details)
    assert.equal(custom.content, content)
    assert.deepEqual(
      createBranchSummaryMessage('s', 'f', time),
      peer.createBranchSummaryMessage('s', 'f', time)
    )
    assert.deepEqual(
      createCompactionSummaryMessage('s', 5, time),
      peer.createCompactionSummaryMessage('s', 5, time)
    )
  }
})

test('A8 the prefixes end in a tag, the suffixes close it', () => {
  for (const prefix of [BRANCH_SUMMARY_PREFIX, COMPACTION_SUMMARY_PREFIX])
    assert.match(prefix, /^[A-Z][^\n]+:\n\n<summary>\n$/)
  assert.equal(BRANCH_SUMMARY_SUFFIX, '</summary>')
  assert.equal(COMPACTION_SUMMARY_SUFFIX, '\n</summary>')
})

test('A8 the messages of models stay the same objects, unknown ones are dropped', () => {
  const known = [user('u'), assistant('a'), toolResult('t')]
  const converted = convertToLlm([known[0], { role: 'unheard' }, known[1], {}, null, known[2]])
  assert.equal(converted.length, 3)
  for (const [i, message] of converted.entries()) assert.equal(message, known[i])
})

test('A8 the others become user messages with their own time', () => {
  const blocks = [{ type: 'image', data: 'AA', mimeType: 'image/png' }]
  const of = (text, timestamp) => ({ role: 'user', content: [{ type: 'text', text }], timestamp })
  const ran = command({ output: '' })
  assert.deepEqual(
    convertToLlm([
      ran,
      command({ excludeFromContext: true }),
      createCustomMessage('k', 'words', true, undefined, 1),
      createCustomMessage('k', blocks, true, undefined, 2),
      createBranchSummaryMessage('B', 'f', 3),
      createCompactionSummaryMessage('C', 9, 4)
    ]),
    [
      of(bashExecutionToText(ran), 7),
      of('words', 1),
      { role: 'user', content: blocks, timestamp: 2 },
      of(`${BRANCH_SUMMARY_PREFIX}B${BRANCH_SUMMARY_SUFFIX}`, 3),
      of(`${COMPACTION_SUMMARY_PREFIX}C${COMPACTION_SUMMARY_SUFFIX}`, 4)
    ]
  )
})

test('A8 a command is told with its output, how it ended, and where the rest is', () => {
  const lines = (more) => bashExecutionToText(command(more)).split('\n')
  assert.match(lines({})[0], /^\w+ `ls`$/)
  assert.deepEqual(lines({}).slice(1), ['```', 'a', 'b', '```'])
  assert.match(lines({ output: '' })[1], /^\(no output\)$/)
  assert.equal(lines({ output: '' }).length, 2)
  assert.match(lines({ exitCode: 2 }).slice(5).join('\n'), /^\n.*2$/)
  assert.match(lines({ exitCode: undefined, cancelled: true }).slice(5).join('\n'), /^\n\(cancelled.*\)$/)
  // A command that was cancelled says so, whatever its code.
  assert.doesNotMatch(bashExecutionToText(command({ exitCode: 2, cancelled: true })), /\b2\b/)
  for (const exitCode of [0, undefined, null]) assert.equal(lines({ exitCode }).length, 5)
  const truncated = { truncated: true, fullOutputPath: '/tmp/all' }
  assert.match(
    lines({ exitCode: 2, ...truncated })
      .slice(7)
      .join('\n'),
    /^\n\[.*\/tmp\/all\]$/
  )
  assert.equal(lines({ truncated: true }).length, 5)
  assert.equal(lines({ fullOutputPath: '/tmp/all' }).length, 5)
  assert.equal(lines({ output: '```\nfence' })[2], '```')
})

// Our sentences are not theirs: what is compared is everything else.
const shape = (messages) =>
  messages.map((message) =>
    Array.isArray(message.content)
      ? {
          ...message,
          content: message.content.map((block) =>
            block.type === 'text' ? { ...block, text: wordless(block.text) } : block
          )
        }
      : message
  )
const wordless = (text) =>
  text
    .replace(/^[A-Z][^\n]*:\n\n<summary>/, '<summary>')
    .replace(/^\w+ `/, '`')
    .replace(/\n\(no output\)/, '\n()')
    .replace(/\n\n[^\n]*?(\d+)$/, '\n\n$1')

test('A8 it converts as the published package does, but for the words', () =>
  holds(
    fc.property(fc.array(anyMessage, { maxLength: 12 }), (messages) => {
      assert.deepEqual(shape(convertToLlm(messages)), shape(peer.convertToLlm(messages)))
    })
  ))
