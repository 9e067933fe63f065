import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as peer from '@earendil-works/pi-agent-core'
import * as node from '@earendil-works/pi-agent-core/node'
import * as agent from '@polyweave/gatto-agent-harness/agent'
import { freshFolder } from '../../folder.js'

const published = { ...peer, ...node }
const user = (content) => ({ role: 'user', content, timestamp: 1 })

const WRAPS = {
  'a Proxy': (of) => new Proxy(of, {}),
  'an object that inherits': (of) => Object.create(of)
}

async function use(session) {
  const a = await session.appendMessage(user('a'))
  await session.appendLabel(a, 'l')
  await session.moveTo(a, { summary: 's' })
  const types = (await session.getEntries()).map(({ type }) => type)
  const { messages } = await session.buildContext()
  return [types, messages.length, await session.getLabel(a), await session.getSessionStats()]
}

async function useRepo(repo, cwd) {
  const session = await repo.create({ cwd })
  await session.appendMessage(user('a'))
  const fork = await repo.fork(await session.getMetadata(), { cwd })
  const entries = await fork.getEntries()
  await repo.delete(await session.getMetadata())
  return [entries.length, (await repo.list()).length]
}

for (const [what, wrap] of Object.entries(WRAPS)) {
  test(`A12.3 A12.4 A12.6 ${what} around a session, a storage or a repository works as what is in it`, async (t) => {
    const results = []
    for (const api of [agent, published]) {
      const folder = freshFolder(t, 'wrapped')
      const fs = new api.NodeExecutionEnv({ cwd: folder })
      const inFile = await api.JsonlSessionStorage.create(fs, 's.jsonl', { cwd: folder, sessionId: 's' })
      results.push([
        await use(wrap(new api.Session(new api.InMemorySessionStorage()))),
        await use(new api.Session(wrap(new api.InMemorySessionStorage()))),
        await use(new api.Session(wrap(inFile))),
        await useRepo(wrap(new api.InMemorySessionRepo()), folder),
        await useRepo(wrap(new api.JsonlSessionRepo({ fs, sessionsRoot: 'all' })), folder),
        await useRepo(new api.JsonlSessionRepo({ fs: wrap(fs), sessionsRoot: 'more' }), folder)
      ])
    }
    assert.deepEqual(results[0], results[1])
  })
}

test('A12.3 what a Proxy around a storage says is heard', async () => {
  const storage = new agent.InMemorySessionStorage()
  const stored = []
  const proxy = new Proxy(storage, {
    get: (target, name, receiver) =>
      name === 'appendEntry'
        ? (entry) => {
            stored.push(entry.type)
            return target.appendEntry(entry)
          }
        : Reflect.get(target, name, receiver)
  })
  const session = new agent.Session(proxy)
  await Promise.all([session.appendMessage(user('a')), session.appendThinkingLevelChange('high')])
  assert.deepEqual(stored, ['message', 'thinking_level_change'])
  assert.equal((await session.getBranch()).length, 2)
})
