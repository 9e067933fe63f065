// What two requests cost together.

const FIELDS = ['input', 'output', 'cacheRead', 'cacheWrite', 'totalTokens']
const OPTIONAL = ['cacheWrite1h', 'reasoning']
const COST = ['input', 'output', 'cacheRead', 'cacheWrite', 'total']

const sums = (a, b, fields) =>
  Object.fromEntries(fields.map((field) => [field, (a?.[field] ?? 0) + (b?.[field] ?? 0)]))

/** The sum, field by field; the one that is there, if only one is. */
export function addedUsage(a, b) {
  if (a === undefined || b === undefined) return a ?? b
  const optional = OPTIONAL.filter((field) => a[field] !== undefined || b[field] !== undefined)
  return { ...sums(a, b, [...FIELDS, ...optional]), cost: sums(a.cost, b.cost, COST) }
}
