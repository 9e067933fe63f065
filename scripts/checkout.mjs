// Makes a checkout ready, and does nothing where nothing is missing: the tools from package-lock.json, and the addon.

import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { localFile } from '../js/load.js'
import { BuildError, buildAddon, root } from './addon.mjs'
import { run } from './command.mjs'
import { startStep } from './progress.mjs'

/** Where scripts keep what they know between runs. */
export const cacheDir = path.join(root, '.cache')
const nodeModules = path.join(root, 'node_modules')
const installStamp = path.join(nodeModules, '.gatto-install')
const buildStamp = path.join(cacheDir, 'addon.stamp')

/** What a build is made of, relative to the root. */
const SOURCES = ['Cargo.lock', 'Cargo.toml', 'build.rs', 'src', 'crates']

export async function ensureReady(options) {
  await ensureInstalled(options)
  await ensureBuilt(options)
}

/** `npm ci`, unless node_modules is what package-lock.json says. */
export async function ensureInstalled({ stream } = {}) {
  const lock = fs.readFileSync(path.join(root, 'package-lock.json'))
  const wanted = digest([lock])
  if (readText(installStamp) === wanted) return
  if (!matchesLock(JSON.parse(lock))) {
    const step = startStep('Installing the tools from package-lock.json (npm ci)', { stream })
    // --ignore-scripts: the only script is this package's own, and the build comes next, where it can show its progress.
    const { code, output } = await npm([
      'ci',
      '--ignore-scripts',
      '--prefer-offline',
      '--no-audit',
      '--no-fund'
    ])
    if (code !== 0) {
      step.fail()
      throw new BuildError(`npm ci failed (${code}).\n${output.trimEnd()}`)
    }
    step.done()
  }
  fs.mkdirSync(nodeModules, { recursive: true })
  fs.writeFileSync(installStamp, wanted)
}

/** Whether somebody's own `npm ci` or `npm install` left exactly what the lock file names. */
function matchesLock(lock) {
  const text = readText(path.join(nodeModules, '.package-lock.json'))
  if (text === undefined) return false
  const there = JSON.parse(text).packages
  const same = (name) => there[name]?.version === lock.packages[name].version
  const optional = (name) => lock.packages[name].optional || lock.packages[name].peer
  return Object.keys(lock.packages).every(
    (name) => name === '' || same(name) || (optional(name) && !there[name])
  )
}

/** The addon, unless the one that is there was made from these very sources. */
export async function ensureBuilt({ stream, force = false } = {}) {
  const wanted = sourcesDigest()
  if (!force && readText(buildStamp) === wanted && fs.existsSync(localFile())) return
  const step = startStep('Building the native addon (cargo build --release)', { stream })
  try {
    const onStatus = ({ done, total, crate }) => step.update(`${done} of ${total}  ${crate}`)
    const onText = (line) => {
      if (/^error\b/.test(line)) step.line(line)
      else if (/^\s*Blocking\b/.test(line)) step.update(line)
    }
    const file = await buildAddon({ onStatus, onText })
    fs.mkdirSync(cacheDir, { recursive: true })
    fs.writeFileSync(buildStamp, wanted)
    step.done(`${path.basename(file)}, ${(fs.statSync(file).size / 1e6).toFixed(1)} MB`)
  } catch (error) {
    step.fail()
    throw error
  }
}

function sourcesDigest() {
  const parts = ['release', process.env.RUSTFLAGS ?? '']
  for (const file of SOURCES.flatMap((name) => filesUnder(path.join(root, name)))) {
    parts.push(path.relative(root, file), fs.readFileSync(file))
  }
  return digest(parts)
}

function filesUnder(file) {
  if (!fs.statSync(file).isDirectory()) return [file]
  return fs
    .readdirSync(file)
    .sort()
    .flatMap((name) => filesUnder(path.join(file, name)))
}

function digest(parts) {
  const hash = crypto.createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex')
}

function readText(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Runs npm: the one that runs us, if any; else the one on PATH. */
export function npm(args, options) {
  const script = process.env.npm_execpath
  if (script?.endsWith('npm-cli.js')) return run(process.execPath, [script, ...args], options)
  return run('npm', args, { ...options, shell: process.platform === 'win32' })
}

/** Runs a script's main function: a failure that says what to do is printed as it is, anything else with its stack. */
export async function main(body) {
  try {
    await body()
  } catch (error) {
    console.error(error instanceof BuildError ? `\n${error.message}` : error)
    process.exitCode = 1
  }
}
