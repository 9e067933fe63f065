import fs from 'node:fs'
import path from 'node:path'
import { cost, readClocks, since } from '../measure/clock.mjs'
import { startSession, textFrames } from '../workload/session.mjs'

const ENTRIES = 100_000

const durability = (scratch, side) => ({
  enabled: true,
  dir: path.join(scratch, `recover-${side}`),
  wrapperId: 'long'
})

const against = (side, key, clock) => (run) => {
  const native = run[side][key][clock] / 1e6
  const other = run.parse.parse[clock] / 1e6
  return { native, other, figure: native / other }
}

const versus = { unit: 'ms', otherName: 'JSON.parse' }

export default {
  name: 'recover',
  title: 'recover a log of 100 000 entries of 200 B, in a fresh process',
  clock: 'CPU of all threads, against read + JSON.parse per line of the same log',
  sides: ['native', 'baseline', 'parse'],
  processes: 2,
  lines: [
    {
      label: 'until the harness is there',
      ...versus,
      of: against('native', 'create', 'process'),
      goal: 0.3,
      limit: 0.5
    },
    { label: 'the same, wall time', ...versus, of: against('native', 'create', 'wall') },
    { label: 'and the first getState()', ...versus, of: against('native', 'state', 'process') },
    { label: 'baseline, until the harness is there', ...versus, of: against('baseline', 'create', 'process') }
  ],
  loadsItself: true,
  async setup(api, { side, scratch }) {
    if (side === 'parse') return
    const options = durability(scratch, side)
    fs.rmSync(options.dir, { recursive: true, force: true })
    const harness = startSession(api, { durability: options })
    for (const frame of textFrames(api, ENTRIES - 1, 200)) harness.write(frame)
    await harness.flush()
  },
  async prepare(_api, { side, scratch, load }) {
    if (side === 'parse') {
      const folder = path.join(durability(scratch, 'native').dir, 'agent-harness')
      const log = path.join(
        folder,
        fs.readdirSync(folder).find((name) => name.endsWith('.jsonl'))
      )
      return () => {
        const records = []
        const parse = cost(1, () => {
          const lines = fs.readFileSync(log, 'utf8').split('\n')
          for (const line of lines) if (line !== '') records.push(JSON.parse(line))
        })
        if (records.length < ENTRIES) throw new Error(`${log} holds ${records.length} records`)
        return { parse }
      }
    }
    const api = await load()
    return () => {
      const before = readClocks()
      const harness = api.createAgentHarness({ durability: durability(scratch, side) })
      const create = since(before)
      const { history } = harness.getState()
      const state = since(before)
      if (history.length !== ENTRIES) throw new Error(`${history.length} entries came back`)
      return { create, state }
    }
  }
}
