import { ArgumentStream } from '../../js/agent/argument/stream.js'
import { cost } from '../measure/clock.mjs'
import { besidePeer } from '../measure/verdict.mjs'

const WARM_UP = 5

// What a tool that writes a file is given.
const argumentsOf = (size) =>
  JSON.stringify({
    path: 'src/index.js',
    content: 'import fs from \'node:fs\'\n\tconst quoted = "text"\n'.repeat(size / 60)
  })

function deltasOf(text, count) {
  const size = Math.ceil(text.length / count)
  return Array.from({ length: count }, (_, i) => text.slice(i * size, (i + 1) * size))
}

const LONG = deltasOf(argumentsOf(100_000), 2000)
const SHORT = deltasOf(argumentsOf(1200), 24)

const versus = (key, unit) => besidePeer(key, 'main', unit, { otherName: 'pi-ai' })

const SIDES = {
  agent: async () => (deltas) => {
    const stream = new ArgumentStream()
    for (const delta of deltas) stream.push(delta)
    return stream.finish().value
  },
  peer: async () => {
    const { parseStreamingJson } = await import('@earendil-works/pi-ai')
    return (deltas) => {
      let text = ''
      let value
      for (const delta of deltas) {
        text += delta
        value = parseStreamingJson(text)
      }
      return value
    }
  }
}

export default {
  name: 'agent-stream-json',
  title: "a call's arguments read delta by delta",
  clock: 'main-thread CPU, against parseStreamingJson of pi-ai',
  sides: ['agent', 'peer'],
  lines: [
    { label: '100 KB in 2 000 deltas', ...versus('long', 'ms'), goal: 0.01, limit: 0.05 },
    { label: '1.2 KB in 24 deltas', ...versus('short', 'us'), goal: 0.5, limit: 1 }
  ],
  loadsItself: true,
  async prepare(_api, { side }) {
    const read = await SIDES[side]()
    const long = side === 'peer' ? 1 : 20
    const short = 300
    const run = (count, deltas) =>
      cost(count, () => {
        for (let i = 0; i < count; i++) read(deltas)
      })
    for (let i = 0; i < WARM_UP; i++) run(short, SHORT)
    if (side === 'agent') run(long, LONG)
    return () => ({ long: run(long, LONG), short: run(short, SHORT) })
  }
}
