import { readClocks } from '../measure/clock.mjs'

const over = (name, clock) => (run) => {
  const native = run[name].whole[clock] / 1e6
  const other = run.empty.whole[clock] / 1e6
  return { native, other, figure: native - other }
}

const versus = { unit: 'ms', otherName: 'empty', figureUnit: 'ms more' }

export default {
  name: 'import',
  title: 'import of the package, over an empty module, from the start of the process',
  clock: 'CPU of all threads',
  sides: ['native', 'baseline', 'empty'],
  processes: 4,
  lines: [
    { label: 'a process that imports it', ...versus, of: over('native', 'process'), goal: 20, limit: 30 },
    { label: 'the same, wall time of the import', ...versus, of: over('native', 'wall') },
    { label: 'the baseline', ...versus, of: over('baseline', 'process') }
  ],
  loadsItself: true,
  async prepare(_api, { load }) {
    const before = readClocks()
    await load()
    const after = readClocks()
    // CPU since the process began: what a static import would have cost, dynamic linking and page faults included.
    return () => ({ whole: { process: after.process, main: after.main, wall: after.wall - before.wall } })
  }
}
