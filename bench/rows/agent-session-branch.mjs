import path from 'node:path'
import { costOfAsync } from '../measure/clock.mjs'
import { besidePeer } from '../measure/verdict.mjs'
import { writeTranscript } from '../workload/transcript.mjs'

const ENTRIES = 100_000
// One of them costs less than to look at the clocks does.
const STATS = 100

const versus = (key, unit) => besidePeer(key, 'wall', unit)

export default {
  name: 'agent-session-branch',
  title: 'read a session of 100 000 entries: its branch, its context, its sums',
  clock: 'wall time; entries are read before, but for the first line',
  sides: ['agent', 'peer'],
  blocks: 3,
  lines: [
    { label: 'open and the first branch', ...versus('first', 'ms'), goal: 0.5, limit: 1 },
    { label: 'getBranch', ...versus('branch', 'ms'), goal: 0.02, limit: 0.1 },
    { label: 'buildContext', ...versus('context', 'ms'), goal: 0.05, limit: 0.1 },
    { label: 'getSessionStats', ...versus('stats', 'us'), goal: 0.01, limit: 0.05 }
  ],
  async prepare({ JsonlSessionStorage, NodeExecutionEnv, Session }, { scratch }) {
    const file = writeTranscript(path.join(scratch, 'branch.jsonl'), ENTRIES)
    const env = new NodeExecutionEnv({ cwd: scratch })
    return async () => {
      let session
      const first = await costOfAsync(1, async () => {
        session = new Session(await JsonlSessionStorage.open(env, file))
        const { length } = await session.getBranch()
        if (length !== ENTRIES) throw new Error(`the branch has ${length} entries`)
      })
      const branch = await costOfAsync(1, () => session.getBranch())
      const context = await costOfAsync(1, () => session.buildContext())
      const stats = await costOfAsync(STATS, async () => {
        for (let i = 0; i < STATS; i++) await session.getSessionStats()
      })
      return { first, branch, context, stats }
    }
  }
}
