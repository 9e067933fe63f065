// A fresh folder for one run: the files that the tools may touch, and beside them the log, which they may not.

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** What the user brings along. */
const ORDERS = `customer,item,amount
"Byron, Ada",lamp,30
Hopper,"cable, 2 m",12
"Byron, Ada","24"" screen",180
Hopper,chair,95
`

/** The name of the run's log: the same id finds it again in another process. */
export const RUN_ID = 'orders'

export function createWorkspace() {
  const dir = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gatto-start-')))
  const place = placeIn(dir)
  fs.mkdirSync(place.files)
  fs.writeFileSync(path.join(place.files, 'orders.csv'), ORDERS)
  return place
}

/** Where things are in the folder of a run. */
export function placeIn(dir) {
  return {
    dir,
    files: path.join(dir, 'files'),
    logs: path.join(dir, 'log'),
    log: path.join(dir, 'log', 'agent-harness', `${RUN_ID}.jsonl`),
    remove() {
      // A process that has just died may hold a file for a moment on some systems.
      fs.rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
    }
  }
}

/**
 * The absolute path of a name inside `root`. A model's paths are input like any other: `..`, absolute paths and links
 * that lead out are refused. The message is for the model, so it says what to do.
 */
export function confine(root, name) {
  const file = path.resolve(root, name)
  for (const candidate of [file, realPath(file)]) {
    const from = path.relative(root, candidate)
    if (from === '..' || from.startsWith(`..${path.sep}`) || path.isAbsolute(from)) {
      throw new Error(`${name} is outside the workspace: use a path relative to it`)
    }
  }
  return file
}

/** Follows links as far as the path exists; what is to be made does not exist yet. */
function realPath(file) {
  try {
    return fs.realpathSync(file)
  } catch {
    const parent = path.dirname(file)
    return parent === file ? file : path.join(realPath(parent), path.basename(file))
  }
}
