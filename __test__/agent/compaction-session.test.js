import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as agent from '@polyweave/gatto-agent-harness/agent'
import { assistant, toolCall, toolResult, usageOf, user } from './transcript/arbitrary.js'
import { answer, model, scripted } from './transcript/models.js'

const {
  collectEntriesForBranchSummary,
  compact,
  generateBranchSummary,
  getOrThrow,
  InMemorySessionStorage,
  prepareCompaction,
  Session
} = agent

const long = (text) => `${text} ${'x'.repeat(395)}` // 100 tokens
const settings = { enabled: true, reserveTokens: 1000, keepRecentTokens: 150 }

/** Compacts a session as an application does, and gives the requests that it took. */
async function compacted(session, ...answers) {
  const models = scripted(...answers)
  const preparation = getOrThrow(prepareCompaction(await session.getBranch(), settings))
  const result = getOrThrow(await compact(preparation, models, model))
  const { summary, firstKeptEntryId, tokensBefore, details, usage, retainedTail } = result
  await session.appendCompaction(summary, firstKeptEntryId, tokensBefore, details, false, usage, retainedTail)
  return models.calls.map(({ text }) => text)
}

const textsOf = (messages) =>
  messages.map(
    ({ role, content, summary }) => summary ?? `${role} ${content[0].text ?? content[0].name}`.split(' x')[0]
  )

async function started() {
  const session = new Session(new InMemorySessionStorage())
  await session.appendThinkingLevelChange('high')
  await session.appendActiveToolsChange(['read'])
  const ids = []
  for (const text of ['one', 'two', 'three']) ids.push(await session.appendMessage(user(long(text))))
  return { session, ids }
}

test('F3 F4 a session that is compacted twice loses nothing', async () => {
  const { session } = await started()
  const [first] = await compacted(session, answer('FIRST'))
  assert.match(first, /\[User\]: one/)
  assert.deepEqual(textsOf((await session.buildContext()).messages), ['FIRST', 'user two', 'user three'])
  await session.appendMessage(user(long('four')))
  await session.appendModelChange('p', 'm')
  await session.appendMessage(user(long('five')))
  const [second] = await compacted(session, answer('SECOND'))
  // What the first one kept, and then its summary.
  assert.match(second, /\[User\]: two[\s\S]*\[User\]: three[\s\S]*<previous-summary>\nFIRST\n/)
  const context = await session.buildContext()
  assert.deepEqual(textsOf(context.messages), ['SECOND', 'user four', 'user five'])
  assert.equal(context.thinkingLevel, 'high')
  assert.deepEqual(context.model, { provider: 'p', modelId: 'm' })
  assert.deepEqual(context.activeToolNames, ['read'])
})

test('F36 A13.2 a session whose last result is huge can be compacted', async () => {
  const { session } = await started()
  await session.appendMessage(assistant([toolCall('read', { path: 'big.txt' })], { usage: usageOf(0, 0) }))
  await session.appendMessage(toolResult(long('huge').repeat(50)))
  const requests = await compacted(session, answer('HISTORY'), answer('PREFIX'))
  assert.equal(requests.length, 2)
  const [summary, ...kept] = textsOf((await session.buildContext()).messages)
  assert.match(summary, /^HISTORY[\s\S]*PREFIX$/)
  assert.deepEqual(kept, ['assistant read', 'toolResult huge'])
})

test('F21 a session that was just compacted, or is short, has nothing to compact', async () => {
  const { session } = await started()
  await compacted(session, answer('FIRST'))
  assert.deepEqual(prepareCompaction(await session.getBranch(), settings), { ok: true, value: undefined })
  const short = new Session(new InMemorySessionStorage())
  await short.appendMessage(user('hi'))
  assert.deepEqual(prepareCompaction(await short.getBranch(), settings), { ok: true, value: undefined })
})

test('F5 A14 going back behind a compaction leaves only what came after that point', async () => {
  const { session, ids } = await started()
  await compacted(session, answer('FIRST'))
  const leaf = await session.appendMessage(user('last'))
  const collected = await collectEntriesForBranchSummary(session, leaf, ids[0])
  assert.equal(collected.commonAncestorId, ids[0])
  assert.deepEqual(
    collected.entries.map(({ type }) => type),
    ['message', 'message', 'compaction', 'message']
  )
  const models = scripted(answer('BRANCH'))
  const branch = getOrThrow(
    await generateBranchSummary(collected.entries, { models, model, signal: new AbortController().signal })
  )
  assert.ok(!models.calls[0].text.includes('[User]: one'))
  await session.moveTo(ids[0], { summary: branch.summary })
  const texts = textsOf((await session.buildContext()).messages)
  assert.equal(texts[0], 'user one')
  assert.match(texts[1], /BRANCH$/)
})
