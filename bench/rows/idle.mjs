import { NullSink } from '../workload/session.mjs'

const HARNESSES = 10_000

const bytesEach =
  (key) =>
  ({ native, baseline }) => ({
    native: native[key].bytes,
    other: baseline[key].bytes,
    figure: native[key].bytes
  })

export default {
  name: 'idle',
  title: '10 000 live harnesses, idle: RSS after full collections',
  clock: 'bytes each',
  flags: ['--expose-gc'],
  sides: ['native', 'baseline'],
  processes: 2,
  lines: [
    {
      label: 'started, with a destination',
      unit: 'B',
      of: bytesEach('started'),
      figureUnit: 'B',
      goal: 4096,
      limit: 6144
    },
    { label: 'just created', unit: 'B', of: bytesEach('created'), figureUnit: 'B' },
    { label: 'started, JavaScript heap alone', unit: 'B', of: bytesEach('heap'), figureUnit: 'B' }
  ],
  prepare(api) {
    const make = (count) => Array.from({ length: count }, () => api.createAgentHarness())
    const start = (harnesses) => {
      for (const harness of harnesses) {
        harness.pipe(new NullSink())
        harness.write(api.createParamFrame('workspace', '/srv/project'))
        harness.write(api.createParamFrame('task', 'Wait'))
        harness.write(api.createStartFrame())
      }
    }
    start(make(100))
    return () => {
      const before = settled()
      const harnesses = make(HARNESSES)
      const created = settled()
      start(harnesses)
      const started = settled()
      if (harnesses.some((harness) => !harness.getState().initialized)) throw new Error('not started')
      return {
        created: { bytes: (created.rss - before.rss) / HARNESSES },
        started: { bytes: (started.rss - before.rss) / HARNESSES },
        heap: { bytes: (started.heap - before.heap) / HARNESSES }
      }
    }
  }
}

function settled() {
  for (let i = 0; i < 4; i++) globalThis.gc()
  const { rss, heapUsed } = process.memoryUsage()
  return { rss, heap: heapUsed }
}
