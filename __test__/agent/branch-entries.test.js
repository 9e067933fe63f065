import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as peer from '@earendil-works/pi-agent-core'
import * as agent from '@polyweave/gatto-agent-harness/agent'
import fc from '../seeded.js'
import { assistant, compaction, holds, message, user } from './transcript/arbitrary.js'

const { collectEntriesForBranchSummary, prepareBranchEntries } = agent

const ids = (entries) => entries.map(({ id }) => id)

/** A session of entries whose branches are cut at compactions, as a storage cuts them. */
function session(...all) {
  const byId = new Map(all.map((entry) => [entry.id, { timestamp: '', ...entry }]))
  const asked = []
  return {
    asked,
    getEntry: async (id) => byId.get(id),
    async getBranch(id) {
      asked.push(id)
      if (!byId.has(id)) throw new agent.SessionError('not_found', `Entry ${id} not found`)
      const path = []
      for (let entry = byId.get(id); entry !== undefined; entry = byId.get(entry.parentId)) {
        path.unshift(entry)
        if (entry.type === 'compaction' && entry.retainedTail) break
      }
      return path
    }
  }
}
const said = (id, parentId) => ({ ...message(user(id)), id, parentId })
const compacted = (id, parentId) => ({ ...compaction('s', { retainedTail: [] }), id, parentId })

// a - b - c - d
//      \ e - f
const tree = () =>
  session(said('a', null), said('b', 'a'), said('c', 'b'), said('d', 'c'), said('e', 'b'), said('f', 'e'))

test('A14 a branch is what is not on the way to the target', async () => {
  const of = async (from, to) => {
    const { entries, commonAncestorId } = await collectEntriesForBranchSummary(tree(), from, to)
    return [ids(entries).join(''), commonAncestorId]
  }
  assert.deepEqual(await of('f', 'd'), ['ef', 'b'])
  assert.deepEqual(await of('f', 'a'), ['bef', 'a'])
  assert.deepEqual(await of('b', 'd'), ['', 'b'])
  assert.deepEqual(await of('d', 'd'), ['', 'd'])
})

test('A14 without an old leaf there is no branch', async () => {
  for (const none of [null, undefined]) {
    const of = tree()
    assert.deepEqual(await collectEntriesForBranchSummary(of, none, 'd'), {
      entries: [],
      commonAncestorId: null
    })
    assert.deepEqual(of.asked, [])
  }
})

test('A14 what a session throws is thrown', async () => {
  for (const [from, to] of [
    ['gone', 'd'],
    ['d', 'gone']
  ])
    await assert.rejects(collectEntriesForBranchSummary(tree(), from, to), { code: 'not_found' })
  // Behind a compaction, where a parent may be missing, nothing else may.
  const of = session(said('a', null), compacted('b', 'a'), said('c', 'b'), said('d', null))
  const { getBranch } = of
  of.getBranch = async (id) => {
    if (id === 'a') throw new agent.SessionError('storage', 'the disk is gone')
    return getBranch(id)
  }
  for (const [from, to] of [
    ['c', 'd'],
    ['d', 'c']
  ])
    await assert.rejects(collectEntriesForBranchSummary(of, from, to), { code: 'storage' })
})

test('F5 a point before a compaction is found', async () => {
  const entries = [said('a', null), said('b', 'a'), compacted('c', 'b'), said('d', 'c')]
  const collected = await collectEntriesForBranchSummary(session(...entries), 'd', 'a')
  assert.deepEqual([ids(collected.entries), collected.commonAncestorId], [['b', 'c', 'd'], 'a'])
  // The published package sees no connection.
  const theirs = await peer.collectEntriesForBranchSummary(session(...entries), 'd', 'a')
  assert.equal(theirs.commonAncestorId, null)
})

test('F5 no more is read than it takes', async () => {
  const of = session(said('a', null), compacted('b', 'a'), said('c', 'b'), said('d', 'c'), said('e', 'c'))
  await collectEntriesForBranchSummary(of, 'e', 'd')
  assert.deepEqual(of.asked, ['d', 'e'])
})

test('F5 what a branch costs grows with its length, however many compactions it has', async () => {
  const count = 2000
  let looks = 0
  const counted = (id, parentId) => ({
    ...compacted(id, parentId),
    get id() {
      looks++
      return id
    }
  })
  const all = Array.from({ length: count }, (_, i) => counted(`n${i}`, i === 0 ? null : `n${i - 1}`))
  const byId = new Map(all.map((entry, i) => [`n${i}`, entry]))
  const of = { getBranch: async (id) => [byId.get(id)] }
  const { entries, commonAncestorId } = await collectEntriesForBranchSummary(of, `n${count - 1}`, 'n0')
  assert.deepEqual([entries.length, commonAncestorId], [count - 1, 'n0'])
  assert.ok(looks < 10 * count, `${looks} looks at ${count} entries`)
})

test('F5 a storage that gives nothing for an entry ends the way there', async () => {
  const of = session(compacted('b', 'a'), said('c', 'b'), said('d', 'b'), said('e', null))
  const { getBranch } = of
  of.getBranch = (id) => (id === 'a' ? [] : getBranch(id))
  const { entries, commonAncestorId } = await collectEntriesForBranchSummary(of, 'd', 'e')
  assert.deepEqual([ids(entries), commonAncestorId], [['b', 'd'], null])
})

test('F5 a fork that begins at a compaction has its root there', async () => {
  const of = session(compacted('b', 'not copied'), said('c', 'b'), said('d', 'b'), said('e', null))
  const fork = await collectEntriesForBranchSummary(of, 'd', 'c')
  assert.deepEqual([ids(fork.entries), fork.commonAncestorId], [['d'], 'b'])
  const apart = await collectEntriesForBranchSummary(of, 'd', 'e')
  assert.deepEqual([ids(apart.entries), apart.commonAncestorId], [['b', 'd'], null])
})

test('F5 two trees have no common ancestor', async () => {
  const of = session(said('a', null), said('b', 'a'), said('c', null))
  const { entries, commonAncestorId } = await collectEntriesForBranchSummary(of, 'b', 'c')
  assert.deepEqual([ids(entries), commonAncestorId], [['a', 'b'], null])
})

test('F5 A14 in any tree it is the ancestry of one without that of the other', () => {
  const trees = fc.array(fc.record({ parent: fc.nat(30), isCompaction: fc.boolean() }), {
    minLength: 1,
    maxLength: 20
  })
  return holds(
    fc.asyncProperty(trees, fc.nat(30), fc.nat(30), async (nodes, from, to) => {
      const parents = nodes.map(({ parent }, i) => (i === 0 ? null : `n${parent % i}`))
      const of = session(
        ...nodes.map(({ isCompaction }, i) => (isCompaction ? compacted : said)(`n${i}`, parents[i]))
      )
      const ancestry = (id) => (id === null ? [] : [...ancestry(parents[Number(id.slice(1))]), id])
      const [old, target] = [from, to].map((n) => `n${n % nodes.length}`)
      const others = new Set(ancestry(target))
      const { entries, commonAncestorId } = await collectEntriesForBranchSummary(of, old, target)
      assert.deepEqual(
        ids(entries),
        ancestry(old).filter((id) => !others.has(id))
      )
      assert.equal(
        commonAncestorId,
        ancestry(old).findLast((id) => others.has(id))
      )
    })
  )
})

test('A14 the newest messages that the budget allows are taken', () => {
  const long = 'x'.repeat(400) // 100 tokens
  const entries = [user(long), assistant(long), user(long)].map((of, i) => ({ ...message(of), id: `e${i}` }))
  const taken = (budget) => prepareBranchEntries(entries, budget).messages.length
  assert.deepEqual([0, undefined, 100, 299, 300].map(taken), [3, 3, 1, 2, 3])
  assert.equal(prepareBranchEntries(entries, 200).messages[1], entries[2].message)
  assert.equal(prepareBranchEntries(entries, 200).totalTokens, 200)
})
