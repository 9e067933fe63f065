import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const soak = fileURLToPath(new URL('soak.js', import.meta.url))
const seconds = Number(process.env.GATTO_SOAK_SECONDS ?? 30)

// One sample may fall on a bad moment: the middle of the three around it does not.
const around = (samples, second) => {
  const near = samples.filter((each) => Math.abs(each.second - second) <= 1).map(({ rss }) => rss)
  return near.sort((a, b) => a - b)[Math.floor(near.length / 2)]
}

test('G3 G34 ten thousand harnesses at a time, for half a minute, keep to the memory of its first third', async () => {
  const { stdout } = await run(process.execPath, ['--expose-gc', soak, `${seconds}`], { maxBuffer: 1 << 20 })
  const samples = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const early = around(samples, Math.round(seconds / 3))
  const late = around(samples, samples.at(-1).second)
  const shown = samples.map(({ second, rss }) => `${second} s: ${(rss / 2 ** 20).toFixed(0)} MB`).join(', ')
  assert.ok(samples.at(-1).sessions > 10_000, `${samples.at(-1).sessions} sessions`)
  assert.ok(late <= early * 1.1, shown)
})
