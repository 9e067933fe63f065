// The log of a conversation that was lived to its end in this process, with what had been seen at each size of it; and
// copies of it that somebody has damaged.
import fs from 'node:fs'
import path from 'node:path'
import { createAgentHarness } from '../conformance/package.js'
import { freshFolder } from '../folder.js'
import { abridged } from './abridged.js'
import { tools } from './conversation.js'
import { live } from './pipeline.js'
import { Random } from './random.js'

const ID = 'run'

/** As a report of another process would say it. */
export const plain = (value) => JSON.parse(abridged(value))

/** Lives a conversation of two runs. Resolves with `{ settings, bytes, reports }`; a report has the log's `size` then. */
export async function finishedLog(t, seed) {
  const random = new Random(seed)
  const watch = random.pick([['checkpoint'], ['checkpoint', 'history', 'currentTurn', 'status']])
  const settings = { seed, runs: 2, turns: 4, large: false, results: random.chance(0.5), watch }
  const { dir, file } = logFolder(t)
  const reports = []
  const report = (what) => {
    reports.push({ ...plain(what), size: fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0 })
  }
  await live({ settings, durability: { wrapperId: ID, dir, fsync: 'never' }, report, point() {} })
  return { settings, bytes: fs.readFileSync(file), reports }
}

/** A place for one log after the other, which goes away after the test. */
export function logFolder(t) {
  const dir = freshFolder(t, 'damaged')
  const file = path.join(dir, 'agent-harness', `${ID}.jsonl`)
  fs.mkdirSync(path.dirname(file))
  return {
    dir,
    file,
    /** Puts these bytes there as a file of its own, and opens a harness on them. `report` is told as pipeline.js tells. */
    open(bytes, report = () => {}) {
      fs.rmSync(file, { force: true })
      fs.writeFileSync(file, bytes)
      const harness = createAgentHarness({
        tools: tools({ onRun: (ran) => report({ ran }), onAnswer() {} }),
        externalTools: true,
        durability: { enabled: true, wrapperId: ID, dir, fsync: 'never' }
      })
      harness.pipe({ paused: false, write: (frame) => report({ seen: plain(frame) }), end() {} })
      return harness
    }
  }
}
