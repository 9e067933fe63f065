import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { test } from 'node:test'
import * as agent from '@polyweave/gatto-agent-harness/agent'
import { freshFolder } from '../../folder.js'
import { asNobody } from '../../nobody.js'
import { foreign, kinds } from './kinds.js'

const { FileError, JsonlSessionRepo, NodeExecutionEnv, err } = agent
const user = (content) => ({ role: 'user', content, timestamp: 1 })

for (const { name, make } of kinds(agent)) {
  test(`A12.1 A2.10 ${name}: an entry of a type that nobody knows is part of the tree and of no context`, async (t) => {
    const session = await make(t)
    const storage = session.getStorage()
    const a = await session.appendMessage(user('a'))
    const odd = {
      type: 'constructor',
      id: 'odd',
      parentId: a,
      timestamp: 't',
      message: user('no'),
      more: [1]
    }
    await storage.appendEntry(odd)
    assert.equal(await session.getLeafId(), 'odd')
    const b = await session.appendMessage(user('b'))
    assert.deepEqual(
      (await session.getBranch()).map(({ id }) => id),
      [a, 'odd', b]
    )
    assert.deepEqual(await storage.findEntries('constructor'), [odd])
    const { messages } = await session.buildContext()
    assert.deepEqual(
      messages.map(({ content }) => content),
      ['a', 'b']
    )
    assert.equal((await session.getSessionStats()).messageCount, 2)
  })
}

test('A12.7 a folder that may only be read is listed, and takes no session, fork or entry', {
  skip: process.platform === 'win32'
}, async (t) => {
  const root = freshFolder(t, 'read-only')
  const repo = new JsonlSessionRepo({ fs: new NodeExecutionEnv({ cwd: root }), sessionsRoot: root })
  const session = await repo.create({ cwd: '/w' })
  await session.appendMessage(user('a'))
  const { path: file } = await session.getMetadata()
  fs.chmodSync(file, 0o444)
  for (const folder of [path.dirname(file), root]) fs.chmodSync(folder, 0o555)
  const seen = asNobody(
    t,
    `
    import { JsonlSessionRepo, NodeExecutionEnv } from '@polyweave/gatto-agent-harness/agent'
    const root = ${JSON.stringify(root)}
    const repo = new JsonlSessionRepo({ fs: new NodeExecutionEnv({ cwd: root }), sessionsRoot: root })
    const [found] = await repo.list()
    const session = await repo.open(found)
    const message = { role: 'user', content: 'b', timestamp: 1 }
    const tries = [
      repo.create({ cwd: '/w' }), repo.create({ cwd: '/v' }), repo.fork(found, { cwd: '/w' }),
      session.appendMessage(message), session.moveTo(null)
    ]
    const codes = (await Promise.allSettled(tries)).map(({ reason }) => [reason?.code, reason?.cause?.code])
    console.log(JSON.stringify({ codes, length: (await session.getEntries()).length }))
  `
  )
  // So that it can be removed, also by who is not root.
  for (const folder of [root, path.dirname(file)]) fs.chmodSync(folder, 0o755)
  if (seen === undefined) return
  assert.deepEqual(seen, { codes: Array(5).fill(['storage', 'permission_denied']), length: 1 })
  assert.deepEqual(fs.readdirSync(root), ['--w--'])
  assert.deepEqual(fs.readdirSync(path.dirname(file)), [path.basename(file)])
})

test("F18 a fork that a file system of somebody else's writes half is taken away", async (t) => {
  const root = freshFolder(t, 'half')
  const env = foreign(root)
  const repo = new JsonlSessionRepo({ fs: env, sessionsRoot: root })
  const session = await repo.create({ cwd: '/w' })
  await session.appendMessage(user('a'))
  const whole = env.writeFile
  env.writeFile = async (file, text) => {
    await whole(file, text.slice(0, text.length / 2))
    return err(new FileError('unknown', 'no space left', file))
  }
  await assert.rejects(repo.fork(await session.getMetadata(), { cwd: '/w' }), { code: 'storage' })
  assert.equal((await repo.list()).length, 1)
  assert.equal(fs.readdirSync(path.join(root, '--w--')).length, 1)
})

test('A12.2 a file whose lines were replaced since it was opened is not what it was', async (t) => {
  const folder = freshFolder(t, 'replaced')
  const file = path.join(folder, 's.jsonl')
  const header = '{"type":"session","version":3,"id":"i","timestamp":"t","cwd":"/c"}'
  const line = '{"type":"custom","id":"a","parentId":null,"timestamp":"t","customType":"c"}'
  fs.writeFileSync(file, `${header}\n${line}\n`)
  const storage = await agent.JsonlSessionStorage.open(new NodeExecutionEnv({ cwd: folder }), file)
  const size = fs.statSync(file).size
  for (const odd of ['{},{}', '{}x', '']) {
    const handle = fs.openSync(file, 'r+')
    fs.writeSync(handle, odd.padEnd(line.length), header.length + 1)
    fs.closeSync(handle)
    assert.equal(fs.statSync(file).size, size)
    await assert.rejects(storage.getEntries(), { name: 'SessionError', code: 'invalid_entry' }, odd)
  }
})
