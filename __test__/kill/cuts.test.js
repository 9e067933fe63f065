// A log that ends anywhere: what was seen up to there is in the state, and the run goes on.
import assert from 'node:assert/strict'
import fs from 'node:fs'
import process from 'node:process'
import test from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { finishedLog, logFolder, plain } from './finished-log.js'
import { LogReading } from './log-reading.js'
import { Witness } from './witness.js'

const seed = Number(process.env.GATTO_KILL_SEED ?? Date.now() % 1e9)
process.stderr.write(`GATTO_KILL_SEED=${seed}\n`)

/** How many records, at the end of a log, are cut at every byte. */
const RECORDS = 25

// Each torn tail is warned about: they are counted instead of printed.
const warnings = []
process.removeAllListeners('warning').on('warning', ({ code }) => warnings.push(code))

for (let i = 0; i < 3; i++) {
  test(`G36 G37 a log cut after any record holds what was seen by then, and the run goes on (${i + 1})`, async (t) => {
    const { bytes, reports } = await finishedLog(t, seed + i)
    const folder = logFolder(t)
    for (const end of new LogReading(bytes).boundaries) {
      const log = new LogReading(bytes.subarray(0, end))
      const witness = new Witness()
      witness.begin(new LogReading(Buffer.alloc(0)))
      for (const { seen, ran, size } of reports) if (size <= end) witness.hear({ seen, ran })
      witness.end(log)
      witness.begin(log)
      const harness = folder.open(bytes.subarray(0, end), (what) => witness.hear(what))
      witness.hear({ state: plain(harness.getState()), first: true })
      if (log.runs.length > 0) {
        harness.write({ type: 'START' })
        witness.hear({ started: plain(harness.getState()) })
        witness.end(new LogReading(fs.readFileSync(folder.file)))
      }
      harness.end()
      assert.deepEqual(
        witness.problems,
        [],
        `seed ${seed + i}, ${log.boundaries.length - 1} records, ${end} bytes`
      )
    }
  })

  test(`G37 a log cut at any byte of its last records is the log of the whole ones (${i + 1})`, async (t) => {
    const { bytes } = await finishedLog(t, seed + i)
    const folder = logFolder(t)
    warnings.length = 0
    let torn = 0
    const { boundaries } = new LogReading(bytes)
    const parts = [0, 1, ...Array.from({ length: RECORDS }, (_, n) => boundaries.length - 1 - RECORDS + n)]
    for (const record of parts) {
      const [from, to] = boundaries.slice(record, record + 2)
      const { state } = new LogReading(bytes.subarray(0, from))
      for (let end = from; end < to; end++) {
        const harness = folder.open(bytes.subarray(0, end))
        const where = `seed ${seed + i}, record ${record + 1} cut after ${end - from} bytes of ${to - from}`
        assert.deepEqual(plain(harness.getState()), state, where)
        // An empty log has got its first line by now; any other ends where the whole records do.
        if (from > 0) assert.equal(fs.statSync(folder.file).size, from, where)
        harness.end()
        if (end > from) torn += 1
      }
    }
    // Warnings are told in process.nextTick.
    await turn()
    assert.deepEqual(new Set(warnings), new Set(['WARN_GATTO_JOURNAL_TORN']))
    assert.equal(warnings.length, torn)
  })
}
