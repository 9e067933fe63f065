// Finds the native binding, loads it, and refuses one of another version than the glue's.

import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { GattoError } from './error.js'
import { version } from './version.js'

const PACKAGE = '@polyweave/gatto-agent-harness'
const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..')
const require = createRequire(import.meta.url)

/**
 * The C library this process runs on: 'gnu' or 'musl'.
 * A report would tell for certain, but takes ten milliseconds; nearly everywhere one look at the disk is enough.
 */
function detectLibc(arch) {
  const cpu = { x64: 'x86_64', arm64: 'aarch64' }[arch] ?? arch
  if (!fs.existsSync(`/lib/ld-musl-${cpu}.so.1`)) return 'gnu'
  // musl is installed. Whether this process uses it, its memory map knows.
  try {
    const map = fs.readFileSync('/proc/self/maps', 'latin1')
    if (map.includes('/ld-musl-')) return 'musl'
    if (map.includes('/libc.so.6')) return 'gnu'
  } catch {
    // no /proc: ask Node
  }
  return process.report.getReport().header.glibcVersionRuntime ? 'gnu' : 'musl'
}

/** What this process runs on. `libc` is '' where the platform has but one, and looked up when it is first read. */
export function host() {
  const { platform, arch } = process
  let libc = platform === 'linux' ? undefined : ''
  return {
    platform,
    arch,
    get libc() {
      libc ??= detectLibc(arch)
      return libc
    }
  }
}

/** The name under which builds for a host are known: 'linux-x64-gnu', 'darwin-arm64', 'win32-x64-msvc'. */
export function triple(on = host()) {
  const abi = on.platform === 'win32' ? 'msvc' : on.libc
  return [on.platform, on.arch, abi].filter(Boolean).join('-')
}

/** The file that a build for this host puts beside package.json. */
export function localFile(on = host()) {
  return path.join(root, `gatto.${triple(on)}.node`)
}

function candidates(on, env) {
  const given = env.NAPI_RS_NATIVE_LIBRARY_PATH
  if (given) return [{ from: 'NAPI_RS_NATIVE_LIBRARY_PATH', name: path.resolve(given), file: true }]
  return [
    { from: 'local build', name: localFile(on), file: true },
    { from: 'platform package', name: `${PACKAGE}-${triple(on)}`, file: false }
  ]
}

/**
 * The native binding's exports. Throws ERR_GATTO_BINDING_LOAD or ERR_GATTO_BINDING_VERSION.
 * A path in NAPI_RS_NATIVE_LIBRARY_PATH is the only one tried: whoever names a file wants that file.
 */
export function loadBinding({ env = process.env, on = host(), load = require } = {}) {
  const tried = []
  const errors = []
  for (const { from, name, file } of candidates(on, env)) {
    if (file && !fs.existsSync(name)) {
      tried.push({ from, name, reason: 'no such file' })
      continue
    }
    try {
      return sameVersion(load(name), name)
    } catch (error) {
      if (error instanceof GattoError) throw error
      const absent = !file && error?.code === 'MODULE_NOT_FOUND' && error.message.includes(`'${name}'`)
      tried.push({ from, name, reason: absent ? 'not installed' : firstLine(error) })
      if (!absent) errors.push(error)
    }
  }
  throw loadError(on, tried, errors.at(-1))
}

function sameVersion(binding, name) {
  const found = typeof binding.version === 'function' ? binding.version() : undefined
  if (found === version) return binding
  throw new GattoError(
    'ERR_GATTO_BINDING_VERSION',
    `The JavaScript of ${PACKAGE} is version ${version}, but its native binding is ${found ?? 'of an unknown version'}: ` +
      `${name}. They only work together in one version. Install the package afresh ` +
      `(npm install ${PACKAGE}@${version}), or build the binding again (npm rebuild ${PACKAGE}).`,
    { details: { glue: version, binding: found ?? null, file: name } }
  )
}

function loadError(on, tried, cause) {
  const { platform, arch, libc } = on
  const libcName = { gnu: 'glibc', musl: 'musl' }[libc]
  const where = `${platform} ${arch}${libcName ? ` (${libcName})` : ''}, Node.js ${process.version}`
  const list = tried.map(({ from, name, reason }) => `  - ${from}: ${name}: ${reason}`)
  const message = [
    `The native binding of ${PACKAGE} ${version} could not be loaded on ${where}. Tried:`,
    ...list,
    'What helps:',
    `  - npm rebuild ${PACKAGE}`,
    '    runs its install script again, which builds from source where no binary is at hand; a source build needs',
    '    a Rust toolchain (cargo 1.89 or newer) and a C compiler',
    '  - pnpm approve-builds, or with a recent npm: npm approve-scripts; these let install scripts run at all',
    '  - binaries come as optional dependencies: install without --omit=optional, --no-optional or the like, and',
    '    not from a lock file or a node_modules folder made on another platform',
    '  - NAPI_RS_NATIVE_LIBRARY_PATH=/path/to/gatto.node names a binding that you built yourself'
  ].join('\n')
  const details = { platform, arch, libc: libcName ?? null, node: process.version, version, tried }
  return new GattoError('ERR_GATTO_BINDING_LOAD', message, { details, cause })
}

function firstLine(error) {
  return String(error?.message ?? error).split('\n', 1)[0]
}
