import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as peer from '@earendil-works/pi-agent-core'
import * as agent from '@polyweave/gatto-agent-harness/agent'
import { usageOf, user } from './transcript/arbitrary.js'
import { aborted, answer, failure, model, scripted } from './transcript/models.js'

const { compact } = agent

const preparation = (more) => ({
  firstKeptEntryId: 'kept',
  messagesToSummarize: [user('history')],
  turnPrefixMessages: [],
  retainedTail: [user('tail')],
  isSplitTurn: false,
  tokensBefore: 7,
  fileOps: { read: new Set(), written: new Set(), edited: new Set() },
  settings: { enabled: true, reserveTokens: 1001, keepRecentTokens: 1 },
  ...more
})
const split = (more) => preparation({ isSplitTurn: true, turnPrefixMessages: [user('prefix')], ...more })

test('A13.5 A2.5 one summary, and what stays as it is', async () => {
  const given = preparation()
  const models = scripted(answer('SUMMARY'))
  const { value } = await compact(given, models, model, 'the tests', undefined, 'low')
  assert.deepEqual(value, {
    summary: 'SUMMARY',
    firstKeptEntryId: 'kept',
    tokensBefore: 7,
    usage: usageOf(10, 5),
    retainedTail: given.retainedTail,
    details: { readFiles: [], modifiedFiles: [] }
  })
  assert.equal(value.retainedTail, given.retainedTail)
  assert.equal(models.calls.length, 1)
  assert.equal(models.calls[0].options.maxTokens, 800)
  assert.equal(models.calls[0].options.reasoning, 'low')
  assert.ok(models.calls[0].text.endsWith('Additional focus: the tests'))
})

test('A13.5 a turn is summarised in two parts only where it is said to be split', async () => {
  const given = split({ isSplitTurn: false })
  for (const { compact } of [agent, peer]) {
    const models = scripted(answer('S'), answer('no'))
    assert.equal((await compact(given, models, model)).value.summary, 'S')
    assert.equal(models.calls.length, 1)
  }
})

test('A13.5 a provider that does not say what it costs is no reason to fail', async () => {
  const { cost: _, ...usage } = usageOf(10, 5)
  for (const [first, second] of [
    [usage, usageOf(1, 1)],
    [usageOf(1, 1), usage]
  ]) {
    const models = scripted(answer('HISTORY', { usage: first }), answer('PREFIX', { usage: second }))
    const { value } = await compact(split(), models, model)
    assert.deepEqual(value.usage, usageOf(11, 6))
  }
})

test('A13.5 files are listed behind the summary, sorted, what was changed not as read', async () => {
  const fileOps = {
    read: new Set(['b', 'a', 'ä', 'Z', 'written']),
    written: new Set(['written']),
    edited: new Set(['more', 'edited'])
  }
  const { value } = await compact(preparation({ fileOps }), scripted(answer('S')), model)
  assert.deepEqual(value.details, {
    readFiles: ['Z', 'a', 'b', 'ä'],
    modifiedFiles: ['edited', 'more', 'written']
  })
  assert.equal(
    value.summary,
    'S\n\n<read-files>\nZ\na\nb\nä\n</read-files>\n\n<modified-files>\nedited\nmore\nwritten\n</modified-files>'
  )
  const changed = { ...fileOps, read: new Set() }
  const second = await compact(preparation({ fileOps: changed }), scripted(answer('S')), model)
  assert.equal(second.value.summary, 'S\n\n<modified-files>\nedited\nmore\nwritten\n</modified-files>')
})

test('A13.5 A13.4 a turn that is cut takes two requests, one after the other', async () => {
  let open = 0
  const one = (text, more) => async () => {
    open++
    assert.equal(open, 1)
    await new Promise(setImmediate)
    open--
    return answer(text, more)
  }
  const models = scripted(
    one('HISTORY'),
    one('PREFIX', { usage: usageOf(1, 2, { cacheRead: 3, cacheWrite: 4, reasoning: 5 }) })
  )
  const { value } = await compact(split({ previousSummary: 'BEFORE' }), models, model, 'the tests')
  assert.match(value.summary, /^HISTORY\n\n---\n\n\*\*[^*\n]*split turn[^*\n]*\*\*\n\nPREFIX$/)
  assert.deepEqual(value.usage, usageOf(11, 7, { cacheRead: 3, cacheWrite: 4, reasoning: 5 }))
  const [history, prefix] = models.calls
  assert.ok(history.text.includes('[User]: history'))
  assert.ok(history.text.includes('<previous-summary>\nBEFORE\n'))
  assert.ok(prefix.text.startsWith('<conversation>\n[User]: prefix\n</conversation>\n\n'))
  assert.deepEqual(
    prefix.text.split('\n').filter((line) => line.startsWith('#')),
    ['## Original Request', '## Early Progress', '## Context for Suffix']
  )
  assert.deepEqual([history.options.maxTokens, prefix.options.maxTokens], [800, 500])
  assert.notEqual(history.options.sessionId, prefix.options.sessionId)
})

test('A13.5 without a history before the turn that is cut there is one request', async () => {
  const models = scripted(answer('PREFIX'))
  const { value } = await compact(split({ messagesToSummarize: [] }), models, model)
  assert.match(value.summary, /^[A-Z][^\n]+\.\n\n---\n\n\*\*.*\*\*\n\nPREFIX$/)
  assert.deepEqual(value.usage, usageOf(10, 5))
  assert.equal(models.calls.length, 1)
})

test('F3 3b without a new history the old summary stays', async () => {
  const given = split({ messagesToSummarize: [], previousSummary: 'BEFORE' })
  const { value } = await compact(given, scripted(answer('PREFIX')), model)
  assert.match(value.summary, /^BEFORE\n\n---\n\n\*\*.*\*\*\n\nPREFIX$/)
  // The published package drops it.
  const theirs = await peer.compact(given, scripted(answer('PREFIX')), model)
  assert.ok(!theirs.value.summary.includes('BEFORE'))
})

test('A13.5 a cut with nothing of the turn before it takes one request', async () => {
  const models = scripted(answer('HISTORY'))
  const { value } = await compact(split({ turnPrefixMessages: [] }), models, model)
  assert.deepEqual([value.summary, models.calls.length], ['HISTORY', 1])
})

test('A13.5 the first request that fails is the last one', async () => {
  for (const [first, code] of [
    [failure('no'), 'summarization_failed'],
    [aborted(), 'aborted'],
    [answer(''), 'summarization_failed'],
    [new Error('no'), 'summarization_failed']
  ]) {
    const models = scripted(first, answer('PREFIX'))
    const { error } = await compact(split(), models, model)
    assert.deepEqual([error.name, error.code, models.calls.length], ['CompactionError', code, 1])
    const second = await compact(split(), scripted(answer('HISTORY'), first), model)
    assert.equal(second.error.code, code)
  }
})

test('A13.5 an abort between the requests spares the second', async () => {
  const controller = new AbortController()
  const models = scripted(() => {
    queueMicrotask(() => queueMicrotask(() => controller.abort()))
    return answer('HISTORY')
  })
  const { error } = await compact(split(), models, model, undefined, controller.signal)
  assert.equal(error.code, 'aborted')
  assert.equal(models.calls.length, 1)
})

test('A13.5 without an entry to keep first there is no request', async () => {
  for (const firstKeptEntryId of [undefined, '']) {
    const models = scripted(answer('S'))
    const { error } = await compact(preparation({ firstKeptEntryId }), models, model)
    assert.deepEqual([error.code, models.calls.length], ['invalid_session', 0])
  }
})

const used = (more) => answer('S', { usage: usageOf(1, 2, more) })

test('A13.5 it gives what the published package gives, but for the words', async () => {
  const files = { read: new Set(['r', 'e']), written: new Set(['w']), edited: new Set(['e']) }
  const cases = [
    [preparation({ fileOps: files }), [used()]],
    [preparation({ previousSummary: 'BEFORE' }), [used()]],
    [split({ fileOps: files }), [used({ cacheWrite1h: 3 }), used({ reasoning: 0 })]],
    [split(), [used(), used()]],
    [split({ messagesToSummarize: [] }), [used()]],
    [split({ turnPrefixMessages: [] }), [used()]],
    [preparation({ messagesToSummarize: [] }), [used()]]
  ]
  const wordless = (summary) => summary.replace(/^[A-Z].*\.(?=\n\n---)/, '').replace(/\*\*.*\*\*/, '****')
  for (const [given, answers] of cases) {
    const [ours, theirs] = await Promise.all(
      [compact, peer.compact].map(async (of) => {
        const models = scripted(...answers)
        const { value } = await of(given, models, model, 'focus', undefined, 'high')
        const options = models.calls.map((call) => ({ ...call.options, sessionId: undefined }))
        const keys = models.calls.map(({ context }) => Object.keys(context))
        const focus = models.calls.map(({ text }) => text.includes('Additional focus: focus'))
        return { ...value, summary: wordless(value.summary), options, keys, focus }
      })
    )
    assert.deepEqual(ours, theirs)
  }
})
