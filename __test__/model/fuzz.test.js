import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import * as model from './model.js'
import { scenario } from './scenario.js'
import { World } from './world.js'

const { createAgentHarness } = await import(process.env.GATTO_TEST_ENTRY ?? '../../index.js')
const numRuns = Number(process.env.GATTO_FUZZ_RUNS ?? 10_000)
const seed = Number(process.env.GATTO_FUZZ_SEED ?? Date.now() & 0x7fffffff)
const path = process.env.GATTO_FUZZ_PATH

test(`G9 G24 G39 any interleaving gives the frames and the state that the model predicts (seed ${seed})`, async () => {
  // Said before, in case a run takes the whole process down.
  process.stderr.write(`harness fuzz: GATTO_FUZZ_SEED=${seed} GATTO_FUZZ_RUNS=${numRuns}\n`)
  const agrees = fc.asyncProperty(scenario, async (played) => {
    const expected = await new World(played).play(model.createAgentHarness)
    const actual = await new World(played).play(createAgentHarness)
    const at = expected.findIndex((line, index) => line !== actual[index])
    if (at < 0 && expected.length === actual.length) return
    const from = at < 0 ? expected.length : at
    const shown = (lines) => lines.slice(Math.max(0, from - 6), from + 6).join('\n  ')
    assert.fail(`the model:\n  ${shown(expected)}\nthe package:\n  ${shown(actual)}`)
  })
  await fc.assert(agrees, { seed, numRuns, ...(path && { path }), verbose: 0 })
})
