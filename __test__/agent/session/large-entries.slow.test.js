import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { test } from 'node:test'
import { JsonlSessionStorage, NodeExecutionEnv, Session } from '@polyweave/gatto-agent-harness/agent'
import { freshFolder } from '../../folder.js'

const MB = 1024 * 1024
const GB = 1024 * MB
/** So many entries of 10 MB are more than 2 GB. */
const COUNT = 206

test('A12.7 an entry of 50 MB is stored, found again, and costs nothing until it is asked for', async (t) => {
  const folder = freshFolder(t, 'large')
  const env = new NodeExecutionEnv({ cwd: folder })
  const file = path.join(folder, 's.jsonl')
  const session = new Session(await JsonlSessionStorage.create(env, file, { cwd: '/w', sessionId: 's' }))
  const first = await session.appendMessage({ role: 'user', content: 'small', timestamp: 1 })
  const large = await session.appendCustomEntry('image', { data: 'x'.repeat(50 * MB) })
  const last = await session.appendMessage({ role: 'user', content: 'small too', timestamp: 1 })
  const again = new Session(await JsonlSessionStorage.open(env, file))
  assert.equal((await again.getEntry(last)).parentId, large)
  assert.equal((await again.getEntry(first)).message.content, 'small')
  assert.equal((await again.getEntry(large)).data.data.length, 50 * MB)
})

test('A12.7 a file of 2 GB, which no string can hold, is opened, read and appended to', async (t) => {
  const folder = freshFolder(t, 'larger')
  const { bavail, bsize } = fs.statfsSync(folder)
  if (bavail * bsize < 3 * GB) return t.skip('no room for a file of 2 GB')
  const env = new NodeExecutionEnv({ cwd: folder })
  const file = path.join(folder, 's.jsonl')
  const storage = await JsonlSessionStorage.create(env, file, { cwd: '/w', sessionId: 's' })
  await storage.close()
  const data = Buffer.alloc(10 * MB, 'x')
  const fd = fs.openSync(file, 'a')
  for (let i = 0; i < COUNT; i++) {
    const parentId = i === 0 ? null : `e${i - 1}`
    const entry = { type: 'custom', id: `e${i}`, parentId, timestamp: 't', customType: 'x', data: '' }
    const line = JSON.stringify(entry)
    fs.writevSync(fd, [Buffer.from(line.slice(0, -2)), data, Buffer.from(`${line.slice(-2)}\n`)])
  }
  fs.closeSync(fd)
  assert.ok(fs.statSync(file).size > 2 * GB)
  // What was written above need not reach the disk, which may be slow.
  const open = async () => new Session(await JsonlSessionStorage.open(env, file, { fsync: 'never' }))
  const before = process.memoryUsage().rss
  const session = await open()
  assert.ok(process.memoryUsage().rss - before < 100 * MB, 'it is not read into memory')
  const id = await session.appendMessage({ role: 'user', content: 'x', timestamp: 1 })
  const last = `e${COUNT - 1}`
  assert.equal((await session.getEntry(id)).parentId, last)
  assert.equal((await session.getEntry(last)).data.length, data.length)
  assert.equal((await (await open()).getSessionStats()).messageCount, 1)
})
