import { cost } from '../measure/clock.mjs'
import { besidePeer } from '../measure/verdict.mjs'

const COUNT = 20_000
const WARM_UP = 5

const versus = (key) => besidePeer(key, 'main', 'ns')

export default {
  name: 'agent-identifier',
  title: 'an id, a timestamp',
  clock: 'main-thread CPU',
  sides: ['agent', 'peer'],
  lines: [
    { label: 'uuidv7', ...versus('uuidv7'), goal: 0.1, limit: 0.5 },
    { label: 'createTimestamp', ...versus('createTimestamp'), goal: 1, limit: 1 }
  ],
  prepare(api) {
    const run = (name) =>
      cost(COUNT, () => {
        for (let i = 0; i < COUNT; i++) api[name]()
      })
    const all = () => ({ uuidv7: run('uuidv7'), createTimestamp: run('createTimestamp') })
    for (let i = 0; i < WARM_UP; i++) all()
    return all
  }
}
