// `node writer.js FILE COUNT [ignore]`: another process that appends to a session file.
import process from 'node:process'
import { JsonlSessionStorage, NodeExecutionEnv, Session } from '@polyweave/gatto-agent-harness/agent'

const [file, count, ignore] = process.argv.slice(2)
// A file that grows beyond its limit sends a signal first.
if (ignore !== undefined) process.on('SIGXFSZ', () => {})
const env = new NodeExecutionEnv({ cwd: '/' })
let session = new Session(await JsonlSessionStorage.open(env, file))
for (let i = 0; i < Number(count); i++) {
  try {
    await session.appendMessage({
      role: 'user',
      content: `${process.pid} ${i} ${'x'.repeat(100)}`,
      timestamp: 1
    })
  } catch (error) {
    if (ignore !== undefined || error.code !== 'storage') {
      console.log(`${error.name} ${error.code} ${error.cause?.message}`)
      process.exit(3)
    }
    // The other one was there first.
    session = new Session(await JsonlSessionStorage.open(env, file))
  }
}
