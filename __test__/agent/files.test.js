import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { NodeExecutionEnv as PeerEnv } from '@earendil-works/pi-agent-core/node'
import { FileError, NodeExecutionEnv, ok } from '@polyweave/gatto-agent-harness/agent'
import { freshFolder } from '../folder.js'

/** A folder with one of everything, and an environment of each kind in it. */
function zoo(t) {
  const cwd = freshFolder(t, 'files')
  const at = (name) => path.join(cwd, name)
  fs.writeFileSync(at('a'), 'A\r\nB\n\nC')
  fs.writeFileSync(at('Z'), '')
  fs.writeFileSync(at('ends'), 'a\rb\n\u{feff}c\u{2028}d\r\n\r\n')
  fs.writeFileSync(at('bom'), '\u{feff}x\r\n')
  fs.writeFileSync(at('broken'), Buffer.from([0xe2, 0x82, 0x0a, 0xff, 0xf0, 0x9f, 0x0a, 0xc3, 0xa9]))
  fs.mkdirSync(at('b'))
  fs.writeFileSync(at('b/é'), 'x')
  fs.symlinkSync('nowhere', at('dangling'))
  fs.symlinkSync('b', at('link'))
  fs.symlinkSync('loop', at('loop'))
  if (process.platform !== 'win32') execFileSync('mkfifo', [at('pipe')])
  return { cwd, at, ours: new NodeExecutionEnv({ cwd }), peers: new PeerEnv({ cwd }) }
}

/** A result to compare: of an error its class, code and path, and what the system said. */
function essence(result) {
  if (result.ok) return result
  const { error } = result
  return { ok: false, name: error.name, code: error.code, path: error.path, cause: error.cause?.code }
}

const PATHS = ['a', 'Z', 'ends', 'bom', 'broken', 'b', 'b/', 'b/é', 'a/x', 'no', 'dangling', 'link', 'loop']
const ODD = ['', '.', '/dev/null', 'a\0b', 'b/../a', 'pipe/x']

test('A5 reading, listing and asking give what the published package gives', async (t) => {
  const { ours, peers } = zoo(t)
  const methods = ['readTextFile', 'readTextLines', 'readBinaryFile', 'fileInfo', 'canonicalPath', 'exists']
  for (const written of [...PATHS, ...ODD]) {
    for (const method of [...methods, 'listDir']) {
      // Newer versions of Node end lines at U+2028 as well, and the published package with them.
      if (written === 'ends' && method === 'readTextLines') continue
      const [mine, theirs] = [await ours[method](written), await peers[method](written)].map(essence)
      assert.deepEqual(mine, theirs, `${method} ${JSON.stringify(written)}`)
    }
  }
})

test('A5 lines end with LF, CRLF or CR, and no more are read than asked for', async (t) => {
  const { ours, peers } = zoo(t)
  for (const written of ['a', 'Z', 'bom', 'no']) {
    for (const maxLines of [undefined, -1, 0, 1, 1.5, 2, 4, 5, 1e9, Number.NaN, Infinity]) {
      const [mine, theirs] = [ours, peers].map((env) => env.readTextLines(written, { maxLines }))
      assert.deepEqual(essence(await mine), essence(await theirs), `${written} ${maxLines}`)
    }
  }
  const { value } = await ours.readTextLines('ends')
  assert.deepEqual(value, ['a', 'b', '\u{feff}c\u{2028}d', ''])
})

test('A5 paths are resolved as text, and parts are joined as text', async (t) => {
  const { ours, peers, cwd } = zoo(t)
  const written = [
    '/',
    '~/x',
    '~root',
    '~\\x',
    'file:///tmp/a%20b',
    'file://host/x',
    'file:bad',
    'file:///a%2Fb'
  ]
  for (const one of [...PATHS, ...ODD, ...written, 'file:///%zz', '/x/../../y', ' a ', 'FILE:///x', './~']) {
    assert.deepEqual(await ours.absolutePath(one), await peers.absolutePath(one), JSON.stringify(one))
  }
  assert.deepEqual(await ours.absolutePath('~'), { ok: true, value: os.homedir() })
  assert.deepEqual(await ours.absolutePath('link/../x'), { ok: true, value: path.join(cwd, 'x') })
  for (const parts of [[], [''], ['a', '..', 'b'], ['~', 'x'], ['/a', '/b'], ['file:///a', 'b']]) {
    assert.deepEqual(await ours.joinPath(parts), await peers.joinPath(parts))
  }
})

test('A5 writing and removing leave what the published package leaves', async (t) => {
  const sides = [zoo(t), zoo(t)]
  const steps = [
    (env) => env.writeFile('w/x/y', 'hé\u{d800}'),
    (env) => env.appendFile('w/x/y', new Uint8Array([0, 255])),
    (env) => env.appendFile('w/new/z', 'z'),
    (env) => env.writeFile('dangling', 'through the link'),
    (env) => env.writeFile('Z', new DataView(new ArrayBuffer(3))),
    (env) => env.writeFile('shared', new Uint8Array(new SharedArrayBuffer(2))),
    (env) => env.writeFile('b', 'x'),
    (env) => env.appendFile('b', 'x'),
    (env) => env.writeFile('n\0', 'x'),
    (env) => env.createDir('b'),
    (env) => env.createDir('q/w/e'),
    (env) => env.createDir('q/w/e', { recursive: false }),
    (env) => env.createDir('q1/w', { recursive: false }),
    (env) => env.createDir('a'),
    (env) => env.createDir('a/b'),
    (env) => env.remove('none'),
    (env) => env.remove('none', { force: true }),
    (env) => env.remove('loop'),
    (env) => env.remove('a/x', { force: true }),
    (env) => env.remove('q', { recursive: true }),
    (env) => env.remove('link', { recursive: true }),
    (env) => env.remove('pipe')
  ]
  for (const step of steps) {
    const [mine, theirs] = [essence(await step(sides[0].ours)), essence(await step(sides[1].peers))]
    if (!mine.ok) theirs.path = theirs.path.replace(sides[1].cwd, sides[0].cwd)
    assert.deepEqual(mine, theirs, String(step))
  }
  const [left, right] = sides.map(({ cwd }) =>
    fs.readdirSync(cwd, { recursive: true, withFileTypes: true }).map((entry) => {
      const file = path.join(entry.parentPath ?? entry.path, entry.name)
      return [path.relative(cwd, file), entry.isFile() ? fs.readFileSync(file, 'hex') : '']
    })
  )
  assert.deepEqual(left, right)
})

test('A5 a folder in the way, and a file in the way, are said as what they are', async (t) => {
  // The published package says `unknown` of both.
  const { ours, peers, at } = zoo(t)
  assert.equal((await ours.remove('b')).error.code, 'is_directory')
  assert.equal((await ours.remove('b', { force: true })).error.code, 'is_directory')
  assert.equal((await peers.remove('b')).error.code, 'unknown')
  assert.equal((await ours.writeFile('a/x', '')).error.code, 'not_directory')
  assert.equal((await peers.writeFile('a/x', '')).error.code, 'unknown')
  assert.ok(fs.existsSync(at('b/é')))
})

test('A5 an error carries what the system said, as Node says it', async (t) => {
  const { ours, at } = zoo(t)
  const { error } = await ours.readTextFile('no')
  assert.ok(error instanceof FileError)
  assert.equal(error.message, `ENOENT: no such file or directory, open '${at('no')}'`)
  assert.ok(error.cause instanceof Error)
  const { code, errno, syscall, path: named } = error.cause
  assert.deepEqual([code, errno, syscall, named], ['ENOENT', -os.constants.errno.ENOENT, 'open', at('no')])
})

test('A5 what is no path and no content is refused, not thrown', async (t) => {
  const { ours, at } = zoo(t)
  for (const method of ['absolutePath', 'readTextFile', 'readTextLines', 'fileInfo', 'remove', 'joinPath']) {
    for (const written of [undefined, null, 42, {}, ['x', 1]]) {
      const { ok, error } = await ours[method](written)
      assert.deepEqual([ok, error?.code], [false, 'invalid'], method)
    }
  }
  for (const content of [undefined, 42, {}, new ArrayBuffer(2)]) {
    assert.equal((await ours.writeFile('bad', content)).error.code, 'unknown')
  }
  assert.ok(!fs.existsSync(at('bad')))
})

test('A5 what throws when it is read, or is no number or text, is an error of the result', async (t) => {
  const { ours, at } = zoo(t)
  const options = new Proxy({}, { get: () => assert.fail('a trap') })
  const noText = { toString: () => assert.fail('no text') }
  const parts = Proxy.revocable([], {})
  parts.revoke()
  const calls = [
    () => ours.readTextFile('a', options),
    () => ours.readTextLines('a', options),
    () => ours.readTextLines('a', { maxLines: Symbol('s') }),
    () => ours.readTextLines('a', { maxLines: { valueOf: () => assert.fail('no number') } }),
    () => ours.joinPath(parts.proxy),
    () => ours.writeFile('bad', 'x', options),
    () => ours.createDir('bad', options),
    () => ours.remove('a', options),
    () => ours.createTempDir(noText),
    () => ours.createTempFile(options),
    () => ours.createTempFile({ suffix: noText })
  ]
  for (const call of calls) {
    const { ok, error } = await call()
    assert.deepEqual([ok, error instanceof FileError], [false, true], String(call))
  }
  assert.deepEqual([fs.existsSync(at('bad')), fs.existsSync(at('a'))], [false, true])
})

test('A5 an aborted signal is seen before, and for reads meanwhile', async (t) => {
  const { ours, at } = zoo(t)
  const calls = {
    readTextFile: (signal) => ours.readTextFile('a', signal),
    readTextLines: (signal) => ours.readTextLines('a', { abortSignal: signal }),
    readBinaryFile: (signal) => ours.readBinaryFile('a', signal),
    writeFile: (signal) => ours.writeFile('written', 'x', signal),
    listDir: (signal) => ours.listDir('.', signal)
  }
  for (const [name, call] of Object.entries(calls)) {
    assert.equal((await call(AbortSignal.abort())).error?.code, 'aborted', name)
    const controller = new AbortController()
    const pending = call(controller.signal)
    controller.abort()
    assert.equal((await pending).error?.code, 'aborted', name)
  }
  assert.ok(!fs.existsSync(at('written')))
  const signal = AbortSignal.abort()
  for (const method of ['absolutePath', 'fileInfo', 'exists', 'canonicalPath']) {
    assert.ok((await ours[method]('a', signal)).ok, method)
  }
})

test('A5 temporary files and folders are new, and only for their owner', async (t) => {
  const { ours } = zoo(t)
  const folder = (await ours.createTempDir()).value
  const other = (await ours.createTempDir('mine-')).value
  const file = (await ours.createTempFile({ prefix: 'p-', suffix: '.log' })).value
  t.after(() => {
    for (const made of [folder, other, path.dirname(file)]) fs.rmSync(made, { recursive: true })
  })
  assert.match(path.relative(os.tmpdir(), folder), /^tmp-\w{6}$/)
  assert.match(path.relative(os.tmpdir(), other), /^mine-\w{6}$/)
  assert.match(
    path.relative(os.tmpdir(), file),
    /^tmp-\w{6}[/\\]p-[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\.log$/
  )
  assert.equal(fs.readFileSync(file, 'utf8'), '')
  if (process.platform !== 'win32') {
    assert.equal(fs.statSync(folder).mode & 0o777, 0o700)
    assert.equal(fs.statSync(file).mode & 0o777, 0o600)
  }
  const { error } = await ours.createTempDir('no/such')
  assert.equal(error.code, 'not_found')
})

test('A5 a name that is no UTF-8 is listed', { skip: process.platform !== 'linux' }, async (t) => {
  // The published package looks the broken text up again, and fails.
  const { ours, peers, cwd } = zoo(t)
  fs.mkdirSync(path.join(cwd, 'odd'))
  fs.writeFileSync(Buffer.concat([Buffer.from(`${cwd}/odd/`), Buffer.from([0x78, 0xff])]), 'abc')
  const { value } = await ours.listDir('odd')
  assert.deepEqual(
    value.map(({ name, size }) => [name, size]),
    [['x\u{fffd}', 3]]
  )
  assert.equal((await peers.listDir('odd')).ok, false)
})

test('A5 a file that is longer than a string, or than 2 GiB, is an error', {
  skip: process.platform === 'win32'
}, async (t) => {
  const { ours, at } = zoo(t)
  fs.truncateSync(at('Z'), 3 * 2 ** 30)
  for (const [method, code] of [
    ['readTextFile', 'ERR_STRING_TOO_LONG'],
    ['readBinaryFile', 'ERR_FS_FILE_TOO_LARGE']
  ]) {
    const { error } = await ours[method]('Z')
    assert.deepEqual([error.code, error.cause.code], ['unknown', code])
  }
})

test('A5 the names of the root have one slash before them; shared memory is written like any other', async (t) => {
  const env = new NodeExecutionEnv({ cwd: freshFolder(t, 'files') })
  for (const { name, path: at } of (await env.listDir('/')).value) assert.equal(at, `/${name}`)
  const shared = new Uint8Array(new SharedArrayBuffer(4), 1, 2).fill(65)
  assert.deepEqual(await env.writeFile('shared', shared), ok(undefined))
  assert.deepEqual(await env.readTextFile('shared'), ok('AA'))
})

test('A5 EPERM is permission_denied', { skip: process.platform !== 'linux' }, async () => {
  const { error } = await new NodeExecutionEnv({ cwd: '/' }).remove('/proc/self/status')
  // Whoever is not root is not even let into the folder.
  assert.match(error.cause.code, /^(?:EPERM|EACCES)$/)
  assert.equal(error.code, 'permission_denied')
})
