import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as peer from '@earendil-works/pi-agent-core'
import * as agent from '@polyweave/gatto-agent-harness/agent'
import { kinds } from './kinds.js'

test('A12.3 questions that make no sense have no answer, and are no error', async () => {
  for (const { InMemorySessionStorage } of [agent, peer]) {
    const entry = (id, parentId) => ({ type: 'custom', id, parentId, timestamp: 't', customType: 'c' })
    const entries = [entry('a', null), entry('b', 'a'), entry('c', 'b')]
    const storage = new InMemorySessionStorage({ entries })
    for (const odd of [undefined, null, 5]) assert.deepEqual(await storage.findEntries(odd), [])
    const idsOf = async (options) => (await storage.getEntries(options)).map(({ id }) => id).join('')
    assert.equal(await idsOf({ afterEntrySeq: Number.NaN }), 'abc')
    assert.equal(await idsOf({ afterEntrySeq: 1.5 }), 'bc')
    assert.equal(await idsOf({ afterEntrySeq: 1.5, limit: 1 }), 'b')
    assert.equal(await idsOf({ afterEntrySeq: 4 }), '')
    assert.deepEqual(Object.keys(await new InMemorySessionStorage(null).getMetadata()), ['id', 'createdAt'])
  }
})

for (const { name, make } of kinds(agent)) {
  test(`A12.3 ${name}: less than none is none, and an id without a letter is no leaf`, async (t) => {
    const session = await make(t)
    for (const kind of ['a', 'b', 'c']) await session.appendCustomEntry(kind)
    const all = await session.getEntries()
    assert.deepEqual(await session.getEntries({ afterEntrySeq: -2 }), all)
    assert.deepEqual(await session.getEntries({ afterEntrySeq: -2, limit: 1 }), all.slice(0, 1))
    assert.deepEqual(await session.getEntries({ limit: -1 }), [])
    await assert.rejects(session.getBranch(''), { name: 'SessionError', code: 'not_found' })
  })
}

const FULL = { input: 1, output: 2, cacheRead: 3, cacheWrite: 4, totalTokens: 10, cost: { total: 5 } }

for (const { name, make } of kinds(agent)) {
  test(`A12.3 ${name}: a usage counts where all of it is known, and else not at all`, async (t) => {
    const session = await make(t)
    const said = (usage) => session.appendMessage({ role: 'assistant', content: [], usage, timestamp: 1 })
    await said(FULL)
    const counted = await session.getSessionStats()
    assert.deepEqual([counted.messageCount, counted.costTotal], [1, 5])
    const partial = ['input', 'output', 'cacheRead', 'cacheWrite', 'cost'].map((key) => {
      const { [key]: _, ...rest } = FULL
      return rest
    })
    const odd = [...partial, { ...FULL, cacheWrite: '4' }, { ...FULL, cost: {} }, null, undefined]
    for (const usage of odd) await said(usage)
    assert.deepEqual(await session.getSessionStats(), { ...counted, messageCount: 1 + odd.length })
  })
}
