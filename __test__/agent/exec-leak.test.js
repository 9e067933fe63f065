import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { getEventListeners } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import { test } from 'node:test'
import { createBashTool, NodeExecutionEnv } from '@polyweave/gatto-agent-harness/agent'
import { native } from '../../js/native.js'
import { read, until, zombiesOf } from './processes.js'

const skip = os.platform() !== 'linux' && 'looks into /proc'
const env = new NodeExecutionEnv({ cwd: os.tmpdir() })
const descriptors = () => fs.readdirSync('/proc/self/fd').length
const threads = () =>
  fs
    .readdirSync('/proc/self/task')
    .filter((id) => read(`/proc/self/task/${id}/comm`).startsWith('gatto-process'))

test('A5 commands that are over hold no place, thread, descriptor, listener or zombie', {
  skip
}, async () => {
  const controller = new AbortController()
  const bash = createBashTool()
  const round = () =>
    Promise.all([
      env.exec('echo x', { abortSignal: controller.signal }),
      env.exec('sleep 30', { timeout: 0.02 }),
      env.exec('exit 3', { cwd: '/no/folder' }),
      env.exec('echo x', {
        onStdout() {
          throw new Error('x')
        }
      }),
      bash.execute('id', { command: 'echo x' }, controller.signal, () => {}, { env })
    ])
  await round()
  const exits = process.listenerCount('exit')
  const before = descriptors()
  for (let i = 0; i < 10; i++) await round()
  assert.equal(native.liveProcesses(), 0)
  // Whoever cleans up kills and waits for what runs: nothing that is over.
  const [kept] = Object.getOwnPropertySymbols(env).map((symbol) => env[symbol])
  assert.equal(kept.running.size, 0)
  assert.equal(getEventListeners(controller.signal, 'abort').length, 0)
  await until(
    () => threads().length === 0 && zombiesOf(process.pid).length === 0,
    () => `${threads()} ${zombiesOf(process.pid)}`
  )
  assert.ok(descriptors() <= before, `${descriptors()} descriptors, ${before} before`)
  assert.equal(process.listenerCount('exit'), exits)
})

test('A5 a hundred commands at once are a hundred results, and no warning', { skip }, async (t) => {
  const warnings = []
  const warned = (warning) => warnings.push(warning.message)
  process.on('warning', warned)
  t.after(() => process.off('warning', warned))
  const { signal: abortSignal } = new AbortController()
  const runs = Array.from({ length: 100 }, (_, i) =>
    env.exec(`read -t 0.05 < <(sleep 1); echo ${i}`, { abortSignal })
  )
  assert.equal(getEventListeners(abortSignal, 'abort').length, 1)
  const texts = (await Promise.all(runs)).map(({ value }) => value.stdout.trim())
  assert.deepEqual(
    texts,
    runs.map((_, i) => String(i))
  )
  assert.deepEqual(warnings, [])
  assert.equal(getEventListeners(abortSignal, 'abort').length, 0)
})

test('A5 without descriptors left a command is an error, and works again later', { skip }, () => {
  const program = `
    import fs from 'node:fs'
    import { NodeExecutionEnv } from '@polyweave/gatto-agent-harness/agent'
    const env = new NodeExecutionEnv({ cwd: '/' })
    await env.exec('true')
    for (let spare = 0; spare < 14; spare++) {
      const held = []
      try {
        for (;;) held.push(fs.openSync('/dev/null'))
      } catch {}
      for (const one of held.splice(0, spare)) fs.closeSync(one)
      const { ok, error } = await env.exec('echo x')
      if (!ok && error.code !== 'spawn_error') throw error
      held.forEach((one) => fs.closeSync(one))
    }
    console.log((await env.exec('echo again')).value.stdout.trim())
  `
  const args = [
    '-c',
    'ulimit -n 128; exec "$@"',
    'sh',
    process.execPath,
    '--input-type=module',
    '-e',
    program
  ]
  assert.equal(execFileSync('/bin/sh', args, { timeout: 30_000 }).toString(), 'again\n')
})
