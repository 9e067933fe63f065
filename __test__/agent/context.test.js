import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as peer from '@earendil-works/pi-agent-core'
import * as agent from '@polyweave/gatto-agent-harness/agent'
import fc from '../seeded.js'
import { stretchesToRoot } from '../../js/agent/session/ancestry.js'
import { buildFullSessionContext } from '../../js/agent/session/context.js'
import {
  anyPath,
  assistant,
  carrying,
  chain,
  compaction,
  holds,
  message,
  pointing,
  user
} from './transcript/arbitrary.js'

const {
  buildContextEntries,
  buildSessionContext,
  defaultContextEntryTransform,
  sessionEntryToContextMessages
} = agent

const ids = (entries) => entries.map(({ id }) => id)
const level = (thinkingLevel) => ({ type: 'thinking_level_change', thinkingLevel })
const model = (modelId) => ({ type: 'model_change', provider: 'p', modelId })
const tools = (...activeToolNames) => ({ type: 'active_tools_change', activeToolNames })

test('A12.5 without a compaction the entries are a copy of the path', () => {
  const path = chain(message(user('a')), message(assistant('b')))
  const entries = defaultContextEntryTransform(path)
  assert.notEqual(entries, path)
  assert.deepEqual(ids(entries), ['e0', 'e1'])
  for (const [i, entry] of entries.entries()) assert.equal(entry, path[i])
})

test('A12.5 with compactions the last one counts: it, what it kept, what follows', () => {
  const path = (last) =>
    chain(
      message(user('a')),
      compaction('first'),
      message(user('b')),
      message(assistant('c')),
      compaction('last', last),
      message(user('d'))
    )
  assert.deepEqual(ids(defaultContextEntryTransform(path({ firstKeptEntryId: 'e3' }))), ['e4', 'e3', 'e5'])
  assert.deepEqual(ids(defaultContextEntryTransform(path({ firstKeptEntryId: 'gone' }))), ['e4', 'e5'])
  assert.deepEqual(ids(defaultContextEntryTransform(path({}))), ['e4', 'e5'])
  assert.deepEqual(ids(defaultContextEntryTransform(path({ firstKeptEntryId: 'e3', retainedTail: [] }))), [
    'e4',
    'e5'
  ])
})

test('A12.5 the transforms of the options run in order, after the default one', () => {
  const path = chain(message(user('a')), compaction('s', { retainedTail: [] }), message(user('b')))
  const seen = []
  const entryTransforms = [
    (entries) => {
      seen.push(ids(entries))
      return entries.filter(({ type }) => type !== 'compaction')
    },
    (entries) => {
      seen.push(ids(entries))
      return entries
    }
  ]
  assert.deepEqual(ids(buildContextEntries(path, { entryTransforms })), ['e2'])
  assert.deepEqual(seen, [['e1', 'e2'], ['e2']])
  // The state is that of the path, whatever is left of its entries.
  const { messages, thinkingLevel } = buildSessionContext(chain(level('high'), message(user('a'))), {
    entryTransforms: [() => []]
  })
  assert.deepEqual([messages, thinkingLevel], [[], 'high'])
})

test('A12.5 A2.5 messages and kept messages are the very objects of the entries', () => {
  const kept = assistant('kept')
  const next = user('next')
  const path = chain(compaction('s', { retainedTail: [kept] }), message(next))
  const { messages } = buildSessionContext(path)
  assert.deepEqual(messages[0], agent.createCompactionSummaryMessage('s', 1, path[0].timestamp))
  assert.equal(messages[1], kept)
  assert.equal(messages[2], next)
})

test('A12.5 an entry of an application speaks through its projector', () => {
  const entry = { type: 'custom', customType: 'note', data: 'd', id: 'n', timestamp: '' }
  const entries = [entry]
  const said = user('noted')
  const entryProjectors = {
    note: (...args) => {
      assert.deepEqual(args, [entry, 0, entries])
      return [said]
    }
  }
  assert.equal(sessionEntryToContextMessages(entry, 0, entries, { entryProjectors })[0], said)
  assert.deepEqual(sessionEntryToContextMessages(entry, 0, entries), [])
  assert.deepEqual(sessionEntryToContextMessages(entry, 0, entries, { entryProjectors: { note() {} } }), [])
  // The published package calls Object here.
  const named = { ...entry, customType: 'constructor' }
  assert.deepEqual(sessionEntryToContextMessages(named, 0, entries, { entryProjectors }), [])
})

test('A12.5 a projector that is undefined says nothing', () => {
  const entry = { type: 'custom', customType: 'note', id: 'n', timestamp: '' }
  for (const { buildSessionContext } of [agent, peer])
    assert.deepEqual(buildSessionContext([entry], { entryProjectors: { note: undefined } }).messages, [])
})

test('A12.5 a transform that gives a promise, or nothing, is an error, and no empty context', () => {
  const path = chain(message(user('a')))
  for (const { buildContextEntries } of [agent, peer])
    for (const transform of [async (entries) => entries, () => undefined])
      assert.throws(() => buildContextEntries(path, { entryTransforms: [transform] }), TypeError)
})

test('A12.5 the fields of a context are in the order of the published package', () => {
  const [ours, theirs] = [agent, peer].map((api) => Object.keys(api.buildSessionContext([])))
  assert.deepEqual(ours, theirs)
})

test('A12.5 summaries of branches count unless they are empty, unknown entries never', () => {
  const path = chain(
    { type: 'branch_summary', summary: 'S', fromId: 'root' },
    { type: 'branch_summary', summary: '', fromId: 'root' },
    { type: 'label', targetId: 'e0', label: 'x' },
    { type: 'from_another_time' }
  )
  assert.deepEqual(buildSessionContext(path).messages, [
    agent.createBranchSummaryMessage('S', 'root', path[0].timestamp)
  ])
})

test('A12.5 the state is what was set last', () => {
  const path = chain(
    level('low'),
    model('m1'),
    tools('read'),
    level('high'),
    message(assistant('a', { provider: 'q', model: 'm2' })),
    tools('bash', 'read')
  )
  const context = buildSessionContext(path)
  assert.equal(context.thinkingLevel, 'high')
  assert.deepEqual(context.model, { provider: 'q', modelId: 'm2' })
  assert.deepEqual(context.activeToolNames, ['bash', 'read'])
  assert.notEqual(context.activeToolNames, path[5].activeToolNames)
  assert.deepEqual(buildSessionContext([]), {
    messages: [],
    thinkingLevel: 'off',
    model: null,
    activeToolNames: null
  })
})

const paths = anyPath({ compactions: fc.array(fc.oneof(pointing, carrying), { maxLength: 3 }) })

test('A12.5 it builds as the published package does', () =>
  holds(
    fc.property(paths, fc.boolean(), (path, some) => {
      const options = some
        ? {
            entryTransforms: [(entries) => entries.filter((_, i) => i % 3 !== 0)],
            entryProjectors: { note: ({ data }, i) => [user(`${data} ${i}`)] }
          }
        : undefined
      assert.deepEqual(defaultContextEntryTransform(path), peer.defaultContextEntryTransform(path))
      assert.deepEqual(buildContextEntries(path, options), peer.buildContextEntries(path, options))
      assert.deepEqual(buildSessionContext(path, options), peer.buildSessionContext(path, options))
    })
  ))

/** What a session gives for a branch: the end of the chain, from the last compaction that carries its messages. */
function branches(entries) {
  const asked = []
  const getBranch = async (id) => {
    asked.push(id)
    const end = entries.findIndex((entry) => entry.id === id) + 1
    const upTo = entries.slice(0, end)
    return upTo.slice(
      Math.max(
        0,
        upTo.findLastIndex(({ retainedTail }) => retainedTail)
      )
    )
  }
  return { asked, getBranch }
}

test('F4 what was set before a compaction still holds', async () => {
  const entries = chain(
    tools('read'),
    level('high'),
    compaction('one', { retainedTail: [] }),
    model('m1'),
    compaction('two', { retainedTail: [] }),
    level('low'),
    message(user('a'))
  )
  const { asked, getBranch } = branches(entries)
  const path = await getBranch('e6')
  assert.deepEqual(buildSessionContext(path).model, null)
  const context = await buildFullSessionContext(path, stretchesToRoot(getBranch, path[0].parentId))
  assert.deepEqual(
    { ...context, messages: ids(entries.filter(({ message }) => context.messages.includes(message))) },
    {
      messages: ['e6'],
      thinkingLevel: 'low',
      model: { provider: 'p', modelId: 'm1' },
      activeToolNames: ['read']
    }
  )
  assert.deepEqual(asked, ['e6', 'e3', 'e1'])
})

test('F4 no more is read than need be', async () => {
  const entries = chain(
    message(user('a')),
    compaction('one', { retainedTail: [] }),
    tools('read'),
    level('high'),
    compaction('two', { retainedTail: [] }),
    model('m1')
  )
  const { asked, getBranch } = branches(entries)
  const context = async (id) => {
    asked.length = 0
    const path = await getBranch(id)
    await buildFullSessionContext(path, stretchesToRoot(getBranch, path[0].parentId))
    return asked
  }
  assert.deepEqual(await context('e5'), ['e5', 'e3'])
  assert.deepEqual(await context('e3'), ['e3', 'e0'])
})

test('F4 with the whole ancestry it is what the whole path says', () =>
  holds(
    fc.asyncProperty(
      anyPath({ compactions: fc.array(carrying, { maxLength: 3 }) }).filter((path) => path.length > 0),
      async (entries) => {
        const { getBranch } = branches(entries)
        const path = await getBranch(entries.at(-1).id)
        const full = await buildFullSessionContext(path, stretchesToRoot(getBranch, path[0].parentId))
        const { messages, ...state } = buildSessionContext(entries)
        const { messages: cut, ...ours } = full
        assert.deepEqual(ours, state)
        assert.deepEqual(cut, buildSessionContext(path).messages)
      }
    )
  ))

test('F5 parents that lead in a circle are an error, not an endless walk', async () => {
  const circle = [
    { ...compaction('one', { retainedTail: [] }), id: 'a', parentId: 'b' },
    { ...compaction('two', { retainedTail: [] }), id: 'b', parentId: 'a' }
  ]
  const getBranch = async (id) => circle.filter((entry) => entry.id === id)
  await assert.rejects(
    async () => {
      for await (const _ of stretchesToRoot(getBranch, 'a'));
    },
    { name: 'SessionError', code: 'invalid_session' }
  )
})
