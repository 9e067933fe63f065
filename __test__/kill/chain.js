// The life of one log: process after process is killed on it and the next one started, until the conversation is over.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { runLife } from './life.js'
import { LogReading } from './log-reading.js'
import { Random } from './random.js'
import { Witness } from './witness.js'

/** After so many kills a conversation is allowed to end. */
const MOST = 40

/** How each process of a chain is killed: `(random) => kill`, see life.js. */
export const KILLS = {
  // At any instant from the first instruction of the process on, most of them while it works.
  'at random instants': (random) =>
    random.chance(0.15)
      ? { lines: 0, micros: random.int(0, 120_000) }
      : { lines: random.int(1, 35), micros: random.pick([0, random.int(0, 300), random.int(0, 2500)]) },
  'before an input': (random) => ({ at: 'input', count: random.int(1, 20) }),
  'inside the destination, before and after it has told': (random) => ({
    at: random.pick(['unseen', 'frame', 'frame']),
    count: random.int(1, 50)
  }),
  'inside a tool and before its answer': (random) => ({
    at: random.pick(['tool', 'answer']),
    count: random.int(1, 5)
  }),
  'before and after a sync, and after recovery': (random) =>
    random.chance(0.2)
      ? { at: 'open', count: 1 }
      : { at: random.pick(['flush', 'flushed']), count: random.int(1, 4) }
}

/**
 * Runs chains, one after the other, until `budget.left` kills are done; each kill is taken from it, and finished logs are
 * counted in `budget.logs`. `onKill(log)` is told what each kill leaves. Throws what the witness finds, with where the
 * log is kept.
 */
export async function runChains({ how, budget, seeds, onKill }) {
  while (budget.left > 0) {
    await runChain(how, budget, seeds.next().value, onKill)
    budget.logs += 1
  }
}

async function runChain(how, budget, seed, onKill) {
  const random = new Random(seed)
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'gatto-kill-'))
  const settings = {
    seed,
    runs: 2,
    turns: random.int(5, 9),
    large: random.chance(0.3),
    results: random.chance(0.5),
    watch: random.pick([['checkpoint'], ['checkpoint', 'history', 'currentTurn', 'status']])
  }
  const fsync = random.pick(['batch', 'batch', 'batch', 'always', 'never', undefined])
  const durability = { wrapperId: `kill ${seed}`, dir, fsync }
  const witness = new Witness()
  const lives = []
  let kills = 0
  let log = readLog(dir)
  try {
    for (;;) {
      const kill = kills < MOST && budget.left > 0 ? KILLS[how](random) : undefined
      if (kill !== undefined) budget.left -= 1
      witness.begin(log)
      const life = await runLife({ settings, durability, kill })
      lives.push({ kill, ...life })
      for (const each of life.reports) witness.hear(each)
      log = readLog(dir)
      witness.end(log)
      if (life.fault !== undefined) witness.problems.push(life.fault)
      if (life.killed) {
        kills += 1
        onKill(log)
      } else if (kill !== undefined) {
        budget.left += 1
      }
      if (life.done && !life.killed) witness.finish(log, settings.runs)
      if (witness.problems.length > 0) throw new Error(witness.problems.slice(0, 5).join('\n'))
      if (life.done && !life.killed) break
    }
  } catch (error) {
    const kept = path.join(dir, 'lives.jsonl')
    fs.writeFileSync(kept, lives.map((life) => `${JSON.stringify(life)}\n`).join(''))
    const told = `seed ${seed}, killed ${how}, process ${lives.length} of the log; fsync ${fsync}`
    throw new Error(`${error.message}\n${told}\nthe log and what was seen: ${dir}`, { cause: error })
  }
  fs.rmSync(dir, { recursive: true, force: true })
}

/** The one log below a folder. */
function readLog(dir) {
  const [file] = fs.readdirSync(dir, { recursive: true }).filter((name) => name.endsWith('.jsonl'))
  return new LogReading(file === undefined ? Buffer.alloc(0) : fs.readFileSync(path.join(dir, file)))
}
