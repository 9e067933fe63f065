// An empty project of somebody else's, and the package as it would be published, for the tests of this folder.

import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { localFile } from '../../js/load.js'
import { freshFolder } from '../folder.js'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const name = '@polyweave/gatto-agent-harness'
export const binding = process.env.NAPI_RS_NATIVE_LIBRARY_PATH ?? localFile()

const exec = promisify(execFile)

/** A temporary folder that goes with the test. */
export const folder = (t) => freshFolder(t, 'package')

/** An empty project of modules. */
export function project(t) {
  const dir = folder(t)
  fs.writeFileSync(
    path.join(dir, 'package.json'),
    JSON.stringify({ name: 'consumer', private: true, type: 'module' })
  )
  return dir
}

/** npm's environment without what an npm around the tests has set, and without a binding chosen by hand. */
export function cleanEnv(more = {}) {
  const own = Object.entries(process.env).filter(
    ([key]) => !/^(npm_|INIT_CWD|NAPI_RS_NATIVE|NODE_TEST|NODE_OPTIONS)/i.test(key)
  )
  return { ...Object.fromEntries(own), ...more }
}

export function npm(args, cwd, env = cleanEnv(), timeout = 60_000) {
  const script = process.env.npm_execpath?.endsWith('npm-cli.js') ? process.env.npm_execpath : undefined
  const [file, before] = script ? [process.execPath, [script]] : ['npm', []]
  return exec(file, [...before, ...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd,
    env,
    timeout
  })
}

/** Packs the checkout; resolves to the tarball's path. */
export async function pack(into) {
  const { stdout } = await npm(['pack', root, '--ignore-scripts', '--json', '--pack-destination', into], into)
  return path.join(into, JSON.parse(stdout)[0].filename)
}

/** Runs a program in the project; resolves to what it printed. */
export async function runIn(dir, source, env = cleanEnv(), extension = 'js') {
  const file = path.join(dir, `program.${extension}`)
  fs.writeFileSync(file, source)
  const { stdout } = await exec(process.execPath, [file], { cwd: dir, env })
  return stdout.trim()
}
