// The Node.js versions that the suite runs on besides the one at hand, from the registry's packages of its binaries.
// `node scripts/runtimes.mjs` installs them and prints where they are.

import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { BuildError } from './addon.mjs'
import { cacheDir, main, npm } from './checkout.mjs'
import { startStep } from './progress.mjs'

/** The one place that names them. */
export const RUNTIMES = { 22: '22.23.5', 24: '24.22.3', 26: '26.12.1' }

// Not inside the checkout's node_modules: its `node` would shadow the real one.
const home = path.join(cacheDir, 'node')
const folder = (major) => path.join(home, 'node_modules', `n${major}`)
const isWindows = process.platform === 'win32'

/** Whether this runtime is there in its pinned version; its executable if so. */
export function runtimePath(major) {
  try {
    const { version } = JSON.parse(fs.readFileSync(path.join(folder(major), 'package.json'), 'utf8'))
    return version === RUNTIMES[major]
      ? path.join(folder(major), 'bin', isWindows ? 'node.exe' : 'node')
      : undefined
  } catch {
    return undefined
  }
}

/** Installs what is missing; resolves to `{ major: executable }`. */
export async function ensureRuntimes({ stream } = {}) {
  const majors = Object.keys(RUNTIMES)
  const missing = majors.filter((major) => !runtimePath(major))
  if (missing.length > 0) {
    const step = startStep(`Installing Node.js ${missing.join(', ')} for the tests`, { stream })
    fs.mkdirSync(home, { recursive: true })
    const source = `node-${isWindows ? 'win' : process.platform}-${process.arch}`
    const wanted = majors.map((major) => `n${major}@npm:${source}@${RUNTIMES[major]}`)
    const options = ['--save-exact', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
    const { code, output } = await npm(['install', '--prefix', home, ...options, ...wanted])
    if (code !== 0) {
      step.fail()
      throw new BuildError(`Installing the runtimes failed (${code}).\n${output.trimEnd()}`)
    }
    step.done()
  }
  return Object.fromEntries(majors.map((major) => [major, runtimePath(major)]))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(async () => {
    for (const [major, file] of Object.entries(await ensureRuntimes())) console.log(`${major}  ${file}`)
  })
}
