// A small checkout of its own, with the real scripts and a cargo that only pretends, for the tests of this folder.

import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { freshFolder } from '../folder.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Pretends to compile: counts its runs, says its lines, and names what it made as cargo does. */
const CARGO = `#!/bin/sh
echo run >> "$(dirname "$0")/runs"
cat "$(dirname "$0")/words" >&2
[ -e "$(dirname "$0")/fails" ] && exit 101
echo '{"reason":"compiler-artifact","target":{"kind":["cdylib"]},"filenames":["'"$(dirname "$0")/libgatto.so"'"]}'
`

/** A checkout in a temporary folder that goes with the test, with its tools installed unless it is to be fresh. */
export function checkout(t, { fresh = false } = {}) {
  const dir = freshFolder(t, 'checkout')
  const at = (name) => path.join(dir, name)
  for (const name of ['scripts', 'js']) fs.cpSync(path.join(root, name), at(name), { recursive: true })
  for (const name of ['src', 'crates', 'bin']) fs.mkdirSync(at(name))
  for (const name of ['Cargo.toml', 'Cargo.lock', 'build.rs', 'src/lib.rs', 'bin/words', 'bin/libgatto.so'])
    fs.writeFileSync(at(name), '')
  const manifest = { name: 'checkout', version: '1.0.0', type: 'module' }
  fs.writeFileSync(at('package.json'), JSON.stringify(manifest))
  fs.writeFileSync(
    at('package-lock.json'),
    JSON.stringify({ ...manifest, lockfileVersion: 3, packages: { '': manifest } })
  )
  if (!fresh) {
    fs.mkdirSync(at('node_modules'))
    fs.writeFileSync(at('node_modules/.package-lock.json'), JSON.stringify({ packages: {} }))
  }
  fs.writeFileSync(at('bin/cargo'), CARGO, { mode: 0o755 })
  return {
    at,
    /** Runs one of the scripts. */
    run(name, args = [], env = {}) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [at(`scripts/${name}`), ...args], {
        encoding: 'utf8',
        cwd: dir,
        env: { ...process.env, CARGO: at('bin/cargo'), NODE_TEST_CONTEXT: undefined, ...env }
      })
      return { status, output: stdout + stderr }
    },
    /** How often cargo ran. */
    builds() {
      return fs.existsSync(at('bin/runs'))
        ? fs.readFileSync(at('bin/runs'), 'utf8').split('\n').length - 1
        : 0
    }
  }
}
