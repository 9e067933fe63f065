import { cost } from '../measure/clock.mjs'
import { besidePeer } from '../measure/verdict.mjs'

const SIZE = 10 * 1024 * 1024
const ROUNDS = 8
const WARM_UP = 3

// Texts as they come out of files and pipes: flat, not made of pieces.
const flat = (piece, encoding) =>
  Buffer.from(piece.repeat(Math.ceil(SIZE / Buffer.byteLength(piece)))).toString(encoding)
const TEXTS = {
  lines: flat(`${'x'.repeat(79)}\n`, 'latin1'),
  line: flat('x', 'latin1'),
  unicode: flat(`${'é日本😀'.repeat(9)}\n`, 'utf8'),
  short: flat(`${'x'.repeat(79)}\n`, 'latin1').slice(0, 20_000)
}

const versus = (key, unit) => besidePeer(key, 'main', unit)

export default {
  name: 'agent-truncate',
  title: 'truncateHead and truncateTail of 10 MB, and of a text that is kept whole',
  clock: 'main-thread CPU',
  sides: ['agent', 'peer'],
  lines: [
    { label: 'head, lines of 80', ...versus('truncateHead lines', 'ms'), goal: 0.25, limit: 1 },
    { label: 'tail, lines of 80', ...versus('truncateTail lines', 'ms'), goal: 0.25, limit: 1 },
    { label: 'tail, one line', ...versus('truncateTail line', 'ms'), goal: 1, limit: 3 },
    { label: 'tail, no ASCII', ...versus('truncateTail unicode', 'ms'), goal: 0.25, limit: 1 },
    { label: 'tail, 20 KB kept whole', ...versus('truncateTail short', 'us'), goal: 1, limit: 1 }
  ],
  prepare(api) {
    const run = (name, key) => {
      const rounds = key === 'short' ? ROUNDS * 500 : ROUNDS
      return cost(rounds, () => {
        for (let i = 0; i < rounds; i++) api[name](TEXTS[key])
      })
    }
    const all = () => {
      const figures = {}
      for (const name of ['truncateHead', 'truncateTail']) {
        for (const key of Object.keys(TEXTS)) figures[`${name} ${key}`] = run(name, key)
      }
      return figures
    }
    for (let i = 0; i < WARM_UP; i++) all()
    return all
  }
}
