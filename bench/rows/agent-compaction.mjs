import { cost } from '../measure/clock.mjs'
import { besidePeer } from '../measure/verdict.mjs'
import { transcript } from '../workload/conversation.mjs'

const ENTRIES = 10_000
const WIDE_UNITS = 1_000_000
const WARM_UP = 5

const versus = (key) => besidePeer(key, 'main')

export default {
  name: 'agent-compaction',
  title: `what a compaction decides, ${ENTRIES} entries`,
  clock: 'main-thread CPU',
  sides: ['agent', 'peer'],
  lines: [
    { label: 'estimateTokens of all', ...versus('estimate'), goal: 1.25, limit: 1.75 },
    { label: 'estimateContextTokens of all', ...versus('context'), goal: 1.25, limit: 1.75 },
    { label: 'findCutPoint', ...versus('cut'), goal: 1, limit: 1.25 },
    { label: 'prepareCompaction', ...versus('prepare'), goal: 1.25, limit: 1.75 },
    {
      label: 'estimateTokens of 1 000 000 units of Chinese (the package does not weigh them)',
      unit: 'ms',
      figureUnit: 'ms',
      of: (run) => {
        const native = run.agent.wide.main / 1e6
        return { native, figure: native }
      },
      goal: 1,
      limit: 3
    }
  ],
  prepare({
    DEFAULT_COMPACTION_SETTINGS,
    estimateContextTokens,
    estimateTokens,
    findCutPoint,
    prepareCompaction
  }) {
    const path = transcript(ENTRIES)
    const messages = path.map(({ message }) => message)
    const wide = { role: 'user', content: '漢字かな'.repeat(WIDE_UNITS / 4), timestamp: 0 }
    const { keepRecentTokens } = DEFAULT_COMPACTION_SETTINGS
    const works = {
      estimate: () => {
        for (const message of messages) estimateTokens(message)
      },
      context: () => estimateContextTokens(messages),
      cut: () => findCutPoint(path, 0, path.length, keepRecentTokens),
      prepare: () => prepareCompaction(path, DEFAULT_COMPACTION_SETTINGS),
      wide: () => estimateTokens(wide)
    }
    const CALLS = { cut: 200 }
    const block = () =>
      Object.fromEntries(
        Object.entries(works).map(([key, work]) => {
          const calls = CALLS[key] ?? 20
          const repeated = () => {
            for (let i = 0; i < calls; i++) work()
          }
          return [key, cost(calls, repeated)]
        })
      )
    for (let i = 0; i < WARM_UP; i++) block()
    return block
  }
}
