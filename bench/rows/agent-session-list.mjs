import fs from 'node:fs'
import path from 'node:path'
import { costOfAsync } from '../measure/clock.mjs'
import { header } from '../workload/transcript.mjs'

const SESSIONS = 1000
const MB = 1_000_000

export default {
  name: 'agent-session-list',
  title: 'list 1000 session files of 1 MB',
  clock: 'wall time',
  sides: ['agent', 'peer'],
  blocks: 3,
  lines: [
    {
      label: 'list()',
      unit: 'ms',
      otherName: 'package',
      goal: 0.05,
      limit: 0.1,
      of: (run) => {
        const native = run.agent.list.wall / 1e6
        const other = run.peer.list.wall / 1e6
        return { native, other, figure: native / other }
      }
    }
  ],
  async prepare({ JsonlSessionRepo, NodeExecutionEnv }, { scratch }) {
    const sessionsRoot = path.join(scratch, 'list')
    const folder = path.join(sessionsRoot, '--work--')
    fs.mkdirSync(folder, { recursive: true })
    for (let i = 0; i < SESSIONS; i++) {
      const file = path.join(folder, `${i}.jsonl`)
      if (fs.existsSync(file)) continue
      fs.writeFileSync(file, header(`${i}`))
      // Nobody looks at the rest: a hole is as large.
      fs.truncateSync(file, MB)
    }
    const repo = new JsonlSessionRepo({ fs: new NodeExecutionEnv({ cwd: scratch }), sessionsRoot })
    const block = async () => {
      let found
      const list = await costOfAsync(1, async () => {
        found = await repo.list()
      })
      if (found.length !== SESSIONS) throw new Error(`${found.length} sessions were listed`)
      return { list }
    }
    await block()
    return block
  }
}
