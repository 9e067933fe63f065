import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

export default {
  name: 'binary',
  title: 'stripped binary',
  clock: 'megabytes of 10^6 bytes',
  lines: [
    {
      label: 'the addon',
      unit: 'MB',
      figureUnit: 'MB',
      goal: 5,
      limit: 8,
      of: ({ bytes }) => ({ native: bytes / 1e6, figure: bytes / 1e6 })
    }
  ],
  /** Measured by the parent: no process has to run for it. */
  inspect({ root, scratch }) {
    const name = fs.readdirSync(root).find((file) => file.endsWith('.node'))
    if (name === undefined) return undefined
    const copy = path.join(scratch, name)
    fs.copyFileSync(path.join(root, name), copy)
    try {
      execFileSync('strip', [copy])
    } catch {
      // No strip: the file counts as it is, which can only be more.
    }
    return { bytes: fs.statSync(copy).size }
  }
}
