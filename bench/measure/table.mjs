// The table that a person reads.

const HEADINGS = ['workload', 'native', 'other', 'judged', 'range', 'goal', 'at most', 'verdict']

const number = (value) => {
  if (value === undefined) return '-'
  const size = Math.abs(value)
  if (size >= 100_000) return Math.round(value).toLocaleString('en').replaceAll(',', ' ')
  return size >= 100 ? value.toFixed(0) : size >= 10 ? value.toFixed(1) : value.toFixed(2)
}

const withUnit = (value, unit) =>
  value === undefined ? '-' : unit === 'x' ? `${number(value)}x` : `${number(value)} ${unit}`

function cells(line) {
  const { label, unit, native, other, otherName, figure, figureUnit, range, goal, limit, verdict } = line
  return [
    `  ${label}`,
    withUnit(native, unit),
    other === undefined
      ? '-'
      : `${withUnit(other, unit)}${otherName === 'baseline' ? '' : ` (${otherName})`}`,
    withUnit(figure, figureUnit),
    `${number(range[0])}..${number(range[1])}`,
    withUnit(goal, figureUnit),
    withUnit(limit, figureUnit),
    verdict
  ]
}

/** @param groups `[{ title, clock, lines }]` */
export function formatTable(groups) {
  const rows = groups.flatMap(({ lines }) => lines.map(cells))
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column].length))
  )
  const format = (row) =>
    row
      .map((cell, i) => (i === 0 || i === row.length - 1 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
      .join('  ')
      .trimEnd()
  const out = [format(HEADINGS), widths.map((width) => '-'.repeat(width)).join('  ')]
  for (const { title, clock, lines } of groups) {
    out.push(`${title} [${clock}]`)
    for (const line of lines) out.push(format(cells(line)))
  }
  return out.join('\n')
}

/** How far the runs lay apart, in words: the reader decides how much a small difference is worth. */
export function noise(groups) {
  const spreads = groups
    .flatMap(({ title, lines }) =>
      lines.map(({ label, figure, native, range, verdict, figureUnit }) => {
        // A difference may be next to nothing: its spread is held against the larger of its two sides.
        const size = figureUnit.endsWith('more') ? native : Math.abs(figure)
        return {
          name: `${title}, ${label}`,
          spread: (range[1] - range[0]) / size,
          judged: verdict !== 'no goal'
        }
      })
    )
    .filter(({ spread, judged }) => judged && spread > 0)
    .sort((a, b) => a.spread - b.spread)
  if (spreads.length === 0) return 'no noise to speak of: one run, or rows that do not vary'
  const percent = ({ spread }) => `${Math.round(spread * 100)} %`
  const worst = spreads.at(-1)
  const middle = spreads[spreads.length >> 1]
  return `noise, (max - min) / median of what is judged: ${percent(middle)} in the middle, ${percent(worst)} at worst (${worst.name})`
}
