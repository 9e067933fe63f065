// Paths as callers write them.

import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const HOME = process.platform === 'win32' ? /^~[/\\]/ : /^~\//

/** The absolute path of what a caller wrote: `~` and `file://` are understood, links are not followed. */
export function resolvePath(cwd, written) {
  return path.resolve(cwd, literal(written))
}

function literal(written) {
  if (written === '~') return os.homedir()
  if (HOME.test(written)) return path.join(os.homedir(), written.slice(2))
  if (!written.startsWith('file://')) return written
  try {
    return fileURLToPath(written)
  } catch {
    // It looks like a URL, but names no file here: then it is a name like any other.
    return written
  }
}
