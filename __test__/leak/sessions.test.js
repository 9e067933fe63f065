import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import test from 'node:test'
import {
  InMemorySessionStorage,
  JsonlSessionRepo,
  JsonlSessionStorage,
  NodeExecutionEnv,
  Session
} from '@polyweave/gatto-agent-harness/agent'
import { freshFolder } from '../folder.js'
import { foreign } from '../agent/session/kinds.js'
import { Collected, settle } from './collected.js'

const COUNT = 200
const NEARLY = COUNT - 2

test('A12.7 a session in memory that nobody holds is gone', async () => {
  const collected = new Collected()
  const use = async () => {
    const session = collected.watch('session', new Session(new InMemorySessionStorage()))
    await session.appendMessage(collected.watch('message', { role: 'user', content: 'x', timestamp: 1 }))
  }
  for (let i = 0; i < COUNT; i++) await use()
  const counts = await collected.atLeast({ session: NEARLY, message: NEARLY })
  assert.ok(counts.session >= NEARLY && counts.message >= NEARLY, JSON.stringify(counts))
})

test('A12.7 a session in a file that nobody holds lets its file go', {
  skip: !fs.existsSync('/proc/self/fd')
}, async (t) => {
  const collected = new Collected()
  const folder = freshFolder(t, 'leak')
  const repo = new JsonlSessionRepo({ fs: new NodeExecutionEnv({ cwd: folder }), sessionsRoot: folder })
  const use = async () => {
    const session = collected.watch('session', await repo.create({ cwd: '/w' }))
    await session.appendMessage({ role: 'user', content: 'x', timestamp: 1 })
  }
  const open = () => fs.readdirSync(`/proc/${process.pid}/fd`).length
  const before = open()
  for (let i = 0; i < COUNT; i++) await use()
  const counts = await collected.atLeast({ session: NEARLY })
  assert.ok(counts.session >= NEARLY, JSON.stringify(counts))
  // The tree of a session goes with it, by a finalizer of its own.
  await collected.atLeast({ session: COUNT + 1 })
  assert.ok(open() - before <= 4, `${open() - before} files are open`)
})

test('A12.6 A12.7 a fork lets the file that it copies go at once, also when it fails', {
  skip: !fs.existsSync('/proc/self/fd')
}, async (t) => {
  const folder = freshFolder(t, 'leak')
  const options = { fs: new NodeExecutionEnv({ cwd: folder }), sessionsRoot: folder, fsync: 'never' }
  const repo = new JsonlSessionRepo(options)
  const source = await repo.create({ cwd: '/w' })
  await source.appendMessage({ role: 'user', content: 'x', timestamp: 1 })
  const metadata = await source.getMetadata()
  await source.getStorage().close()
  // No collection of garbage is waited for: so few of them would not start one.
  for (let i = 0; i < 20; i++) {
    const fork = await repo.fork(metadata, { cwd: '/w' })
    await fork.getStorage().close()
    await assert.rejects(repo.fork(metadata, { cwd: '/w', entryId: 'nowhere' }), {
      code: 'invalid_fork_target'
    })
  }
  assert.deepEqual(openFiles(folder), [])
})

test('A12.7 what was read of a session on a file system of others is held once', async (t) => {
  const folder = freshFolder(t, 'leak')
  const file = path.join(folder, 's.jsonl')
  const MB = 1024 * 1024
  const lines = Array.from({ length: 40 }, (_, i) => {
    const message = { role: 'user', content: `${i} ${'x'.repeat(MB)}`, timestamp: 1 }
    return `${JSON.stringify({ type: 'message', id: `e${i}`, parentId: null, timestamp: 't', message })}\n`
  })
  const header = { type: 'session', version: 3, id: 's', timestamp: '2026-01-01T00:00:00.000Z', cwd: '/w' }
  fs.writeFileSync(file, `${JSON.stringify(header)}\n${lines.join('')}`)
  lines.length = 0
  const used = () => process.memoryUsage().heapUsed + process.memoryUsage().external
  let before
  await settle(() => {
    before = used()
    return false
  }, true)
  const session = new Session(await JsonlSessionStorage.open(foreign(folder), file))
  const entries = await session.getEntries()
  assert.equal(entries.length, 40)
  // 40 MB of entries, without the 40 MB of lines that they were.
  assert.ok(await settle(() => used() - before < 60 * MB, true), `${(used() - before) / MB} MB are held`)
  assert.equal((await session.getEntries())[39], entries[39])
})

/** What this process has open in a folder. */
function openFiles(folder) {
  return fs.readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const file = fs.readlinkSync(`/proc/self/fd/${fd}`)
      return file.startsWith(folder) ? [file] : []
    } catch {
      return [] // the descriptor of the listing itself
    }
  })
}
