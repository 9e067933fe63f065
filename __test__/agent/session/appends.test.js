import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import * as peer from '@earendil-works/pi-agent-core'
import * as agent from '@polyweave/gatto-agent-harness/agent'
import { freshFolder } from '../../folder.js'
import { abridged, foreign, kinds } from './kinds.js'

const user = (content) => ({ role: 'user', content, timestamp: 1 })

for (const { name, make } of kinds(agent)) {
  test(`F2 ${name}: appends that nobody waits for follow each other in the order of the calls`, async (t) => {
    const session = await make(t)
    const ids = await Promise.all([
      session.appendMessage(user('a')),
      session.appendThinkingLevelChange('high'),
      session.appendCustomEntry('x'),
      session.appendSessionName('n'),
      session.appendActiveToolsChange(['t']),
      session.appendMessage(user('b'))
    ])
    assert.deepEqual(
      (await session.getBranch()).map(({ id }) => id),
      ids
    )
  })

  test(`F2 ${name}: a move that nobody waits for takes its place among the appends`, async (t) => {
    const session = await make(t)
    const a = await session.appendMessage(user('a'))
    const [b, summary, c] = await Promise.all([
      session.appendMessage(user('b')),
      session.moveTo(a, { summary: 's' }),
      session.appendMessage(user('c')),
      session.appendLabel(a, 'l')
    ])
    const branch = await session.getBranch()
    assert.deepEqual(branch.map(({ id }) => id).slice(0, 3), [a, summary, c])
    assert.equal(branch.at(-1).type, 'label')
    assert.equal((await session.getEntry(b)).parentId, a)
  })

  test(`A12.4 F2 ${name}: an append that fails leaves no gap`, async (t) => {
    const session = await make(t)
    const [a, refused, b] = await Promise.allSettled([
      session.appendMessage(user('a')),
      session.appendLabel('nowhere', 'l'),
      session.appendMessage(user('b'))
    ])
    assert.equal(refused.reason.code, 'not_found')
    assert.match(refused.reason.message, /Entry nowhere not found/)
    const branch = await session.getBranch()
    assert.deepEqual(
      branch.map(({ id }) => id),
      [a.value, b.value]
    )
  })

  test(`A12.4 ${name}: a label needs a target, a move no summary`, async (t) => {
    const session = await make(t)
    const a = await session.appendMessage(user('a'))
    for (const target of [undefined, null, 5])
      await assert.rejects(session.appendLabel(target, 'l'), { name: 'SessionError', code: 'not_found' })
    assert.equal(await session.getLeafId(), a)
    for (const summary of [undefined, null, '']) assert.equal(await session.moveTo(null, summary), undefined)
    assert.deepEqual(
      (await session.getEntries()).map(({ type }) => type),
      ['message', 'leaf', 'leaf', 'leaf']
    )
    assert.equal(await session.getLeafId(), null)
  })

  test(`A12.1 A12.4 ${name}: what every appender stores is what the published package stores`, async (t) => {
    const other = kinds(peer).find((kind) => kind.name === name)
    const [ours, theirs] = [await make(t), other ? await other.make(t) : await kinds(peer)[0].make(t)]
    assert.deepEqual(abridged(await everything(ours)), abridged(await everything(theirs)))
    assert.deepEqual(await ours.getSessionStats(), await theirs.getSessionStats())
  })
}

/** Calls every appender, awaited, and gives the entries. */
async function everything(session) {
  const usage = { input: 1, output: 2, cacheRead: 3, cacheWrite: 4, totalTokens: 10, cost: { total: 0.5 } }
  const first = await session.appendMessage(user('hi'))
  await session.appendMessage({
    role: 'assistant',
    content: [],
    usage,
    provider: 'p',
    model: 'm',
    extra: { a: 1 }
  })
  await session.appendMessage({ role: 'toolResult', content: [], usage })
  await session.appendThinkingLevelChange('high')
  await session.appendModelChange('p', 'm')
  await session.appendActiveToolsChange(['a', 'b'])
  await session.appendCompaction('sum', first, 10)
  await session.appendCompaction('sum', undefined, 10, { d: 1 }, true, usage, [user('kept')])
  await session.appendCustomEntry('kind')
  await session.appendCustomEntry('kind', { z: 1 })
  await session.appendCustomMessageEntry('kind', 'text', true)
  await session.appendCustomMessageEntry('kind', [{ type: 'text', text: 'x' }], false, { q: 1 })
  await session.appendLabel(first, ' label ')
  assert.equal(await session.getLabel(first), 'label')
  await session.appendLabel(first, '  ')
  assert.equal(await session.getLabel(first), undefined)
  await session.appendSessionName(' a\r\nb\n\nc ')
  assert.equal(await session.getSessionName(), 'a b c')
  assert.equal(await session.moveTo(first), undefined)
  assert.equal(await session.getLeafId(), first)
  const summary = await session.moveTo(first, { summary: 'left', usage, fromHook: true })
  assert.equal(await session.getLeafId(), summary)
  await session.moveTo(null)
  assert.equal(await session.getLeafId(), null)
  await session.moveTo(null, { summary: 'all' })
  await assert.rejects(session.moveTo('nowhere'), { code: 'not_found' })
  return session.getEntries()
}

test('A12.4 the names of tools are copied', async () => {
  const session = new agent.Session(new agent.InMemorySessionStorage())
  const names = ['a']
  const appended = session.appendActiveToolsChange(names)
  names.push('b')
  await appended
  assert.deepEqual((await session.getEntries())[0].activeToolNames, ['a'])
})

test('A12.3 A12.4 a session whose leaf leads nowhere goes on from the entry that it is moved to', async (t) => {
  const folder = freshFolder(t, 'session')
  for (const make of [(cwd) => new agent.NodeExecutionEnv({ cwd }), foreign]) {
    const found = []
    for (const { JsonlSessionStorage, Session } of [agent, peer]) {
      const file = path.join(folder, 'lost.jsonl')
      const common = { timestamp: 't' }
      const lines = [
        { type: 'session', version: 3, id: 's', ...common, cwd: '/c' },
        { type: 'custom', id: 'a', parentId: null, ...common },
        { type: 'leaf', id: 'b', parentId: 'a', ...common, targetId: 'nowhere' }
      ]
      fs.writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
      const session = new Session(await JsonlSessionStorage.open(make(folder), file))
      await assert.rejects(session.appendMessage(user('lost')), { code: 'invalid_session' })
      await session.moveTo('a')
      const id = await session.appendMessage(user('found'))
      const [, , moved, last] = await session.getEntries()
      found.push([moved.parentId, moved.targetId, last.parentId, last.id === id])
    }
    assert.deepEqual(found[0], found[1])
  }
})

/** A storage of somebody else's, all of whose answers take their time. */
function slow(own = {}) {
  const inner = new agent.InMemorySessionStorage()
  const later = async (work) => {
    await new Promise(setImmediate)
    return work()
  }
  const method =
    (name) =>
    (...args) =>
      later(() => (own[name] ?? inner[name].bind(inner))(...args))
  return new Proxy({}, { get: (_, name) => (name === 'then' ? undefined : method(name)) })
}

test('A12.4 F2 what a storage of somebody else refuses does not hold up what follows', async () => {
  const session = new agent.Session(slow())
  const [a, label, move, b] = await Promise.allSettled([
    session.appendMessage(user('a')),
    session.appendLabel('nowhere', 'l'),
    session.moveTo('nowhere'),
    session.appendMessage(user('b'))
  ])
  assert.deepEqual([label.reason.code, move.reason.code], ['not_found', 'not_found'])
  assert.deepEqual(
    (await session.getBranch()).map(({ id }) => id),
    [a.value, b.value]
  )
})

test('A12.4 a session looks for what it moves to, also where the storage does not', async () => {
  for (const api of [agent, peer]) {
    const moves = []
    const session = new api.Session(slow({ setLeafId: (id) => moves.push(id) }))
    await assert.rejects(session.moveTo('nowhere'), { name: 'SessionError', code: 'not_found' })
    await session.moveTo(null)
    assert.deepEqual(moves, [null])
  }
})

test('F2 a storage of somebody else is asked step by step, one append at a time', async () => {
  const storage = slow()
  const [one, two] = [new agent.Session(storage), agent.toSession(storage)]
  const ids = await Promise.all([one, two, one, two].map((session) => session.appendMessage(user('x'))))
  assert.deepEqual(
    (await one.getBranch()).map(({ id }) => id),
    ids
  )
})

for (const step of ['appendEntry', 'createEntryId', 'getLeafId', 'setLeafId']) {
  test(`F2 A2.9 a storage that is derived from ours is asked for ${step}, and so is one that is spied on`, async () => {
    const seen = []
    class Derived extends agent.InMemorySessionStorage {
      async [step](...args) {
        seen.push(args)
        return super[step](...args)
      }
    }
    const spied = new agent.InMemorySessionStorage()
    const original = spied[step]
    spied[step] = function (...args) {
      seen.push(args)
      return original.apply(this, args)
    }
    for (const storage of [new Derived(), spied]) {
      const session = new agent.Session(storage)
      const ids = await Promise.all([session.appendMessage(user('a')), session.appendMessage(user('b'))])
      await session.moveTo(ids[0])
      assert.ok(seen.splice(0).length > 0)
      assert.equal((await session.getEntries()).length, 3)
      assert.deepEqual(await session.getLeafId(), ids[0])
      assert.equal((await session.getBranch(ids[1])).length, 2)
    }
  })
}

test('A12.2 the lines of all entries are byte for byte those of the published package', async (t) => {
  const folder = freshFolder(t, 'session')
  const texts = []
  for (const [name, { JsonlSessionStorage, Session }] of Object.entries({ agent, peer })) {
    const env = new agent.NodeExecutionEnv({ cwd: folder })
    const file = path.join(folder, `${name}.jsonl`)
    const options = { cwd: '/w', sessionId: 'id', parentSessionPath: '/p', metadata: { é: '\ud800', a: [1] } }
    const storage = await JsonlSessionStorage.create(env, file, options)
    await everything(new Session(storage))
    texts.push(normal(fs.readFileSync(file, 'utf8')))
  }
  assert.equal(texts[0], texts[1])
  assert.ok(texts[0].split('\n').length > 20)
})

/** The text with ids by their order and without times. */
function normal(text) {
  const ids = new Map()
  return text
    .replaceAll(/"[0-9a-f]{8}"/g, (id) => {
      if (!ids.has(id)) ids.set(id, `"#${ids.size}"`)
      return ids.get(id)
    })
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
}
