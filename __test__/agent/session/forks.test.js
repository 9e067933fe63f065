import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { test } from 'node:test'
import * as peer from '@earendil-works/pi-agent-core'
import * as agent from '@polyweave/gatto-agent-harness/agent'
import { freshFolder } from '../../folder.js'
import { foreign } from './kinds.js'

const { getEntriesToFork, InMemorySessionRepo, JsonlSessionRepo, NodeExecutionEnv } = agent
const user = (content) => ({ role: 'user', content, timestamp: 1 })
const assistant = (content) => ({
  role: 'assistant',
  content: [{ type: 'text', text: content }],
  timestamp: 1
})

const inFiles = (make) => (t, api) => {
  const folder = freshFolder(t, 'fork')
  return new api.JsonlSessionRepo({ fs: make(folder), sessionsRoot: folder })
}
const KINDS = {
  memory: (_, api) => new api.InMemorySessionRepo(),
  local: inFiles((cwd) => new NodeExecutionEnv({ cwd })),
  foreign: inFiles(foreign)
}

/** a - b - c - d (user, assistant, user, assistant), and e beside c. */
async function conversation(repo) {
  const session = await repo.create({ cwd: '/w', metadata: { m: 1 } })
  const a = await session.appendMessage(user('a'))
  const b = await session.appendMessage(assistant('b'))
  const c = await session.appendMessage(user('c'))
  const d = await session.appendMessage(assistant('d'))
  await session.moveTo(b)
  const e = await session.appendMessage(user('e'))
  return { session, a, b, c, d, e, metadata: await session.getMetadata() }
}
const idsOf = (entries) => entries.map(({ id }) => id)

for (const [kind, make] of Object.entries(KINDS)) {
  test(`A12.6 ${kind}: a fork of everything has every entry, and its leaf`, async (t) => {
    const repo = make(t, agent)
    const { session, e, metadata } = await conversation(repo)
    const fork = await repo.fork(metadata, { cwd: '/v' })
    assert.deepEqual(await fork.getEntries(), await session.getEntries())
    assert.equal(await fork.getLeafId(), e)
    // Both go on by themselves.
    await fork.appendMessage(user('f'))
    await session.appendMessage(user('g'))
    assert.equal((await fork.getBranch()).at(-1).message.content, 'f')
    assert.equal((await session.getBranch()).at(-1).message.content, 'g')
  })

  test(`F18 ${kind}: a fork at a move has a leaf, also where the move led to what is not copied`, async (t) => {
    const repo = make(t, agent)
    const { session, a, b, c, metadata } = await conversation(repo)
    const forkAtMove = async (to) => {
      await session.moveTo(c)
      await session.moveTo(to)
      const last = (await session.getEntries()).at(-1)
      return repo.fork(metadata, { cwd: '/v', entryId: last.id, position: 'at' })
    }
    for (const [to, leaf] of [
      [a, a],
      [null, null],
      [(await session.getEntries()).at(-1).id, c]
    ]) {
      const fork = await forkAtMove(to)
      assert.equal(await fork.getLeafId(), leaf)
      await fork.appendMessage(user('on'))
      const before = leaf === c ? [a, b, c] : leaf === null ? [] : [leaf]
      assert.deepEqual(idsOf(await fork.getBranch()).slice(0, -1), before)
    }
  })

  test(`A12.6 ${kind}: a fork before a user's message, or at an entry`, async (t) => {
    const repo = make(t, agent)
    const { session, a, b, c, d, metadata } = await conversation(repo)
    const fork = async (options) =>
      idsOf(await (await repo.fork(metadata, { cwd: '/v', ...options })).getEntries())
    assert.deepEqual(await fork({ entryId: c }), [a, b])
    assert.deepEqual(await fork({ entryId: c, position: 'before' }), [a, b])
    assert.deepEqual(await fork({ entryId: c, position: 'at' }), [a, b, c])
    assert.deepEqual(await fork({ entryId: d, position: 'at' }), [a, b, c, d])
    assert.deepEqual(await fork({ entryId: a }), [])
    for (const options of [{ entryId: 'nowhere' }, { entryId: d }, { entryId: 'nowhere', position: 'at' }]) {
      await assert.rejects(repo.fork(metadata, { cwd: '/v', ...options }), {
        name: 'SessionError',
        code: 'invalid_fork_target'
      })
      await assert.rejects(getEntriesToFork(session.getStorage(), options), { code: 'invalid_fork_target' })
    }
    const entries = await getEntriesToFork(session.getStorage(), { entryId: c })
    assert.deepEqual(idsOf(entries), [a, b])
    assert.equal(entries[0], await session.getEntry(a))
  })

  test(`F18 ${kind}: a fork from a compaction on begins with a root`, async (t) => {
    const repo = make(t, agent)
    const { session, metadata, e } = await conversation(repo)
    const k = await session.appendCompaction('sum', e, 10, undefined, undefined, undefined, [user('e')])
    const f = await session.appendMessage(user('f'))
    const fork = await repo.fork(metadata, { cwd: '/v', entryId: f, position: 'at' })
    const entries = await fork.getEntries()
    assert.deepEqual(idsOf(entries), [k, f])
    assert.equal(entries[0].parentId, null)
    assert.equal(entries[1].parentId, k)
    // The source is as it was.
    assert.equal((await session.getEntry(k)).parentId, e)
    assert.equal((await fork.buildContext()).messages.length, 3)
  })

  test(`F18 ${kind}: the name and the labels of what was copied come along, and the leaf stays`, async (t) => {
    const repo = make(t, agent)
    const { session, a, b, d, metadata } = await conversation(repo)
    await session.appendSessionName('the name')
    await session.appendLabel(a, 'start')
    await session.appendLabel(d, 'not on the way')
    const fork = await repo.fork(metadata, { cwd: '/v', entryId: b, position: 'at' })
    assert.equal(await fork.getSessionName(), 'the name')
    assert.equal(await fork.getLabel(a), 'start')
    assert.equal(await fork.getLabel(d), undefined)
    assert.equal(await fork.getLeafId(), b)
    assert.deepEqual(idsOf(await fork.getBranch()), [a, b])
    // What was added follows what was copied, one behind the other.
    const all = await fork.getEntries()
    assert.deepEqual(
      all.map(({ parentId }) => parentId),
      [null, ...idsOf(all).slice(0, -1)]
    )
    // A label that was taken away later is taken away here.
    await session.appendLabel(a, undefined)
    const last = await session.getLeafId()
    const labels = (await session.getBranch()).filter(({ type }) => type === 'label')
    await session.appendLabel(a, undefined)
    const middle = await repo.fork(metadata, { cwd: '/v', entryId: labels[0].id, position: 'at' })
    assert.equal(await middle.getLabel(a), undefined)
    const whole = await repo.fork(metadata, { cwd: '/v', entryId: last, position: 'at' })
    assert.equal((await whole.getEntries()).at(-1).id, last)
  })

  test(`F18 ${kind}: a name that was taken away later is taken away in a fork`, async (t) => {
    const repo = make(t, agent)
    const { session, metadata } = await conversation(repo)
    const named = await session.appendSessionName('the name')
    await session.appendSessionName(' ')
    const fork = await repo.fork(metadata, { cwd: '/v', entryId: named, position: 'at' })
    assert.equal(await fork.getSessionName(), undefined)
    const names = (await fork.getEntries()).filter(({ type }) => type === 'session_info')
    assert.deepEqual(
      names.map(({ name }) => name),
      ['the name', '']
    )
  })

  test(`F18 ${kind}: a parent that comes later in the file is a parent all the same`, async (t) => {
    const repo = make(t, agent)
    const session = await repo.create({ cwd: '/w' })
    const entry = (id, parentId) => ({ type: 'custom', id, parentId, timestamp: 't', customType: 'c' })
    for (const [id, parentId] of [
      ['b', 'a'],
      ['a', null],
      ['c', 'b']
    ])
      await session.getStorage().appendEntry(entry(id, parentId))
    const fork = await repo.fork(await session.getMetadata(), { cwd: '/v' })
    assert.deepEqual(idsOf(await fork.getBranch()), ['a', 'b', 'c'])
  })

  test(`A12.6 ${kind}: a position that is neither at nor before is before`, async (t) => {
    const counts = []
    for (const api of [agent, peer]) {
      const repo = make(t, api)
      const { c, metadata } = await conversation(repo)
      for (const position of [undefined, null, 'after']) {
        const fork = await repo.fork(metadata, { cwd: '/v', entryId: c, position })
        counts.push((await fork.getEntries()).length)
      }
    }
    assert.deepEqual(counts, [2, 2, 2, 2, 2, 2])
  })

  test(`A12.6 ${kind}: where there is nothing to repair, a fork is that of the published package`, async (t) => {
    const found = []
    for (const api of [agent, peer]) {
      const repo = make(t, api)
      const { session, metadata, c } = await conversation(repo)
      const copied = []
      for (const options of [{}, { entryId: c }, { entryId: c, position: 'at' }]) {
        const fork = await repo.fork(metadata, { cwd: '/v', ...options })
        const all = idsOf(await session.getEntries())
        copied.push(
          (await fork.getEntries()).map((entry) => [
            entry.type,
            all.indexOf(entry.id),
            all.indexOf(entry.parentId)
          ])
        )
        const { cwd, parentSessionPath, metadata: own } = await fork.getMetadata()
        copied.push([cwd, parentSessionPath === metadata.path, own])
      }
      found.push(copied)
    }
    assert.deepEqual(found[0], found[1])
  })
}

test('F18 the lines of a fork are those of its source, byte for byte', async (t) => {
  const repo = KINDS.local(t, agent)
  const { metadata, session, e } = await conversation(repo)
  fs.appendFileSync(metadata.path, `{"type":"x" ,"id":"odd","parentId":"${e}","timestamp":"t","n":1.50}\n`)
  const fork = await (await repo.fork(metadata, { cwd: '/w' })).getMetadata()
  const lines = (file) => fs.readFileSync(file, 'utf8').split('\n').slice(1)
  assert.deepEqual(lines(fork.path), lines(metadata.path))
  assert.notEqual(session, undefined)
})

test('F18 a fork that fails leaves nothing that looks like a session', {
  skip: process.platform === 'win32'
}, async (t) => {
  const folder = freshFolder(t, 'fork')
  const env = new NodeExecutionEnv({ cwd: folder })
  const repo = new JsonlSessionRepo({ fs: env, sessionsRoot: folder })
  const { metadata } = await conversation(repo)
  fs.writeFileSync(path.join(folder, '--v--'), 'in the way')
  await assert.rejects(repo.fork(metadata, { cwd: '/v' }), { name: 'SessionError', code: 'storage' })
  assert.equal((await repo.list()).length, 1)
  const { mode } = fs.statSync(metadata.path)
  assert.equal(mode & 0o777, 0o600)
  assert.equal(fs.statSync(path.dirname(metadata.path)).mode & 0o777, 0o700)
  assert.ok(fs.readdirSync(path.dirname(metadata.path)).every((name) => name.endsWith('.jsonl')))
})

test('A12.6 a fork in memory is kept like any other session', async () => {
  const repo = new InMemorySessionRepo()
  const { metadata } = await conversation(repo)
  const fork = await repo.fork(metadata, { id: 'fork' })
  assert.equal((await fork.getMetadata()).id, 'fork')
  assert.equal(await repo.open({ id: 'fork', createdAt: '' }), fork)
})
