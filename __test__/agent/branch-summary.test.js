import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as peer from '@earendil-works/pi-agent-core'
import * as agent from '@polyweave/gatto-agent-harness/agent'
import fc from '../seeded.js'
import {
  anyPath,
  assistant,
  carrying,
  chain,
  compaction,
  holds,
  message,
  pointing,
  toolCall,
  toolResult,
  usageOf,
  user
} from './transcript/arbitrary.js'
import { aborted, answer, failure, listener, model, scripted } from './transcript/models.js'

const { generateBranchSummary, prepareBranchEntries } = agent

const { signal } = new AbortController()
const summarised = (entries, models, more) =>
  generateBranchSummary(entries, { models, model, signal, ...more })
const said = chain(message(user('hi')))

test('A14 results are told by what followed, compactions by their summaries', () => {
  const path = chain(
    compaction('COMPACTED', { retainedTail: [user('kept')] }),
    message(user('u')),
    message(toolResult('r')),
    { type: 'branch_summary', summary: 'BRANCH', fromId: 'root' },
    { type: 'custom_message', customType: 'k', content: 'c', display: true },
    { type: 'label', targetId: 'e0', label: 'x' }
  )
  assert.deepEqual(
    prepareBranchEntries(path).messages.map(({ role }) => role),
    ['compactionSummary', 'user', 'branchSummary', 'custom']
  )
})

test('A14 a summary may go over the budget when a tenth of it is free', () => {
  const path = (text) => chain(compaction('x'.repeat(400)), message(user(text)))
  const roles = (text) => prepareBranchEntries(path(text), 50).messages.map(({ role }) => role)
  assert.deepEqual(roles('x'.repeat(176)), ['compactionSummary', 'user'])
  assert.deepEqual(roles('x'.repeat(180)), ['user'])
})

test('A14 behind a summary that went over the budget nothing is looked at', () => {
  const read = {
    ...assistant(''),
    content: [{ type: 'toolCall', id: '1', name: 'read', arguments: { path: 'p' } }]
  }
  const path = chain(message(read), compaction('x'.repeat(400)), message(user('u')))
  for (const { prepareBranchEntries } of [agent, peer]) {
    const { messages, fileOps } = prepareBranchEntries(path, 50)
    assert.equal(messages.length, 2)
    assert.deepEqual(fileOps.read, new Set())
  }
})

test('A14 files of summaries within the branch are taken over', () => {
  const details = { readFiles: ['r'], modifiedFiles: ['m'] }
  const nested = { type: 'branch_summary', summary: 'S', fromId: 'root', details }
  const path = chain(
    nested,
    { ...nested, details: { readFiles: ['hook'] }, fromHook: true },
    message(user('u'))
  )
  const { fileOps } = prepareBranchEntries(path, 1)
  assert.deepEqual(fileOps, { read: new Set(['r']), written: new Set(), edited: new Set(['m']) })
})

test('A14 branches are prepared as by the published package', () => {
  const paths = anyPath({ compactions: fc.array(fc.oneof(pointing, carrying), { maxLength: 2 }) })
  return holds(
    fc.property(paths, fc.oneof(fc.constant(0), fc.nat(2000)), (path, budget) => {
      assert.deepEqual(prepareBranchEntries(path, budget), peer.prepareBranchEntries(path, budget))
    })
  )
})

test('A14 A3.8 one request without thinking, and what another branch was', async () => {
  const given = answer('SUMMARY')
  const models = scripted(given)
  const { value } = await summarised(said, models)
  assert.match(value.summary, /^[A-Z][^\n]+:\n\nSUMMARY$/)
  assert.equal(value.usage, given.usage)
  assert.deepEqual([value.readFiles, value.modifiedFiles], [[], []])
  const [{ text, options }] = models.calls
  assert.ok(text.startsWith('<conversation>\n[User]: hi\n</conversation>\n\n'))
  const headings = text.split('\n').filter((line) => line.startsWith('#'))
  assert.deepEqual(headings, [
    '## Goal',
    '## Constraints & Preferences',
    '## Progress',
    '### Done',
    '### In Progress',
    '### Blocked',
    '## Key Decisions',
    '## Next Steps'
  ])
  const { sessionId, ...rest } = options
  assert.deepEqual(rest, { maxTokens: 2048, signal, cacheRetention: 'none' })
  assert.equal(sessionId.length, 36)
})

test('A14 instructions are added to ours, or take their place', async () => {
  const text = async (more) => {
    const models = scripted(answer('S'))
    await summarised(said, models, more)
    return models.calls[0].text
  }
  const own = await text({})
  assert.equal(await text({ customInstructions: 'mine' }), `${own}\n\nAdditional focus: mine`)
  assert.equal(
    await text({ customInstructions: 'mine', replaceInstructions: true }),
    '<conversation>\n[User]: hi\n</conversation>\n\nmine'
  )
  assert.equal(await text({ replaceInstructions: true }), own)
})

test('A14 a branch without messages needs no request', async () => {
  for (const entries of [[], chain({ type: 'label', targetId: 'x' }, message(toolResult('r')))]) {
    const models = scripted()
    const { value } = await summarised(entries, models)
    assert.deepEqual(Object.keys(value).sort(), ['modifiedFiles', 'readFiles', 'summary'])
    assert.deepEqual([value.readFiles, value.modifiedFiles, models.calls.length], [[], [], 0])
    assert.ok(value.summary.length > 0)
  }
})

test('A14 files are listed behind the summary', async () => {
  const path = chain(
    message(
      assistant([
        toolCall('read', { path: 'r' }),
        toolCall('write', { path: 'w' }),
        toolCall('edit', { path: 'e' })
      ])
    )
  )
  const { value } = await summarised(path, scripted(answer('S')))
  assert.ok(
    value.summary.endsWith(
      ':\n\nS\n\n<read-files>\nr\n</read-files>\n\n<modified-files>\ne\nw\n</modified-files>'
    )
  )
  assert.deepEqual([value.readFiles, value.modifiedFiles], [['r'], ['e', 'w']])
})

test('A14 the conversation leaves the reserve free', async () => {
  const path = chain(...Array.from({ length: 10 }, (_, i) => message(user(`${i}${'x'.repeat(399)}`))))
  const count = async (of, more) => {
    const models = scripted(answer('S'))
    await summarised(path, models, { model: { ...model, ...of }, ...more })
    return models.calls[0]?.text.match(/^\[User\]/gm).length ?? 0
  }
  assert.equal(await count({ contextWindow: 16_384 + 500 }), 5)
  assert.equal(await count({ contextWindow: 1000 }, { reserveTokens: 700 }), 3)
  assert.equal(await count({ contextWindow: 0 }, { reserveTokens: 127_600 }), 4)
  // The published package sends everything to a model whose window is smaller than the reserve.
  assert.equal(await count({ contextWindow: 800 }), 4)
  // What is left would be 0, which stands for no budget at all.
  assert.equal(await count({ contextWindow: 800 }, { reserveTokens: 800 }), 4)
  assert.equal(await count({ contextWindow: 801 }, { reserveTokens: 800 }), 0)
  assert.equal(await count({ contextWindow: 1 }), 0)
})

test('A14 F22 errors are those of a summary, of a class of their own', async () => {
  for (const [given, code, words] of [
    [failure('no such key'), 'summarization_failed', /^Summarization failed: no such key$/],
    [aborted(), 'aborted', /aborted/],
    [answer(''), 'summarization_failed', /^Summarization failed: /],
    [new Error('no network'), 'summarization_failed', /no network/]
  ]) {
    const { error } = await summarised(said, scripted(given))
    assert.ok(error instanceof agent.BranchSummaryError)
    assert.equal(error.code, code)
    assert.match(error.message, words)
  }
})

test('A14 an abort ends it at once, before and during the request', async () => {
  const before = scripted(answer('S'))
  const first = await summarised(said, before, { signal: AbortSignal.abort() })
  assert.deepEqual([first.error.code, before.calls.length], ['aborted', 0])
  const controller = new AbortController()
  const during = scripted(() => {
    queueMicrotask(() => controller.abort())
    return new Promise(() => {})
  })
  const second = await summarised(said, during, { signal: controller.signal })
  assert.equal(second.error.code, 'aborted')
})

test('A14 A3.7 a failure that passes is asked again', async () => {
  const callbacks = listener()
  const retry = { enabled: true, maxRetries: 1, baseDelayMs: 0 }
  const models = scripted(failure('overloaded'), answer('S', { usage: usageOf(1, 1) }))
  const { ok } = await summarised(said, models, { retry, callbacks })
  assert.equal(ok, true)
  assert.deepEqual(
    callbacks.told.map(([what]) => what),
    ['scheduled', 'start', 'finished']
  )
})
