import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { test } from 'node:test'
import { JsonlSessionStorage, NodeExecutionEnv, Session } from '@polyweave/gatto-agent-harness/agent'
import { freshFolder } from '../../folder.js'

const MB = 1024 * 1024

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

test('A12.7 a file that no string can hold is opened, read and appended to', async (t) => {
  const folder = freshFolder(t, 'larger')
  const env = new NodeExecutionEnv({ cwd: folder })
  const file = path.join(folder, 's.jsonl')
  const storage = await JsonlSessionStorage.create(env, file, { cwd: '/w', sessionId: 's' })
  await storage.close()
  const data = 'x'.repeat(10 * MB)
  const fd = fs.openSync(file, 'a')
  for (let i = 0; i < 55; i++) {
    const entry = {
      type: 'custom',
      id: `e${i}`,
      parentId: i === 0 ? null : `e${i - 1}`,
      timestamp: 't',
      data
    }
    fs.writeSync(fd, `${JSON.stringify(entry)}\n`)
  }
  fs.closeSync(fd)
  assert.ok(fs.statSync(file).size > 512 * MB)
  const before = process.memoryUsage().rss
  const session = new Session(await JsonlSessionStorage.open(env, file))
  assert.ok(process.memoryUsage().rss - before < 100 * MB, 'it is not read into memory')
  const id = await session.appendMessage({ role: 'user', content: 'x', timestamp: 1 })
  assert.equal((await session.getEntry(id)).parentId, 'e54')
  assert.equal((await session.getEntry('e30')).data.length, 10 * MB)
  assert.equal((await (await JsonlSessionStorage.open(env, file)).getSessionStats()).messageCount, 1)
})
