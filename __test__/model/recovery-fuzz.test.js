import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import fc from 'fast-check'
import { runs, seed } from './agreement.js'
import * as model from './model.js'
import { scenario } from './scenario.js'
import { World } from './world.js'

const { createAgentHarness } = await import(process.env.GATTO_TEST_ENTRY ?? '../../index.js')
const numRuns = Math.ceil(runs / 5)
const path = process.env.GATTO_FUZZ_PATH

/** A log in memory. */
function memory() {
  const records = []
  return {
    records,
    load: () => (records.length ? records : null),
    append: (_, more) => void records.push(...more),
    close() {}
  }
}

// What a log has to give back exactly; what stands in values may have lost what JSON cannot hold.
const kept = ({ history, currentTurn, initialized, status }) => ({
  ...{ currentTurn, initialized, status },
  history: history.map(({ role, content, callId, timestamp, error }) => ({
    ...{ role, content, timestamp, error },
    callId: typeof callId === 'string' ? callId : null
  }))
})

// Some scenarios are cut off where they are, as by a crash; the others come to their end.
const played = fc.tuple(scenario, fc.boolean()).map(([whole, isCut]) => ({ ...whole, isCut }))

test(`G36 G37 a log changes no frame, and gives back the state at any time (seed ${seed})`, async () => {
  process.stderr.write(`GATTO_FUZZ_SEED=${seed} GATTO_FUZZ_RUNS=${numRuns}\n`)
  const property = fc.asyncProperty(played, async (each) => {
    const store = memory()
    const durability = { enabled: true, wrapperId: 'w', store }
    const world = new World(each, { durability })
    const expected = await new World(each).play(model.createAgentHarness)
    const actual = await world.play(createAgentHarness)
    assert.deepEqual(actual, expected)
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 9_000 })
    try {
      const recovered = createAgentHarness({ durability })
      assert.deepEqual(kept(recovered.getState()), kept(world.getState()))
      // A START settles the calls that were open, so that an end finds none.
      recovered.write({ type: 'START' })
      const { length } = recovered.getState().history
      recovered.end()
      assert.equal(recovered.getState().history.length, length)
    } finally {
      mock.timers.reset()
    }
  })
  await fc.assert(property, { seed, numRuns, ...(path && { path }), includeErrorInReport: true })
})
