// Scenarios played on the model and on the package, which must agree; what is printed when they do not.
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { World } from './world.js'

export const seed = Number(process.env.GATTO_FUZZ_SEED ?? Date.now() & 0x7fffffff)

/** How many scenarios: the tests of less than the whole harness play a part of them. */
export const runs = Number(process.env.GATTO_FUZZ_RUNS ?? 10_000)

/**
 * Fails with the first scenario on which the two differ, made as small as possible. The environment sets
 * GATTO_FUZZ_RUNS (10 000), GATTO_FUZZ_SEED and GATTO_FUZZ_PATH: the last two as a failure printed them.
 */
export async function assertAgreement(scenario, createModel, createPackage, numRuns = runs) {
  const path = process.env.GATTO_FUZZ_PATH
  // Said before, in case a scenario takes the whole process down.
  process.stderr.write(`GATTO_FUZZ_SEED=${seed} GATTO_FUZZ_RUNS=${numRuns}\n`)
  const agrees = fc.asyncProperty(scenario, async (played) => {
    const expected = await new World(played).play(createModel)
    const actual = await new World(played).play(createPackage)
    if (expected.length !== actual.length || expected.some((line, index) => line !== actual[index])) {
      assert.fail(firstDifference(expected, actual))
    }
  })
  const outcome = await fc.check(agrees, { seed, numRuns, ...(path && { path }) })
  if (!outcome.failed) return
  const { counterexample, counterexamplePath, errorInstance } = outcome
  const again = `GATTO_FUZZ_SEED=${seed} GATTO_FUZZ_PATH=${counterexamplePath}`
  assert.fail(`${describe(counterexample[0])}\n${errorInstance?.message}\nagain: ${again}`)
}

function firstDifference(expected, actual) {
  let at = expected.findIndex((line, index) => line !== actual[index])
  if (at < 0) at = expected.length
  const before = expected.slice(Math.max(0, at - 5), at).map((line) => `    ${line}`)
  const shown = (mark, lines) => lines.slice(at, at + 4).map((line) => `  ${mark} ${line}`)
  return [...before, ...shown('model  ', expected), ...shown('package', actual)].join('\n')
}

function describe({ options, upstream, tools, dests, ops }) {
  const text = (value) => fc.stringify(value).replace(/__proto__:null,?/g, '')
  return [
    `options ${text(options)} upstream ${upstream}`,
    ...tools.map((each, index) => `tool ${index} ${text(each)}`),
    ...dests.map((each, index) => `d${index} ${text(each)}`),
    ...ops.map((each) => `- ${text(each)}`)
  ].join('\n')
}
