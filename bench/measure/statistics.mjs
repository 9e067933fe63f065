// The few figures that a row needs of its samples.

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

export const least = (values) => values.reduce((a, b) => Math.min(a, b), Infinity)

export const range = (values) => [least(values), values.reduce((a, b) => Math.max(a, b), -Infinity)]

/**
 * The blocks of a run, of the form `{ key: { clock: value } }`, each figure replaced by its lower quartile: what else
 * the machine does only ever adds, and adds a lot to some blocks. Blocks are long enough to hold their share of
 * collections, so none is free of them.
 */
export function undisturbed(blocks) {
  const result = {}
  for (const key of Object.keys(blocks[0] ?? {})) {
    result[key] = {}
    for (const clock of Object.keys(blocks[0][key])) {
      const sorted = blocks.map((block) => block[key][clock]).sort((a, b) => a - b)
      result[key][clock] = sorted[Math.floor((sorted.length - 1) / 4)]
    }
  }
  return result
}
