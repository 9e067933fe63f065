import path from 'node:path'
import process from 'node:process'
import { costOfAsync } from '../measure/clock.mjs'
import { writeTranscript } from '../workload/transcript.mjs'

const ENTRIES = 100_000
const METADATA = 200

const versus = (key, clock, unit, scale) => ({
  unit,
  otherName: 'package',
  of: (run) => {
    const native = run.agent[key][clock] / scale
    const other = run.peer[key][clock] / scale
    return { native, other, figure: native / other }
  }
})

export default {
  name: 'agent-session-open',
  title: 'open a session file of 100 000 entries (75 MB), and read the metadata of one',
  clock: 'as said in each line',
  sides: ['agent', 'peer'],
  blocks: 3,
  lines: [
    { label: 'open, wall time', ...versus('open', 'wall', 'ms', 1e6), goal: 0.1, limit: 0.15 },
    { label: 'open, CPU of the main thread', ...versus('open', 'main', 'ms', 1e6), goal: 0.02, limit: 0.1 },
    { label: 'memory after the first open', ...versus('memory', 'wall', 'MB', 1), goal: 0.2, limit: 0.5 },
    { label: 'metadata, wall time', ...versus('metadata', 'wall', 'us', 1e3), goal: 0.2, limit: 0.5 }
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
