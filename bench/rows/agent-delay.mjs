import fs from 'node:fs'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { writeTranscript } from '../workload/transcript.mjs'
import { picture, plantFile, prose } from '../workload/tree.mjs'

const MB = 1024 * 1024
const SKILLS = 500
const EDITS = 50
const RESOLUTION = 1 // ms between two looks at the clock
// What is over in one look has no delay that could be seen.
const AT_LEAST = 250 // ms

const LABELS = {
  open: 'open a session of 100 000 entries',
  append: 'append 1 000 entries, not awaited',
  read: 'read 10 lines of 100 MB',
  image: 'read an image of 5 MB',
  edit: '50 edits of 1 MB',
  bash: 'bash, 5 MB of output',
  skills: 'load 500 skills'
}

const line = (key) => ({
  label: LABELS[key],
  unit: 'ms',
  otherName: 'package',
  figureUnit: 'ms',
  of: ({ agent, peer }) => ({ native: agent[key].p99, other: peer[key].p99, figure: agent[key].p99 }),
  goal: 5,
  limit: 10
})

/**
 * How long the loop keeps a timer waiting while the work is done again and again: the 99th percentile, in ms. What a row
 * has to prepare in between does not hold the loop.
 */
async function delayOf(work) {
  await work(0)
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION })
  histogram.enable()
  const start = performance.now()
  for (let round = 1; performance.now() - start < AT_LEAST; round++) await work(round)
  histogram.disable()
  return { p99: Math.max(0, histogram.percentile(99) / 1e6 - RESOLUTION) }
}

function plant(at) {
  writeTranscript(at('open.jsonl'), 100_000)
  plantFile(at('large.txt'), () => prose(10 * MB, 1).repeat(10))
  plantFile(at('image.png'), () => picture(Buffer.alloc(5 * MB, 7)))
  for (let i = 0; i < SKILLS; i++) {
    plantFile(
      at(`skills/skill-${i}/SKILL.md`),
      () => `---\ndescription: the skill of number ${i}\n---\n${prose(1000, i)}`
    )
  }
}

function edited(lines) {
  const all = Array.from({ length: lines }, (_, i) => `  const value${i} = compute(${i}, "item ${i * 7}")`)
  const step = Math.floor(lines / EDITS)
  const edits = Array.from({ length: EDITS }, (_, i) => ({
    oldText: all[i * step],
    newText: `  changed(${i})`
  }))
  return { bytes: Buffer.from(all.join('\n')), edits }
}

export default {
  name: 'agent-delay',
  title: 'how long the event loop waits while others work, the 99th percentile',
  clock: `lateness of a timer of ${RESOLUTION} ms`,
  sides: ['agent', 'peer'],
  processes: 1,
  blocks: 1,
  lines: Object.keys(LABELS).map(line),
  setup(_api, { scratch }) {
    plant((name) => path.join(scratch, 'delay', name))
  },
  prepare(api, { scratch, side }) {
    const cwd = path.join(scratch, 'delay')
    const env = new api.NodeExecutionEnv({ cwd })
    const context = { env }
    const call = (tool, params) => tool.execute('1', params, undefined, undefined, context)
    const [read, edit, bash] = [api.createReadTool(), api.createEditTool(), api.createBashTool()]
    const { bytes, edits } = edited(20_000)
    const works = {
      open: () => api.JsonlSessionStorage.open(env, path.join(cwd, 'open.jsonl')),
      async append(round) {
        const sessionsRoot = path.join(cwd, `sessions-${side}-${round}`)
        const session = await new api.JsonlSessionRepo({ fs: env, sessionsRoot }).create({ cwd })
        const message = { role: 'user', content: 'a line of text', timestamp: 1 }
        await Promise.all(Array.from({ length: 1000 }, () => session.appendMessage(message)))
      },
      read: () => call(read, { path: 'large.txt', offset: 10, limit: 10 }),
      image: () => call(read, { path: 'image.png' }),
      async edit() {
        await fs.promises.writeFile(path.join(cwd, `edit-${side}.js`), bytes)
        return call(edit, { path: `edit-${side}.js`, edits })
      },
      bash: () => call(bash, { command: 'yes "some line of output" | head -c 5000000' }),
      skills: () => api.loadSkills(env, 'skills')
    }
    return async () => {
      const delays = {}
      for (const [key, work] of Object.entries(works)) delays[key] = await delayOf(work)
      return delays
    }
  }
}
