// Builds the native addon with cargo and puts it where js/load.js looks for it. Shipped with the package: it needs
// Node's built-ins and cargo, nothing else.

import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { host, localFile } from '../js/load.js'

export const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..')

/** The crate whose cdylib is the addon. */
const CRATE = 'gatto-node'

/** A failure that a person can mend: its message says how. */
export class BuildError extends Error {
  name = 'BuildError'
}

/** Where cargo is: on PATH, or where rustup puts it when the shell was not started anew since. */
export function cargoCommand(env = process.env) {
  if (env.CARGO) return env.CARGO
  const home = path.join(env.CARGO_HOME ?? path.join(os.homedir(), '.cargo'), 'bin')
  const name = process.platform === 'win32' ? 'cargo.exe' : 'cargo'
  const dirs = [...(env.PATH ?? env.Path ?? '').split(path.delimiter), home].filter(Boolean)
  return dirs.map((dir) => path.join(dir, name)).find((file) => fs.existsSync(file))
}

/**
 * Builds and places the addon; resolves to the file's path. `onStatus({ done, total, crate })` tells how far cargo is,
 * `onText(text)` passes its words on.
 */
export async function buildAddon({ to = localFile(), targetDir, env = process.env, onStatus, onText } = {}) {
  const cargo = cargoCommand(env)
  if (!cargo) throw new BuildError(NO_CARGO)
  const args = [
    'build',
    '--release',
    '--locked',
    '--package',
    CRATE,
    '--message-format=json-render-diagnostics'
  ]
  if (targetDir) args.push('--target-dir', targetDir)
  const { code, library, text } = await runCargo(cargo, args, buildEnv(env), onStatus, onText)
  if (code !== 0) throw new BuildError(explain(text, code))
  if (!library) throw new BuildError(`cargo built ${CRATE}, but named no shared library among its results.`)
  place(library, to)
  return to
}

function buildEnv(env) {
  const merged = { ...env, CARGO_TERM_PROGRESS_WHEN: 'always', CARGO_TERM_PROGRESS_WIDTH: '100' }
  // A shared library for musl needs the C library linked dynamically; Rust's default there is static.
  if (host().libc === 'musl') merged.RUSTFLAGS = `${env.RUSTFLAGS ?? ''} -C target-feature=-crt-static`.trim()
  return merged
}

function runCargo(cargo, args, env, onStatus, onText) {
  return new Promise((resolve, reject) => {
    const child = spawn(cargo, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let library
    let text = ''
    readLines(child.stdout, /\n/, (line) => {
      library = libraryIn(line) ?? library
    })
    readLines(child.stderr, /[\r\n]/, (line) => {
      const at = /^\s*Building \[.*\] (\d+)\/(\d+)(?:: (.*))?/.exec(line)
      if (at) return onStatus?.({ done: Number(at[1]), total: Number(at[2]), crate: at[3] ?? '' })
      if (line.trim() === '') return
      text += `${line}\n`
      onText?.(line)
    })
    child.on('error', (error) => reject(new BuildError(`${cargo} could not be started: ${error.message}`)))
    child.on('close', (code, signal) => resolve({ code: code ?? signal, library, text }))
  })
}

function readLines(stream, separator, onLine) {
  let rest = ''
  stream.setEncoding('utf8')
  stream.on('data', (chunk) => {
    const lines = (rest + chunk).split(separator)
    rest = lines.pop()
    for (const line of lines) onLine(line)
  })
  stream.on('end', () => rest && onLine(rest))
}

/** cargo says by itself which file it made: no guess at CARGO_TARGET_DIR, a target triple or a profile's folder. */
function libraryIn(line) {
  if (!line.startsWith('{') || !line.includes('"compiler-artifact"')) return undefined
  const { target, filenames } = JSON.parse(line)
  if (!target.kind.includes('cdylib')) return undefined
  return filenames.find((file) => /\.(so|dylib|dll)$/.test(file))
}

/** Copies by way of a rename, so that a process which has the old file mapped keeps it. */
function place(library, file) {
  const fresh = `${file}.${process.pid}.tmp`
  try {
    fs.copyFileSync(library, fresh)
    fs.renameSync(fresh, file)
  } finally {
    fs.rmSync(fresh, { force: true })
  }
}

const NO_CARGO =
  'cargo was not found. Building the native addon needs a Rust toolchain (cargo and rustc 1.89 or newer, for example\n' +
  'through rustup) and a C compiler as the linker. If Rust is installed, put its bin folder on PATH or set CARGO.'

const HINTS = [
  [
    /linker `[^`]+` not found|could not execute process `(cc|gcc|clang)/,
    'A C compiler is missing (the linker): install gcc or clang, the Xcode command line tools, or the MSVC build tools.'
  ],
  [
    /requires rustc \d|rustc [\d.]+ is not supported|feature `edition2024` is required/,
    'This Rust is too old: 1.89 or newer is needed (rustup update).'
  ],
  [
    /failed to (download|fetch|get)|Could not resolve host|no matching package named/,
    'cargo could not fetch the crates: it needs its registry once, or a filled cargo cache.'
  ],
  [
    /lock file .* needs to be updated|cannot update the lock file/,
    'Cargo.lock does not match Cargo.toml: run "cargo check" once and commit the lock file.'
  ],
  [/No space left on device/, 'The disk is full: the build needs about 1 GB for a while.']
]

function explain(text, code) {
  const hints = HINTS.filter(([pattern]) => pattern.test(text)).map(([, hint]) => hint)
  return [`cargo build failed (${code}).`, text.trimEnd(), ...hints].join('\n')
}
