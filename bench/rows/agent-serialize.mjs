import { cost } from '../measure/clock.mjs'
import { transcript } from '../workload/conversation.mjs'

const MESSAGES = 10_000
const CALLS = 10
const WARM_UP = 5

const inMs = (run, side) => run[side].serialize.main / 1e6

export default {
  name: 'agent-serialize',
  title: `serializeConversation of ${MESSAGES} messages`,
  clock: 'main-thread CPU',
  sides: ['agent', 'peer'],
  lines: [
    {
      label: 'time',
      unit: 'ms',
      otherName: 'package',
      figureUnit: 'ms',
      of: (run) => ({ native: inMs(run, 'agent'), other: inMs(run, 'peer'), figure: inMs(run, 'agent') }),
      goal: 10,
      limit: 15
    },
    {
      label: 'against the package',
      unit: 'ms',
      otherName: 'package',
      of: (run) => {
        const [native, other] = [inMs(run, 'agent'), inMs(run, 'peer')]
        return { native, other, figure: native / other }
      },
      goal: 0.8,
      limit: 1
    }
  ],
  prepare({ serializeConversation }) {
    const messages = transcript(MESSAGES).map(({ message }) => message)
    const block = () => {
      let length = 0
      const serialize = cost(CALLS, () => {
        for (let i = 0; i < CALLS; i++) length += serializeConversation(messages).length
      })
      if (length < CALLS * MESSAGES * 100) throw new Error(`only ${length} units were written`)
      return { serialize }
    }
    for (let i = 0; i < WARM_UP; i++) block()
    return block
  }
}
