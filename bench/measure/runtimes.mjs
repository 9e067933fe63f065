// Which Node.js binaries to measure with, and on what machine.

import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import { fileURLToPath } from 'node:url'

const CACHED = fileURLToPath(new URL('../../.cache/node/node_modules', import.meta.url))

/** The binaries asked for, or the cached Node 22 and 24, or the one that runs this. */
export function findRuntimes(asked) {
  const cached = ['n22', 'n24']
    .map((name) => `${CACHED}/${name}/bin/node`)
    .filter((file) => fs.existsSync(file))
  const paths = asked.length > 0 ? asked : cached.length > 0 ? cached : [process.execPath]
  return paths.map((path) => {
    const version = execFileSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim()
    return { path, version, major: Number(version.split('.')[0]) }
  })
}

export function describeMachine() {
  const cpus = os.cpus()
  const memory = Math.round(os.totalmem() / 2 ** 30)
  return {
    cpu: cpus[0]?.model.trim() ?? 'unknown CPU',
    cores: cpus.length,
    memoryGB: memory,
    system: `${os.type()} ${os.release()} ${os.arch()}`,
    load: os.loadavg().map((value) => Number(value.toFixed(1)))
  }
}
