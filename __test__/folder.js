// Folders for what a test writes.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'

const left = new Set()
process.on('exit', () => left.forEach(remove))

/**
 * A new temporary folder, `gatto-<name>-…`, by its real path, that goes away with the test. When one hook of a test
 * throws, or the process is told to exit, the hooks behind it do not run; so what is left goes when the process ends.
 */
export function freshFolder(t, name) {
  const dir = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), `gatto-${name}-`)))
  left.add(dir)
  t.after(() => remove(dir))
  return dir
}

function remove(dir) {
  try {
    fs.rmSync(dir, { recursive: true, force: true })
    left.delete(dir)
  } catch {
    // Some systems keep a folder as long as a file in it is open: a hook that closes it may still follow.
  }
}
