import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import os from 'node:os'
import { after, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { NodeExecutionEnv } from '@polyweave/gatto-agent-harness/agent'
import { isAlive, until, watchdogsOf, withVariable, zombiesOf } from './processes.js'

// Hosts that end in a way that leaves nothing of them to act, with a command that is spread over groups and sessions.

const skip = os.platform() !== 'linux' && 'looks into /proc'

const SPREAD = [
  'setsid -f sleep 60',
  'setsid sleep 60 >/dev/null 2>&1 &',
  'trap "" TERM HUP INT',
  'sleep 60 & echo on; wait'
].join('\n')

const PROGRAM = `
  const run = async () => {
    const { NodeExecutionEnv } = await import('@polyweave/gatto-agent-harness/agent')
    const env = new NodeExecutionEnv({ cwd: '/' })
    await env.exec('sleep 60 >/dev/null 2>&1 &', { env: { GATTO_LEFT: process.env.ID } })
    const onStdout = (text) => process.stdout.write(text)
    await env.exec(${JSON.stringify(SPREAD)}, { env: { GATTO_ORPHAN: process.env.ID }, onStdout })
  }
  run()
`

const IN_A_WORKER = `
  import { Worker } from 'node:worker_threads'
  new Worker(${JSON.stringify(PROGRAM)}, { eval: true })
`

const ends = [
  ['is killed', PROGRAM, (host) => host.kill('SIGKILL'), 'SIGKILL'],
  ['is told to end', PROGRAM, (host) => host.kill('SIGTERM'), 'SIGTERM'],
  ['is interrupted with its group', PROGRAM, (host) => process.kill(-host.pid, 'SIGINT'), 'SIGINT'],
  ['crashes', PROGRAM, (host) => host.kill('SIGSEGV'), 'SIGSEGV'],
  ['is killed while a worker runs the command', IN_A_WORKER, (host) => host.kill('SIGKILL'), 'SIGKILL']
]

const killed = (mark) => {
  for (const [pid] of withVariable(mark)) {
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch (error) {
      // The first process of a namespace takes all others along.
      if (error.code !== 'ESRCH') throw error
    }
  }
}

for (const [how, program, end, expected] of ends) {
  test(`A5 a host that ${how} leaves the background, and nothing else`, { skip }, async (t) => {
    const id = randomUUID()
    const marks = [`GATTO_ORPHAN=${id}`, `GATTO_LEFT=${id}`]
    t.after(() => marks.forEach(killed))
    const host = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, ID: id },
      detached: true
    })
    const ended = new Promise((resolve) => host.once('exit', (_code, signal) => resolve(signal)))
    await new Promise((resolve) => host.stdout.once('data', resolve))
    await until(
      () => watchdogsOf(host.pid).length === 1 && withVariable(marks[0]).length === 4,
      () => `${watchdogsOf(host.pid)} ${JSON.stringify(withVariable(marks[0]))}`
    )
    const [watchdog] = watchdogsOf(host.pid)
    end(host)
    assert.equal(await ended, expected)
    await until(
      () => withVariable(marks[0]).length === 0 && !isAlive(watchdog),
      () => JSON.stringify(withVariable(marks[0])),
      20_000
    )
    assert.equal(withVariable(marks[1]).length, 1)
  })
}

const canUnshare = os.platform() === 'linux' && spawnSync('unshare', ['--fork', '--pid', 'true']).status === 0

test('A5 where /proc is that of another container, the group is killed, and nobody by a wrong number', {
  skip: !canUnshare && 'needs a namespace of its own'
}, async (t) => {
  const id = randomUUID()
  const [mark, left] = [`GATTO_ORPHAN=${id}`, `GATTO_LEFT=${id}`]
  t.after(() => [mark, left, `ID=${id}`].forEach(killed))
  // The first process of the namespace outlives the host, or else all would end with that.
  const args = ['--fork', '--pid', '/bin/sh', '-c', '"$@"; sleep 60', 'sh', process.execPath]
  const space = spawn('unshare', [...args, '--input-type=module', '--eval', PROGRAM], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ID: id }
  })
  await new Promise((resolve) => space.stdout.once('data', resolve))
  const host = () => withVariable(`ID=${id}`).find(([, line]) => line.startsWith(process.execPath))
  const watchdogs = () => watchdogsOf(Number(host()[0]))
  await until(
    () => watchdogs().length === 1 && withVariable(mark).length === 4,
    () => `${watchdogs()} ${JSON.stringify(withVariable(mark))}`
  )
  const [watchdog] = watchdogs()
  process.kill(Number(host()[0]), 'SIGKILL')
  await until(
    () => !isAlive(watchdog),
    () => 'it lives',
    20_000
  )
  // Whom a signal has been sent to is gone a moment later.
  const living = () => withVariable(mark).map(([, line]) => line.trim())
  await until(
    () => living().length === 2,
    () => JSON.stringify(living())
  )
  assert.deepEqual(living(), ['sleep 60', 'sleep 60'])
  assert.equal(withVariable(left).length, 1)
})

test('A5 one watchdog serves all threads, and another takes its place', { skip }, async () => {
  const env = new NodeExecutionEnv({ cwd: '/' })
  const source = `
    import('@polyweave/gatto-agent-harness/agent').then(({ NodeExecutionEnv }) =>
      new NodeExecutionEnv({ cwd: '/' }).exec('true'))
  `
  const worker = new Worker(source, { eval: true })
  await Promise.all([env.exec('true'), new Promise((resolve) => worker.once('exit', resolve))])
  const one = () => watchdogsOf(process.pid).filter(isAlive)
  await until(
    () => one().length === 1,
    () => String(one())
  )
  const [first] = one()
  process.kill(Number(first), 'SIGKILL')
  await until(
    () => !isAlive(first),
    () => 'it lives'
  )
  await env.exec('true')
  await until(
    () => one().length === 1 && one()[0] !== first && zombiesOf(process.pid).length === 0,
    () => `${one()} ${zombiesOf(process.pid)}`
  )
})

test('A5 what cleanup has killed is dead when it returns, wherever it went', { skip }, async () => {
  const env = new NodeExecutionEnv({ cwd: '/' })
  const id = randomUUID()
  const mark = `GATTO_ORPHAN=${id}`
  after(() => killed(mark))
  let started
  const on = new Promise((resolve) => (started = resolve))
  const done = env.exec(SPREAD, { env: { GATTO_ORPHAN: id }, onStdout: () => started() })
  await on
  await until(
    () => withVariable(mark).length === 4,
    () => JSON.stringify(withVariable(mark))
  )
  await env.cleanup()
  assert.deepEqual(withVariable(mark), [])
  assert.equal((await done).value.exitCode, 137)
})
