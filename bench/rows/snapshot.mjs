import { cost } from '../measure/clock.mjs'
import { excess, ratio } from '../measure/verdict.mjs'
import { startSession, textFrames } from '../workload/session.mjs'

// Entries, calls a block, and harnesses whose first call is timed.
const SIZES = [
  { entries: 10, calls: 200_000, firsts: 2_000 },
  { entries: 1_000, calls: 20_000, firsts: 100 },
  { entries: 100_000, calls: 60, firsts: 3 }
]

let kept

export default {
  name: 'snapshot',
  title: 'getState()',
  clock: 'main-thread CPU',
  sides: ['native', 'baseline'],
  blocks: 7,
  lines: [
    {
      label: 'at 10 entries',
      unit: 'ns',
      of: excess('at10', 'main'),
      figureUnit: 'ns more',
      goal: 50,
      limit: 100
    },
    { label: 'at 1 000 entries', unit: 'ns', of: ratio('at1000', 'main'), goal: 1.1, limit: 1.2 },
    { label: 'at 100 000 entries', unit: 'us', of: ratio('at100000', 'main', 1000), goal: 1.1, limit: 1.2 },
    { label: 'first call after 10 new entries', unit: 'us', of: ratio('first10', 'main', 1000) },
    { label: 'first call after 1 000 new entries', unit: 'us', of: ratio('first1000', 'main', 1000) },
    { label: 'first call after 100 000 new entries', unit: 'us', of: ratio('first100000', 'main', 1000) }
  ],
  prepare(api) {
    const frames = textFrames(api, 100_000, 20)
    const filled = (entries) => {
      const harness = startSession(api)
      for (let i = 0; i < entries - 1; i++) harness.write(frames[i]) // START has made the first entry
      return harness
    }
    const block = () => {
      const figures = {}
      for (const { entries, calls, firsts } of SIZES) {
        const harnesses = Array.from({ length: firsts }, () => filled(entries))
        figures[`first${entries}`] = cost(firsts, () => {
          for (const harness of harnesses) kept = harness.getState()
        })
        if (kept.history.length !== entries) throw new Error('the history is not as long as it should be')
        const [harness] = harnesses
        figures[`at${entries}`] = cost(calls, () => {
          for (let i = 0; i < calls; i++) kept = harness.getState()
        })
        for (const one of harnesses) one.end()
      }
      return figures
    }
    block()
    return block
  }
}
