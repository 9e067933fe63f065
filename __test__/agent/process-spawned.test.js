import assert from 'node:assert/strict'
import os from 'node:os'
import { test } from 'node:test'
import { SpawnedProcess } from '../../js/agent/environment/spawned.js'
import { windowsShell } from '../../js/agent/environment/windows-shell.js'

// What stands in for the native processes on Windows, held to the same rules where there are groups of processes.

const skip = os.platform() === 'win32' && 'needs a shell at /bin/bash'

async function run(command, options = {}, onText = () => {}) {
  const child = new SpawnedProcess({ args: ['-c', command], cwd: os.tmpdir(), env: 'A=b=c\0', ...options })
  const output = ['', '']
  const begun = performance.now()
  for (;;) {
    const { texts, errors, end } = await child.next()
    for (const [place, text] of texts.entries()) {
      output[Number(errors[place])] += text
      onText(text, child)
    }
    if (!end) continue
    child.free()
    return { out: output[0], err: output[1], end, took: performance.now() - begun }
  }
}

test('A5 F13 without native processes a command gives its output and its end', { skip }, async () => {
  const { out, err, end } = await run('echo "$A"; echo err >&2; exit 3')
  assert.deepEqual([out, err, end], ['b=c\n', 'err\n', { code: 3, timedOut: false }])
  assert.equal((await run('kill -9 $$')).end.code, 137)
  const split = 'printf "\\xe2\\x82"; sleep 0.05; printf "\\xac\\xff"'
  assert.equal((await run(split)).out, '€\u{fffd}')
})

test('A5 without native processes a missing folder, a missing shell and one that cannot run are told', {
  skip
}, async () => {
  assert.equal((await run('x', { cwd: '/no/folder' })).end.refusal, 'folder')
  const { refusal, path } = (await run('x', { shell: '/no/shell' })).end
  assert.deepEqual([refusal, path], ['shell', '/no/shell'])
  const bad = (await run('x', { shell: os.tmpdir() })).end
  assert.deepEqual([bad.refusal, bad.errno], ['system', os.constants.errno.EACCES])
})

test('A5 without native processes a timeout and a kill end the whole group', { skip }, async () => {
  const late = await run('trap "" TERM; sleep 30 & sleep 30; wait', { timeout: 50 })
  assert.deepEqual(late.end, { code: 137, timedOut: true })
  const killed = await run('echo on; sleep 30', {}, (_text, child) => child.kill())
  assert.deepEqual([killed.out, killed.end], ['on\n', { code: 137, timedOut: false }])
  assert.ok(late.took < 5000 && killed.took < 5000)
})

test('F14 without native processes the background is heard for a while, not for ever', { skip }, async () => {
  assert.equal((await run('(sleep 0.05; echo late) & echo first')).out, 'first\nlate\n')
  const silent = await run('sleep 30 & echo $!')
  process.kill(Number(silent.out), 'SIGKILL')
  assert.ok(silent.took < 3000)
  const chatty = await run('(while sleep 0.02; do echo on; done) & echo $!')
  process.kill(Number(chatty.out.split('\n')[0]), 'SIGKILL')
  assert.ok(chatty.took < 4000, `${chatty.took} ms`)
  const reaped = await run('sleep 30 & echo $!', { reapBackground: true })
  assert.equal(reaped.end.code, 0)
})

test('A5 without native processes all of a long output comes', { skip }, async () => {
  const { out, end } = await run('head -c 5000000 /dev/zero | tr "\\0" x')
  assert.deepEqual([out.length, end.code], [5_000_000, 0])
})

test('A5 on Windows bash is that of Git, else one on PATH', () => {
  const env = { ProgramFiles: 'C:\\Program Files', 'ProgramFiles(x86)': 'C:\\x86', PATH: 'C:\\a;;D:\\b' }
  const among = (...files) => windowsShell(env, (file) => files.includes(file))
  assert.equal(among('D:\\b\\bash.exe', 'C:\\x86\\Git\\bin\\bash.exe'), 'C:\\x86\\Git\\bin\\bash.exe')
  assert.equal(among('D:\\b\\bash.exe'), 'D:\\b\\bash.exe')
  assert.equal(among(), undefined)
  assert.equal(
    windowsShell({}, () => true),
    undefined
  )
})
