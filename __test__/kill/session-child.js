// `node session-child.js FILE ROOT`: appends to a session, tells the id of each entry, and forks now and then, until it
// is killed.
import fs from 'node:fs'
import process from 'node:process'
import { JsonlSessionRepo, NodeExecutionEnv } from '@polyweave/gatto-agent-harness/agent'

const [file, root] = process.argv.slice(2)
const repo = new JsonlSessionRepo({ fs: new NodeExecutionEnv({ cwd: root }), sessionsRoot: root })
const session = await repo.open({ path: file })
const source = await session.getMetadata()
for (let i = 0; ; i++) {
  const id = await session.appendMessage({
    role: 'user',
    content: 'é'.repeat((i * 97) % 1500),
    timestamp: i
  })
  // Synchronous: what the reader has got was there at that instant.
  fs.writeSync(1, `${id}\n`)
  if (i % 20 !== 10) continue
  const { messageCount: count } = await session.getSessionStats()
  await repo.fork(source, { cwd: '/fork', metadata: { count } })
}
