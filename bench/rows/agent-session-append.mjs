import path from 'node:path'
import { costOfAsync } from '../measure/clock.mjs'
import { besidePeer } from '../measure/verdict.mjs'

const APPENDS = 2000
const WARM_UP = 3

const MESSAGE = { role: 'user', content: 'x'.repeat(600), timestamp: 1 }

const versus = (key) => besidePeer(key, 'main', 'us')

export default {
  name: 'agent-session-append',
  title: 'append a message of 700 B to a session',
  clock: 'main-thread CPU an entry',
  sides: ['agent', 'peer'],
  lines: [
    { label: 'in memory', ...versus('memory'), goal: 0.2, limit: 0.4 },
    { label: 'to a file, each awaited', ...versus('file'), goal: 0.1, limit: 0.2 },
    { label: 'to a file, 2000 at once', ...versus('burst'), goal: 0.1, limit: 0.2 }
  ],
  async prepare({ InMemorySessionRepo, JsonlSessionRepo, NodeExecutionEnv }, { scratch, side }) {
    const env = new NodeExecutionEnv({ cwd: scratch })
    const files = new JsonlSessionRepo({ fs: env, sessionsRoot: path.join(scratch, `append-${side}`) })
    const memory = new InMemorySessionRepo()
    const awaited = (session) =>
      costOfAsync(APPENDS, async () => {
        for (let i = 0; i < APPENDS; i++) await session.appendMessage(MESSAGE)
      })
    const burst = (session) =>
      costOfAsync(APPENDS, () =>
        Promise.all(Array.from({ length: APPENDS }, () => session.appendMessage(MESSAGE)))
      )
    const block = async () => ({
      memory: await awaited(await memory.create()),
      file: await awaited(await files.create({ cwd: '/work' })),
      burst: await burst(await files.create({ cwd: '/work' }))
    })
    for (let i = 0; i < WARM_UP; i++) await block()
    return block
  }
}
