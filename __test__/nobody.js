// Running a part of a test as somebody to whom something is closed: root may read and write everything.
import { spawnSync } from 'node:child_process'
import process from 'node:process'

const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
const run = (source) =>
  spawnSync(process.execPath, ['--no-warnings', '--input-type=module', '--eval', source], {
    encoding: 'utf8',
    ...nobody
  })

const AGENT = new URL('../agent.js', import.meta.url).href

/**
 * What a module prints, from its JSON. The module runs as nobody if this is root, else as who this is. Skips the test and
 * gives nothing where nobody may not read the package at `entry`.
 */
export function asNobody(t, source, entry = AGENT) {
  if (run(`await import(${JSON.stringify(entry)})`).status !== 0) {
    t.skip('nobody may not read this checkout')
    return undefined
  }
  const { status, stdout, stderr } = run(source)
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}
