import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import process from 'node:process'
import { test } from 'node:test'
import { JsonlSessionRepo, NodeExecutionEnv } from '@polyweave/gatto-agent-harness/agent'
import { freshFolder } from '../../folder.js'

const user = (content) => ({ role: 'user', content, timestamp: 1 })
const WRITER = new URL('burst-writer.js', import.meta.url).pathname

async function sessionIn(t) {
  const folder = freshFolder(t, 'bursts')
  const repo = new JsonlSessionRepo({ fs: new NodeExecutionEnv({ cwd: folder }), sessionsRoot: folder })
  const session = await repo.create({ cwd: folder })
  const metadata = await session.getMetadata()
  return { repo, session, metadata, file: metadata.path }
}

const linesOf = (file) =>
  fs
    .readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line))

function assertOneBranch(entries) {
  entries.forEach((entry, i) => assert.equal(entry.parentId, entries[i - 1]?.id ?? null))
}

test('F2 A12.7 whoever hears that an append is done finds it in the file, in the order of the calls', async (t) => {
  const { repo, session, metadata, file } = await sessionIn(t)
  const texts = Array.from({ length: 3000 }, (_, i) => `${i} ${'é'.repeat(i % 300)}`)
  const told = []
  const appends = texts.map((text, i) => {
    const append = session.appendMessage(user(text))
    if (i % 500 !== 499) return append
    return append.then((id) => {
      told.push(linesOf(file).some((entry) => entry.id === id))
      return id
    })
  })
  const ids = await Promise.all(appends)
  assert.deepEqual(told, Array(6).fill(true))
  const entries = linesOf(file)
  assert.deepEqual([entries.map(({ id }) => id), entries.map(({ message }) => message.content)], [ids, texts])
  assertOneBranch(entries)
  assert.deepEqual(await session.getEntries(), await (await repo.open(metadata)).getEntries())
})

test('F2 A2.9 who asks at once gets what was appended, although nobody has waited for it', async (t) => {
  const { session, file } = await sessionIn(t)
  const storage = session.getStorage()
  const first = session.appendMessage(user('a'))
  const leaf = storage.getLeafId()
  const [entry] = await storage.getEntries()
  assert.deepEqual([await leaf, entry.id], [await first, await first])
  const second = session.appendMessage(user('b'))
  // An entry of the caller's own, a label and a move take their place behind it.
  const own = { type: 'custom', id: 'own', parentId: entry.id, timestamp: 't', customType: 'x' }
  const rest = [storage.appendEntry(own), session.appendLabel('own', 'here'), session.moveTo('own')]
  const stats = session.getSessionStats()
  await Promise.all([second, ...rest])
  assert.equal((await stats).messageCount, 2)
  assert.deepEqual(
    linesOf(file).map(({ type }) => type),
    ['message', 'message', 'custom', 'label', 'leaf']
  )
  assert.equal(await session.getLabel('own'), 'here')
})

test('F2 A12.7 an entry that is refused in the middle of others leaves no gap', async (t) => {
  const { session, file } = await sessionIn(t)
  const storage = session.getStorage()
  const settled = await Promise.allSettled([
    session.appendMessage(user('a')),
    session.appendMessage(user(1n)),
    storage.appendEntry({ type: 'custom', id: '', parentId: null, timestamp: 't' }),
    session.appendLabel('nobody', 'x'),
    session.appendMessage(user('b'))
  ])
  assert.deepEqual(
    settled.map(({ reason }) => reason?.code),
    [undefined, 'invalid_entry', 'invalid_entry', 'not_found', undefined]
  )
  const entries = linesOf(file)
  assert.deepEqual(
    entries.map(({ id }) => id),
    [settled[0].value, settled[4].value]
  )
  assertOneBranch(entries)
})

test('F19 A12.7 what could not be written is in neither the file nor the session, and its leaf is where it was', async (t) => {
  const { repo, session, metadata, file } = await sessionIn(t)
  const before = await session.appendMessage(user('a'))
  const other = await repo.open(metadata)
  await other.appendMessage(user('b'))
  const text = fs.readFileSync(file, 'utf8')
  const settled = await Promise.allSettled(['c', 'd', 'e'].map((text) => session.appendMessage(user(text))))
  assert.deepEqual(
    settled.map(({ reason }) => reason?.code),
    ['storage', 'storage', 'storage']
  )
  assert.equal(fs.readFileSync(file, 'utf8'), text)
  assert.deepEqual([await session.getLeafId(), (await session.getEntries()).length], [before, 1])
})

test('A12.7 a session that is closed behind appends has them', async (t) => {
  const { session, file } = await sessionIn(t)
  const appends = ['a', 'b'].map((text) => session.appendMessage(user(text)))
  const closed = session.getStorage().close()
  const ids = await Promise.all(appends)
  await closed
  assert.deepEqual(
    linesOf(file).map(({ id }) => id),
    ids
  )
})

test('A12.7 a flush behind appends that nobody has waited for is one of them', async (t) => {
  const { session, file } = await sessionIn(t)
  const appends = ['a', 'b'].map((text) => session.appendMessage(user(text)))
  const flushed = session.getStorage().flush()
  // What is brought to the disk has to be written by then.
  assert.equal(linesOf(file).length, 2)
  await Promise.all([flushed, ...appends])
})

test('A12.7 however many appends there were, the end of the process is listened for once', async (t) => {
  const before = process.listenerCount('exit')
  const sessions = [await sessionIn(t), await sessionIn(t)].map(({ session }) => session)
  for (let i = 0; i < 20; i++) await Promise.all(sessions.map((session) => session.appendMessage(user('a'))))
  assert.ok(process.listenerCount('exit') - before <= 1)
})

for (const [end, status] of [
  ['exit', 0],
  ['throw', 1]
]) {
  test(`A12.7 a process that ends behind its appends (${end}) has written them`, async (t) => {
    const { file } = await sessionIn(t)
    const run = spawnSync(process.execPath, [WRITER, file, '50', end], { encoding: 'utf8' })
    assert.equal(run.status, status, run.stderr)
    const entries = linesOf(file)
    assert.equal(entries.length, 50)
    assertOneBranch(entries)
  })
}

test('A12.7 on a full disk the appends that are refused are those that are not in the file', {
  skip: process.platform === 'win32'
}, async (t) => {
  const { repo, metadata, file } = await sessionIn(t)
  // Files may have 512 KB, which the third write of so many messages would exceed: sh counts in 512 bytes.
  const script = `ulimit -f 1024; exec ${process.execPath} ${WRITER} ${file} 3000 wait`
  const { status, stderr, stdout } = spawnSync('sh', ['-c', script], { encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  const { stored, codes, count, leaf } = JSON.parse(stdout)
  assert.ok(stored.length > 0 && codes.length > 0)
  assert.deepEqual(new Set(codes), new Set(['storage']))
  const entries = linesOf(file)
  assert.deepEqual(
    entries.map(({ id }) => id),
    stored
  )
  assert.deepEqual([count, leaf], [stored.length, stored.at(-1)])
  assertOneBranch(entries)
  const session = await repo.open(metadata)
  await session.appendMessage(user('there is room again'))
  assert.equal((await session.getBranch()).length, stored.length + 1)
})
