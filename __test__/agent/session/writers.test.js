import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { test } from 'node:test'
import {
  JsonlSessionRepo,
  JsonlSessionStorage,
  NodeExecutionEnv,
  Session
} from '@polyweave/gatto-agent-harness/agent'
import { native } from '../../../js/native.js'
import { freshFolder } from '../../folder.js'
import { asNobody } from '../../nobody.js'
import { foreign } from './kinds.js'

const user = (content) => ({ role: 'user', content, timestamp: 1 })
const WRITER = new URL('writer.js', import.meta.url).pathname

async function sessionIn(t) {
  const folder = freshFolder(t, 'writers')
  const env = new NodeExecutionEnv({ cwd: folder })
  const repo = new JsonlSessionRepo({ fs: env, sessionsRoot: folder })
  const session = await repo.create({ cwd: folder })
  const metadata = await session.getMetadata()
  return { env, repo, session, metadata, file: metadata.path }
}

test('F19 a session that another one has appended to refuses, and the file has one branch', async (t) => {
  const { repo, session, metadata, file } = await sessionIn(t)
  await session.appendMessage(user('a'))
  const other = await repo.open(metadata)
  const b = await other.appendMessage(user('b'))
  const before = fs.readFileSync(file, 'utf8')
  await assert.rejects(session.appendMessage(user('c')), ({ name, code, cause }) => {
    assert.deepEqual([name, code, cause.name], ['SessionError', 'storage', 'FileError'])
    assert.match(cause.message, /another writer/)
    return true
  })
  assert.equal(fs.readFileSync(file, 'utf8'), before)
  // What it had is still there, and it is the session that it was.
  assert.equal((await session.getBranch()).length, 1)
  // Whoever opens it again goes on from there.
  const again = await repo.open(metadata)
  assert.equal(await again.getLeafId(), b)
  await again.appendMessage(user('c'))
  assert.equal((await (await repo.open(metadata)).getBranch()).length, 3)
})

test('F19 a writer that knows no lock is noticed as well', async (t) => {
  const { session, file } = await sessionIn(t)
  await session.appendMessage(user('a'))
  fs.appendFileSync(file, '{"type":"x","id":"y","parentId":null,"timestamp":"t"}\n')
  await assert.rejects(session.appendMessage(user('b')), { code: 'storage' })
})

test('F19 a session in turn with another process appends as long as it opens the file again', async (t) => {
  const { repo, session, metadata, file } = await sessionIn(t)
  await session.appendMessage(user('here'))
  // The first session is still there, and holds nothing against the other process.
  const { status, stderr } = spawnSync(process.execPath, [WRITER, file, '3'], { encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  await assert.rejects(session.appendMessage(user('stale')), { code: 'storage' })
  const again = await repo.open(metadata)
  await again.appendMessage(user('again'))
  assert.equal((await again.getBranch()).length, 5)
})

test('F19 of two processes that write at the same time none interleaves', async (t) => {
  const { repo, metadata, file } = await sessionIn(t)
  const script = `${process.execPath} ${WRITER} ${file} 300 & ${process.execPath} ${WRITER} ${file} 300; wait`
  spawnSync('sh', ['-c', script], { encoding: 'utf8' })
  const session = await repo.open(metadata)
  const entries = await session.getEntries()
  assert.ok(entries.length >= 300)
  // Each entry follows on the one that stood before it in the file.
  entries.forEach((entry, i) => assert.equal(entry.parentId, entries[i - 1]?.id ?? null))
})

test('F19 a session whose file was deleted or replaced does not write into nothing', async (t) => {
  const { session, repo, metadata, file } = await sessionIn(t)
  await session.appendMessage(user('a'))
  await repo.delete(metadata)
  await assert.rejects(session.appendMessage(user('b')), ({ code, message, cause }) => {
    assert.deepEqual([code, cause.code], ['storage', 'not_found'])
    assert.equal(message, `The session ${file} cannot be appended to: it was deleted or replaced`)
    return true
  })
  assert.ok(!fs.existsSync(file))
  assert.equal((await session.getEntries()).length, 1)
})

test('A12.7 a closed session can be read as far as it was, and takes no more', async (t) => {
  const { env, session, file } = await sessionIn(t)
  const a = await session.appendMessage(user('a'))
  await session.getStorage().close()
  assert.equal((await session.getEntry(a)).message.content, 'a')
  await assert.rejects(session.appendMessage(user('b')), { code: 'storage' })
  const storage = await JsonlSessionStorage.open(env, file)
  await storage.close()
  await assert.rejects(new Session(storage).getEntries(), { code: 'storage' })
  assert.equal((await storage.getSessionStats()).messageCount, 1)
})

test('A12.7 a closed session on a file system of others takes no more either', async (t) => {
  const folder = freshFolder(t, 'closed')
  const file = path.join(folder, 's.jsonl')
  const storage = await JsonlSessionStorage.create(foreign(folder), file, { cwd: '/w', sessionId: 's' })
  const session = new Session(storage)
  const a = await session.appendMessage(user('a'))
  const before = fs.readFileSync(file)
  await storage.close()
  await assert.rejects(session.appendMessage(user('b')), { code: 'storage', message: /is closed/ })
  assert.deepEqual(fs.readFileSync(file), before)
  assert.equal((await session.getEntry(a)).message.content, 'a')
})

for (const fsync of ['always', 'batch', 'never']) {
  test(`A12.7 fsync ${fsync}: what was appended is on the disk when it says so`, async (t) => {
    const { env, metadata, file } = await sessionIn(t)
    const storage = await JsonlSessionStorage.open(env, metadata.path, { fsync })
    const session = new Session(storage)
    await Promise.all([session.appendMessage(user('a')), session.appendMessage(user('b'))])
    await session.moveTo(null)
    await storage.flush()
    assert.equal(fs.readFileSync(file, 'utf8').split('\n').length, 5)
  })
}

test('A12.7 with fsync always an append is done when the disk says so, and not before', async (t) => {
  const { env, file } = await sessionIn(t)
  const work = (storage, id) => {
    const session = new Session(storage)
    const entry = { type: 'custom', id: 'own', parentId: id, timestamp: 't', customType: 'c' }
    return [session.appendMessage(user('a')), session.moveTo(null), storage.appendEntry(entry)]
  }
  const syncs = []
  const real = native.flushSession
  t.mock.method(native, 'flushSession', (slot) => {
    return new Promise((resolve, reject) => {
      syncs.push({ resolve: () => resolve(real(slot)), reject })
    })
  })
  const storage = await JsonlSessionStorage.open(env, file, { fsync: 'always' })
  let done = 0
  const all = work(storage, null).map((promise) => promise.then(() => done++))
  await new Promise(setImmediate)
  // In the file already, and nobody has said that they are safe.
  assert.equal(fs.readFileSync(file, 'utf8').split('\n').length, 5)
  assert.deepEqual([syncs.length, done], [3, 0])
  for (const sync of syncs) sync.resolve()
  await Promise.all(all)
  assert.equal(done, 3)
  const failed = new Session(storage).appendMessage(user('b'))
  await new Promise(setImmediate)
  syncs.at(-1).reject(new Error('EIO'))
  await assert.rejects(failed, { name: 'SessionError', code: 'storage' })
})

test('A12.7 another fsync is refused, before anything is written', async (t) => {
  const { env, file } = await sessionIn(t)
  const refusal = {
    name: 'TypeError',
    code: 'ERR_GATTO_OPTION_TYPE',
    message: /'batch' or 'never', but is 'often'/
  }
  const fsync = 'often'
  await assert.rejects(JsonlSessionStorage.open(env, file, { fsync }), refusal)
  const at = `${file}.new.jsonl`
  await assert.rejects(JsonlSessionStorage.create(env, at, { cwd: '/w', sessionId: 'a', fsync }), refusal)
  assert.ok(!fs.existsSync(at))
  assert.throws(() => new JsonlSessionRepo({ fs: env, sessionsRoot: 'sessions', fsync }), refusal)
})

test('A12.7 a full disk fails the append and harms nothing', {
  skip: process.platform === 'win32'
}, async (t) => {
  const { env, file } = await sessionIn(t)
  // Files may have 4 KB: sh counts in 512 bytes.
  const run = (blocks, count) =>
    spawnSync(
      'sh',
      ['-c', `ulimit -f ${blocks}; exec ${process.execPath} ${WRITER} ${file} ${count} ignore`],
      {
        encoding: 'utf8'
      }
    )
  const { status, stderr, stdout } = run(8, 100)
  assert.equal(status, 3, stderr)
  assert.match(stdout, /SessionError storage/)
  assert.equal(fs.readFileSync(file, 'utf8').at(-1), '\n')
  assert.ok(fs.statSync(file).size <= 4096)
  const session = new Session(await JsonlSessionStorage.open(env, file))
  await session.appendMessage(user('there is room again'))
  const entries = await session.getEntries()
  entries.forEach((entry, i) => assert.equal(entry.parentId, entries[i - 1]?.id ?? null))
})

test('A12.7 a file that may only be read is read', { skip: process.platform === 'win32' }, async (t) => {
  const { env, session, file } = await sessionIn(t)
  await session.appendMessage(user('a'))
  for (let dir = path.dirname(file); dir.startsWith(env.cwd); dir = path.dirname(dir)) {
    fs.chmodSync(dir, 0o755)
  }
  fs.chmodSync(file, 0o444)
  const seen = asNobody(
    t,
    `
    import { JsonlSessionStorage, NodeExecutionEnv, Session } from '@polyweave/gatto-agent-harness/agent'
    const env = new NodeExecutionEnv({ cwd: '/' })
    const reader = new Session(await JsonlSessionStorage.open(env, ${JSON.stringify(file)}))
    const { length } = await reader.getBranch()
    const refused = reader.appendMessage({ role: 'user', content: 'b', timestamp: 1 })
    const codes = await refused.catch(({ code, cause }) => [code, cause.code])
    console.log(JSON.stringify({ length, codes }))
  `
  )
  if (seen === undefined) return
  assert.deepEqual(seen, { length: 1, codes: ['storage', 'permission_denied'] })
})
