// A log in which a byte has changed: it is refused by file and line and left as it is, or it is read.
import assert from 'node:assert/strict'
import fs from 'node:fs'
import process from 'node:process'
import test from 'node:test'
import { finishedLog, logFolder } from './finished-log.js'
import { LogReading } from './log-reading.js'
import { Random } from './random.js'

const seed = Number(process.env.GATTO_KILL_SEED ?? Date.now() % 1e9)
process.stderr.write(`GATTO_KILL_SEED=${seed}\n`)

/** How many bytes of each line are changed, besides its first, its last and its line feed. */
const PER_LINE = 6

// A last line that is no JSON any more is a torn one, which is warned about.
process.removeAllListeners('warning')

test('G37 a byte that changes in any line gives a refusal that names file and line, or a state, and the file stays', async (t) => {
  const { bytes } = await finishedLog(t, seed)
  const { file, open } = logFolder(t)
  const { boundaries } = new LogReading(bytes)
  const last = boundaries.length - 1
  const random = new Random(seed)
  const outcomes = { refused: 0, read: 0, torn: 0 }
  for (let line = 1; line <= last; line++) {
    const [from, to] = boundaries.slice(line - 1, line + 1)
    const places = [from, to - 2, to - 1, ...Array.from({ length: PER_LINE }, () => random.int(from, to - 1))]
    for (const place of places) {
      const changed = Buffer.from(bytes)
      changed[place] ^= random.int(1, 255)
      const outcome = outcomeOf(open, file, changed, line)
      outcomes[outcome] += 1
      const left = fs.readFileSync(file)
      const where = `seed ${seed}: ${outcome}, line ${line}, byte ${place - from} is ${changed[place]} and was ${bytes[place]}`
      if (outcome === 'torn') {
        // Without its line feed, the last line but one is part of the last.
        assert.ok(line === last || (line === last - 1 && place === to - 1), where)
        assert.ok(left.equals(bytes.subarray(0, from)), where)
      } else {
        assert.ok(left.equals(changed), where)
      }
    }
  }
  assert.ok(outcomes.refused > 0 && outcomes.read > 0 && outcomes.torn > 0, JSON.stringify(outcomes))
})

/** What becomes of the changed log: 'refused', 'read', or 'torn' when its last line was cut off. */
function outcomeOf(open, file, changed, line) {
  let harness
  try {
    harness = open(changed)
  } catch (error) {
    assert.equal(error.code, 'ERR_GATTO_JOURNAL_CORRUPT', `line ${line}: ${error.stack}`)
    assert.ok(error.message.includes(file), error.message)
    assert.match(error.message, new RegExp(`\\b${line}\\b`), `line ${line}: ${error.message}`)
    assert.equal(error.details.path, file)
    assert.equal(error.details.line, line)
    return 'refused'
  }
  const state = harness.getState()
  assert.ok(Array.isArray(state.history))
  assert.ok(['idle', 'thinking', 'executing'].includes(state.status))
  assert.equal(typeof state.currentTurn, 'number')
  const { size } = fs.statSync(file)
  // The end is written where a run was open: what is looked at is the file as recovery left it.
  const left = fs.readFileSync(file)
  harness.end()
  fs.writeFileSync(file, left)
  return size < changed.length ? 'torn' : 'read'
}
