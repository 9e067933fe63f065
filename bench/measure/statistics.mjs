// The few figures that a row needs of its samples.

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

export const least = (values) => values.reduce((a, b) => Math.min(a, b), Infinity)

export const range = (values) => [least(values), values.reduce((a, b) => Math.max(a, b), -Infinity)]

/** Samples of the form `{ key: { clock: value } }`, each replaced by its median. */
export function medians(samples) {
  const result = {}
  for (const key of Object.keys(samples[0] ?? {})) {
    result[key] = {}
    for (const clock of Object.keys(samples[0][key])) {
      result[key][clock] = median(samples.map((sample) => sample[key][clock]))
    }
  }
  return result
}
