// `node session-child.js FILE ROOT`: appends to a session, one by one and some at once, compacts it and forks it now and
// then, and tells the id of each entry, until it is killed.
import fs from 'node:fs'
import process from 'node:process'
import { JsonlSessionRepo, NodeExecutionEnv } from '@polyweave/gatto-agent-harness/agent'

const [file, root] = process.argv.slice(2)
const repo = new JsonlSessionRepo({ fs: new NodeExecutionEnv({ cwd: root }), sessionsRoot: root })
const session = await repo.open({ path: file })
const source = await session.getMetadata()
// Synchronous: what the reader has got was there at that instant.
const tell = (id) => fs.writeSync(1, `${id}\n`)
const message = (i, content) => ({ role: 'user', content, timestamp: i })
for (let i = 0; ; i++) {
  const id = await session.appendMessage(message(i, 'é'.repeat((i * 97) % 1500)))
  tell(id)
  if (i % 5 === 3) {
    // Some that nobody waits for one by one.
    const texts = ['a', 'b'.repeat((i * 31) % 700), 'c']
    const burst = await Promise.all(texts.map((text) => session.appendMessage(message(i, text))))
    burst.forEach(tell)
  }
  if (i % 7 === 4) {
    const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2, cost: { total: 0 } }
    const tail = i % 2 === 0 ? [message(i, 'kept')] : undefined
    tell(await session.appendCompaction(`summary ${i}`, id, 1000, { i }, true, usage, tail))
  }
  if (i % 20 !== 10) continue
  const { messageCount: count } = await session.getSessionStats()
  await repo.fork(source, { cwd: '/fork', metadata: { count } })
}
