import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const soak = fileURLToPath(new URL('soak.js', import.meta.url))
const seconds = Number(process.env.GATTO_SOAK_SECONDS ?? 30)

const sorted = (samples, key) => samples.map((each) => each[key]).sort((a, b) => a - b)
/** The middle of the three samples around a second. */
const around = (samples, second, key) => {
  const near = samples.filter((each) => Math.abs(each.second - second) <= 2)
  return sorted(near, key)[Math.floor(near.length / 2)]
}
// The engine returns pages when it likes, which moves the figure by a tenth up and down: a leak lifts the lowest too.
const atEnd = (samples, key) => sorted(samples.slice(-3), key)[0]

test('G3 G34 ten thousand harnesses at a time, for half a minute, keep to the memory of its first third', async () => {
  const { stdout } = await run(process.execPath, ['--expose-gc', soak, `${seconds}`], { maxBuffer: 1 << 20 })
  const samples = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const shown = samples.map(({ second, rss }) => `${second} s: ${(rss / 2 ** 20).toFixed(0)} MB`).join(', ')
  assert.ok(samples.at(-1).sessions > 20_000, `${samples.at(-1).sessions} sessions`)
  for (const key of ['rss', 'outside']) {
    assert.ok(atEnd(samples, key) <= around(samples, Math.round(seconds / 3), key) * 1.1, `${key}: ${shown}`)
  }
})
