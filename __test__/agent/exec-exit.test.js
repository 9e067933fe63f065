import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import os from 'node:os'
import { test } from 'node:test'
import { isAlive, until, withCommandLine } from './processes.js'

const skip = os.platform() !== 'linux' && 'looks into /proc'

const HEAD = `
  import { NodeExecutionEnv } from '@polyweave/gatto-agent-harness/agent'
  import { Worker } from 'node:worker_threads'
  const env = new NodeExecutionEnv({ cwd: '.' })
  const run = (command, then) => env.exec(command, { onStdout(text) { process.stdout.write(text); then?.() } })
`

/** Runs a program; gives what it wrote, how it ended and how long it took. */
function host(program) {
  const begun = performance.now()
  const child = spawn(process.execPath, ['--input-type=module', '--eval', HEAD + program], {
    stdio: ['ignore', 'pipe', 'ignore']
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    text += chunk
  })
  return new Promise((resolve) =>
    child.on('close', (code, signal) => resolve({ text, code, signal, took: performance.now() - begun }))
  )
}

const PENDING = "'sleep 60 & echo $$ $!; wait'"

for (const [how, program, code] of [
  ['calls exit', `run(${PENDING}, () => process.exit(3))`, 3],
  ['throws', `run(${PENDING}, () => setImmediate(() => { throw new Error('x') }))`, 1],
  [
    'ends a worker',
    `
    const source = \`const run = async () => {
      const { NodeExecutionEnv } = await import('@polyweave/gatto-agent-harness/agent')
      new NodeExecutionEnv({ cwd: '.' }).exec(${PENDING}, { onStdout: (text) => process.stdout.write(text) })
    }
    run()\`
    const worker = new Worker(source, { eval: true, stdout: true })
    worker.stdout.on('data', (text) => { process.stdout.write(text); worker.terminate() })
  `,
    0
  ]
]) {
  test(`A5 a host that ${how} leaves no command behind`, { skip }, async () => {
    const done = await host(program)
    assert.equal(done.code, code)
    const pids = done.text.trim().split(' ')
    assert.equal(pids.length, 2)
    for (const pid of pids)
      await until(
        () => !isAlive(pid),
        () => `${pid} lives`
      )
  })
}

test('A5 a host that exits while a command is being started leaves none behind', { skip }, async () => {
  const file = `gatto-exit-${process.pid}`
  const done = await host(`env.exec('exec -a ${file} sleep 60'); process.exit(0)`)
  assert.equal(done.code, 0)
  await until(
    () => withCommandLine(file).length === 0,
    () => 'it lives'
  )
})

test('A5 a host waits for its commands, and for nothing after them', { skip }, async () => {
  const done = await host("run('sleep 0.3; echo end'); await env.exec('true')")
  assert.deepEqual([done.code, done.text], [0, 'end\n'])
  const background = await host("await run('sleep 20 & echo $!')")
  assert.ok(background.took < 10_000)
  const pid = Number(background.text)
  assert.ok(isAlive(pid))
  process.kill(pid, 'SIGKILL')
})
