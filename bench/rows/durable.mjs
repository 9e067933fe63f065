import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { costOfAsync } from '../measure/clock.mjs'
import { startSession, textFrames } from '../workload/session.mjs'

const FRAMES = 20_000
const PER_TICK = 100 // a turn of the event loop now and then, as any server has

const SOURCE = fileURLToPath(new URL('../measure/write-lines.c', import.meta.url))

const over = (name, key) => (run) => {
  const native = run[name][key].main / 1000
  const other = run[name][`${key}Write`].main / 1000
  return { native, other, figure: native - other }
}

const versus = { unit: 'us', otherName: 'write(2)', figureUnit: 'us more' }

export default {
  name: 'durable',
  title: 'durable TEXT of 200 B, nothing seen is lost under SIGKILL',
  clock: 'main-thread CPU, against one write(2) of the same bytes beside it',
  sides: ['native', 'baseline'],
  blocks: 5,
  lines: [
    { label: 'a frame', ...versus, of: over('native', 'frame'), goal: 0.5, limit: 1 },
    {
      label: 'a frame, all threads',
      unit: 'us',
      figureUnit: 'x',
      of: (run) => {
        const native = run.native.frame.process / 1000
        const other = run.baseline.frame.process / 1000
        return { native, other, figure: native / other }
      }
    },
    { label: 'baseline, group commit (outputs later)', ...versus, of: over('baseline', 'frame') },
    { label: 'baseline, one writeSync an input', ...versus, of: over('baseline', 'sync') }
  ],
  async prepare(api, { side, scratch }) {
    const writer = compileWriter(scratch)
    const frames = textFrames(api, FRAMES, 200)
    const dir = path.join(scratch, `durable-${side}`)
    let id = 0

    // The whole of a session's writing, until all of it has been handed to the system and every frame is out.
    const measure = async (commit) => {
      const durability = { enabled: true, dir, wrapperId: `s${++id}`, ...(commit && { commit }) }
      const harness = startSession(api, { durability })
      await harness.flush()
      const figures = await costOfAsync(FRAMES, async () => {
        for (let i = 0; i < FRAMES; ) {
          for (const stop = i + PER_TICK; i < stop; i++) harness.write(frames[i])
          await new Promise(setImmediate)
        }
        if (commit === 'group') await harness.flush()
      })
      harness.end()
      await harness.flush()
      return figures
    }
    const beside = () => {
      const folder = path.join(dir, 'agent-harness')
      const log = fs.readdirSync(folder).find((name) => name.endsWith('.jsonl'))
      const out = path.join(dir, 'beside')
      const text = execFileSync(writer, [path.join(folder, log), out], { encoding: 'utf8' })
      fs.rmSync(dir, { recursive: true })
      const { lines, main, process, wall } = JSON.parse(text)
      if (lines < FRAMES) throw new Error(`the log holds ${lines} records of ${FRAMES} frames`)
      return { main, process, wall }
    }
    const block = async () => {
      if (side === 'native') return { frame: await measure(undefined), frameWrite: beside() }
      const frame = await measure('group')
      const frameWrite = beside()
      return { frame, frameWrite, sync: await measure('sync'), syncWrite: beside() }
    }
    await block()
    return block
  }
}

function compileWriter(scratch) {
  const binary = path.join(scratch, 'write-lines')
  if (!fs.existsSync(binary)) {
    // Its own name until it is whole: the sides prepare one after the other, but runs may be cut short.
    execFileSync('cc', ['-O2', '-o', `${binary}.part`, SOURCE])
    fs.renameSync(`${binary}.part`, binary)
  }
  return binary
}
