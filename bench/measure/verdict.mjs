// From the runs of a row to the lines of the table.

import { median, range } from './statistics.mjs'

// Goals are set for Node 22 and 24; another version is held to the nearer one.
const forNode = (value, major) =>
  typeof value === 'object' && value !== null ? value[major >= 24 ? 24 : 22] : value

/** One line: the medians of both sides, the figure that is judged with its range, and the words. */
export function judge(line, runs, major) {
  const values = runs.map((run) => line.of(run))
  const figures = values.map(({ figure }) => figure)
  const side = (name) => {
    const known = values.map((value) => value[name]).filter((value) => value !== undefined)
    return known.length === 0 ? undefined : median(known)
  }
  const goal = forNode(line.goal, major)
  const limit = forNode(line.limit, major)
  const figure = median(figures)
  return {
    label: line.label,
    unit: line.unit,
    native: side('native'),
    other: side('other'),
    otherName: line.otherName ?? 'baseline',
    figure,
    figureUnit: line.figureUnit ?? 'x',
    range: range(figures),
    goal,
    limit,
    verdict: words(figure, goal, limit, line.moreIsBetter === true)
  }
}

function words(figure, goal, limit, moreIsBetter) {
  if (goal === undefined) return 'no goal'
  const meets = (bound) => (moreIsBetter ? figure >= bound : figure <= bound)
  if (meets(goal)) return 'goal met'
  return meets(limit) ? 'within the limit' : 'OVER the limit'
}

/** native / baseline of one key. */
export const ratio =
  (key, clock, scale = 1, variant = '') =>
  (run) => {
    const native = run[`native${variant}`][key][clock] / scale
    const other = run[`baseline${variant}`][key][clock] / scale
    return { native, other, figure: native / other }
  }

/** The same where the whole garbage collector runs on the main thread. */
export const ratioOnOneThread = (key, scale) => ratio(key, 'main', scale, '/one-thread')

const UNITS = { ns: 1, us: 1e3, ms: 1e6 }

/** Parts of a line on AgentCore: one key beside the peer, as a ratio. `scale` where the figure is no time. */
export const besidePeer = (key, clock, unit = 'ms', { otherName = 'package', scale = UNITS[unit] } = {}) => ({
  unit,
  otherName,
  of: (run) => {
    const native = run.agent[key][clock] / scale
    const other = run.peer[key][clock] / scale
    return { native, other, figure: native / other }
  }
})

/** native minus baseline of one key. */
export const excess =
  (key, clock, scale = 1) =>
  (run) => {
    const native = run.native[key][clock] / scale
    const other = run.baseline[key][clock] / scale
    return { native, other, figure: native - other }
  }
