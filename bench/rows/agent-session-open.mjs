import path from 'node:path'
import process from 'node:process'
import { costOfAsync } from '../measure/clock.mjs'
import { besidePeer } from '../measure/verdict.mjs'
import { writeTranscript } from '../workload/transcript.mjs'

const ENTRIES = 100_000
const METADATA = 200

export default {
  name: 'agent-session-open',
  title: 'open a session file of 100 000 entries (75 MB), and read the metadata of one',
  clock: 'as said in each line',
  sides: ['agent', 'peer'],
  blocks: 3,
  lines: [
    { label: 'open, wall time', ...besidePeer('open', 'wall', 'ms'), goal: 0.1, limit: 0.15 },
    { label: 'open, CPU of the main thread', ...besidePeer('open', 'main', 'ms'), goal: 0.02, limit: 0.1 },
    {
      label: 'memory after the first open',
      ...besidePeer('memory', 'wall', 'MB', { scale: 1 }),
      goal: 0.2,
      limit: 0.5
    },
    { label: 'metadata, wall time', ...besidePeer('metadata', 'wall', 'us'), goal: 0.2, limit: 0.5 }
  ],
  async prepare({ JsonlSessionStorage, loadJsonlSessionMetadata, NodeExecutionEnv }, { scratch }) {
    const file = writeTranscript(path.join(scratch, 'open.jsonl'), ENTRIES)
    const env = new NodeExecutionEnv({ cwd: scratch })
    const small = writeTranscript(path.join(scratch, 'small.jsonl'), 10)
    await JsonlSessionStorage.open(env, small)
    const before = process.memoryUsage().rss
    const first = await JsonlSessionStorage.open(env, file)
    const memory = { wall: (process.memoryUsage().rss - before) / 1e6 }
    const stats = await first.getSessionStats()
    if (stats.messageCount !== ENTRIES) throw new Error(`${stats.messageCount} entries came back`)
    return async () => {
      const open = await costOfAsync(1, () => JsonlSessionStorage.open(env, file))
      const metadata = await costOfAsync(METADATA, async () => {
        for (let i = 0; i < METADATA; i++) await loadJsonlSessionMetadata(env, file)
      })
      return { open, metadata, memory }
    }
  }
}
