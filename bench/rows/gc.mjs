import { cost } from '../measure/clock.mjs'
import { least } from '../measure/statistics.mjs'
import { startSession } from '../workload/session.mjs'

const ENTRIES = 1_000_000
const COLLECTIONS = 9

const shorter = (clock, variant) => (run) => {
  const native = run[`native${variant}`].collection[clock] / 1e6
  const other = run[`baseline${variant}`].collection[clock] / 1e6
  return { native, other, figure: other / native }
}

export default {
  name: 'gc',
  title: 'full GC with 10^6 history entries of 20 B alive, never read',
  clock: `the shortest of ${COLLECTIONS} full collections in a process`,
  flags: ['--expose-gc'],
  sides: ['native', 'baseline', 'native/one-thread', 'baseline/one-thread'],
  lines: [
    {
      label: 'wall time, parallel collector',
      unit: 'ms',
      of: shorter('wall', ''),
      figureUnit: 'times shorter',
      goal: 20,
      limit: 10,
      moreIsBetter: true
    },
    {
      // What a loaded machine does not stretch: wall time grows more for a long pause than for a short one.
      label: 'main-thread CPU, --single-threaded-gc',
      unit: 'ms',
      of: shorter('main', '/one-thread'),
      figureUnit: 'times shorter'
    },
    {
      label: 'RSS of the process',
      unit: 'MB',
      of: ({ native, baseline }) => ({
        native: native.rss.bytes / 1e6,
        other: baseline.rss.bytes / 1e6,
        figure: native.rss.bytes / baseline.rss.bytes
      })
    }
  ],
  prepare(api) {
    const harness = startSession(api)
    const bytes = Buffer.alloc(20, '.')
    // Texts are made one by one and held by nobody else: the history alone keeps what it keeps.
    for (let i = 1; i < ENTRIES; i++) {
      bytes.writeUInt32LE(0x30303030 + (i & 0x07070707), 0)
      bytes.writeUInt32LE(0x30303030 + ((i >> 3) & 0x07070707), 4)
      harness.write({ type: 'TEXT', content: { text: bytes.latin1Slice(0, 20) }, metadata: {}, timestamp: i })
    }
    return () => {
      const collections = Array.from({ length: COLLECTIONS }, () => cost(1, globalThis.gc))
      const collection = Object.fromEntries(
        ['main', 'process', 'wall'].map((clock) => [clock, least(collections.map((one) => one[clock]))])
      )
      const rss = { bytes: process.memoryUsage.rss() }
      if (harness.getState().history.length !== ENTRIES) throw new Error('entries are missing')
      return { collection, rss }
    }
  }
}
