// The few figures that a row needs of its samples.

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

export const least = (values) => values.reduce((a, b) => Math.min(a, b), Infinity)

export const range = (values) => [least(values), values.reduce((a, b) => Math.max(a, b), -Infinity)]

/**
 * The blocks of a run, of the form `{ key: { clock: value } }`, each figure replaced by its mean. Not its median or
 * least: collections of garbage fall on some blocks only, and those count.
 */
export function overBlocks(blocks) {
  const result = {}
  for (const key of Object.keys(blocks[0] ?? {})) {
    result[key] = {}
    for (const clock of Object.keys(blocks[0][key])) {
      result[key][clock] = blocks.reduce((sum, block) => sum + block[key][clock], 0) / blocks.length
    }
  }
  return result
}
