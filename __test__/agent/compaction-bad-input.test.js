import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as agent from '@polyweave/gatto-agent-harness/agent'
import { assistant, chain, compaction, message, user } from './transcript/arbitrary.js'

const { buildSessionContext, convertToLlm, estimateContextTokens, prepareBranchEntries, prepareCompaction } =
  agent

const settings = { enabled: true, reserveTokens: 1000, keepRecentTokens: 50 }
const long = 'x'.repeat(400)

// Readers of files accept every entry that has a type, an id and a time.
const broken = [
  { type: 'message' },
  { type: 'message', message: null },
  { type: 'message', message: {} },
  { type: 'message', message: { role: 'user' } },
  { type: 'message', message: { role: 'assistant' } },
  { type: 'active_tools_change' },
  { type: 'compaction' },
  { type: 'compaction', summary: 's', retainedTail: 'none' },
  { type: 'compaction', summary: 's', retainedTail: [null, undefined] },
  { type: 'compaction', summary: 's', details: { readFiles: 'none', modifiedFiles: [1] } },
  { type: 'branch_summary' },
  { type: 'custom_message', timestamp: 'never' },
  { type: 'custom' }
]

for (const entry of broken) {
  test(`A12.5 A13.3 A14 an entry that lacks what its kind has does no harm: ${JSON.stringify(entry)}`, () => {
    const path = chain(message(user(long)), entry, message(assistant(long)), message(user(long)))
    const { messages } = buildSessionContext(path)
    assert.ok(messages.includes(path[3].message))
    assert.ok(convertToLlm(messages).includes(path[3].message))
    assert.ok(estimateContextTokens(messages).tokens >= 100)
    const { ok, value } = prepareCompaction(path, settings)
    assert.ok(ok)
    assert.deepEqual(value.retainedTail, [path[3].message])
    assert.ok(value.messagesToSummarize.includes(path[2].message))
    assert.ok(prepareBranchEntries(path).messages.includes(path[3].message))
  })
}

test('A13.3 a path that is only broken entries has nothing to compact', () => {
  const { ok, value } = prepareCompaction(chain({ type: 'message' }, { type: 'from_another_time' }), settings)
  assert.deepEqual([ok, value], [true, undefined])
})

test('A13.3 a summary that is no text is no reason to lose the messages', () => {
  const path = chain(compaction(undefined, { retainedTail: [user(long)] }), message(user(long)))
  assert.deepEqual(prepareCompaction(path, settings).value.messagesToSummarize, [path[0].retainedTail[0]])
})
