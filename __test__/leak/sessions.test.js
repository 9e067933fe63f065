import assert from 'node:assert/strict'
import fs from 'node:fs'
import process from 'node:process'
import test from 'node:test'
import {
  InMemorySessionStorage,
  JsonlSessionRepo,
  NodeExecutionEnv,
  Session
} from '@polyweave/gatto-agent-harness/agent'
import { freshFolder } from '../folder.js'
import { Collected } from './collected.js'

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
