// Processes are killed while they append to a session, compact it and fork it; whoever opens the file next finds all that was
// told.
// GATTO_KILLS and GATTO_KILL_SEED are as in kills.test.js.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import process from 'node:process'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { JsonlSessionRepo, NodeExecutionEnv } from '@polyweave/gatto-agent-harness/agent'
import { freshFolder } from '../folder.js'
import { Random } from './random.js'

const total = Math.ceil(Number(process.env.GATTO_KILLS ?? 200) / 2)
const seed = Number(process.env.GATTO_KILL_SEED ?? Date.now() % 1e9)
const CHILD = fileURLToPath(new URL('session-child.js', import.meta.url))

test(`F1 F18 A12.7 of ${total} processes killed on one session no append is lost, and every fork is whole`, async (t) => {
  process.stderr.write(`GATTO_KILL_SEED=${seed}\n`)
  const random = new Random(seed)
  const folder = freshFolder(t, 'session-kills')
  const repo = new JsonlSessionRepo({ fs: new NodeExecutionEnv({ cwd: folder }), sessionsRoot: folder })
  const session = await repo.create({ cwd: '/work' })
  const metadata = await session.getMetadata()
  await session.getStorage().close()
  const told = []
  let torn = 0
  for (let i = 0; i < total; i++) {
    told.push(...(await killed(metadata.path, folder, random.int(0, 60))))
    if (fs.readFileSync(metadata.path, 'utf8').at(-1) !== '\n') torn += 1
    const found = await repo.open(metadata)
    const entries = await found.getEntries()
    const ids = new Set(entries.map(({ id }) => id))
    // One branch: every entry follows on the one before, across all lives.
    entries.forEach((entry, at) => assert.equal(entry.parentId, entries[at - 1]?.id ?? null))
    for (const id of told) assert.ok(ids.has(id), `${id} was told and is lost`)
    await assertContext(found, entries)
    await found.getStorage().close()
  }
  const sessions = await repo.list()
  for (const fork of sessions.filter(({ cwd }) => cwd === '/fork')) {
    const copy = await repo.open(fork)
    const { count } = fork.metadata
    const { messageCount } = await copy.getSessionStats()
    assert.ok(messageCount >= count, 'a fork has what its source had')
    await copy.getStorage().close()
  }
  process.stderr.write(`${told.length} appends told, ${torn} torn tails, ${sessions.length - 1} forks\n`)
  assert.ok(told.length > total)
})

/** The context is that of the last compaction and of all that follows on it. */
async function assertContext(session, entries) {
  const { messages } = await session.buildContext()
  const at = entries.findLastIndex(({ type }) => type === 'compaction')
  if (at === -1) return assert.equal(messages.length, entries.length)
  const { summary, retainedTail, firstKeptEntryId } = entries[at]
  const first = entries.findIndex(({ id }) => id === firstKeptEntryId)
  const kept = retainedTail ?? entries.slice(first, at).map(({ message }) => message)
  const after = entries.slice(at + 1).map(({ message }) => message)
  assert.deepEqual([messages[0].summary, ...messages.slice(1)], [summary, ...kept, ...after])
}

/** Runs a process that is killed so many messages after its first, and gives the ids that it told of. */
function killed(file, folder, after) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [CHILD, file, folder], { stdio: ['ignore', 'pipe', 'pipe'] })
    let text = ''
    let stderr = ''
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    child.stdout.setEncoding('latin1').on('data', (chunk) => {
      text += chunk
      if (text.split('\n').length > after + 1) child.kill('SIGKILL')
    })
    child.on('close', (_code, signal) => {
      if (signal !== 'SIGKILL') reject(new Error(`the process ended by itself\n${stderr}`))
      // What was being told at the moment of death has not been seen.
      else resolve(text.split('\n').slice(0, -1))
    })
  })
}
