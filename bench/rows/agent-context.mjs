import { cost, costOfAsync } from '../measure/clock.mjs'
import { besidePeer } from '../measure/verdict.mjs'
import { transcript } from '../workload/conversation.mjs'

const SIZES = [
  { length: 10_000, calls: 20, quick: 200 },
  { length: 100_000, calls: 3, quick: 10 }
]
const WARM_UP = 3

const versus = (key) => besidePeer(key, 'main')

/** Held to milliseconds: the package is no measure for it. */
const within = (key, most) => ({
  unit: 'ms',
  otherName: 'package',
  figureUnit: 'ms',
  of: (run) => {
    const native = run.agent[key].main / 1e6
    return { native, other: run.peer[key].main / 1e6, figure: native }
  },
  goal: most,
  limit: most
})

export default {
  name: 'agent-context',
  title: 'the context of a session in memory, warm, and its messages for a model',
  clock: 'main-thread CPU',
  sides: ['agent', 'peer'],
  lines: [
    { label: 'buildContext, 10 000 entries', ...within('session10000', 2) },
    { label: 'buildContext, 100 000 entries', ...within('session100000', 25) },
    { label: 'buildSessionContext, 10 000 entries', ...versus('path10000'), goal: 0.5, limit: 1 },
    { label: 'buildSessionContext, 100 000 entries', ...versus('path100000'), goal: 0.5, limit: 1 },
    { label: 'convertToLlm, 10 000 messages', ...versus('llm10000'), goal: 1, limit: 1.25 },
    { label: 'convertToLlm, 100 000 messages', ...versus('llm100000'), goal: 1, limit: 1.25 }
  ],
  prepare({ buildSessionContext, convertToLlm, InMemorySessionStorage, Session }) {
    const repeat = (calls, work) => () => {
      for (let i = 0; i < calls; i++) work()
    }
    const cases = SIZES.map((size) => {
      const path = transcript(size.length)
      const messages = path.map(({ message }) => message)
      const storage = new InMemorySessionStorage({ entries: path })
      return { ...size, path, messages, session: new Session(storage) }
    })
    const block = async () => {
      const figures = {}
      for (const { length, calls, quick, path, messages, session } of cases) {
        figures[`session${length}`] = await costOfAsync(calls, async () => {
          for (let i = 0; i < calls; i++) await session.buildContext()
        })
        figures[`path${length}`] = cost(
          quick,
          repeat(quick, () => buildSessionContext(path))
        )
        figures[`llm${length}`] = cost(
          quick,
          repeat(quick, () => convertToLlm(messages))
        )
      }
      return figures
    }
    const warm = async () => {
      for (let i = 0; i < WARM_UP; i++) await block()
      return block
    }
    return warm()
  }
}
