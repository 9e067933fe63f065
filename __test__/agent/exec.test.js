import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { NodeExecutionEnv as PeerEnv } from '@earendil-works/pi-agent-core/node'
import { ExecutionError, NodeExecutionEnv } from '@polyweave/gatto-agent-harness/agent'
import { freshFolder } from '../folder.js'

function pair(t, options) {
  const cwd = freshFolder(t, 'exec')
  fs.mkdirSync(path.join(cwd, 'sub'))
  fs.writeFileSync(path.join(cwd, 'file'), '')
  return { cwd, ours: new NodeExecutionEnv({ cwd, ...options }), peers: new PeerEnv({ cwd, ...options }) }
}

/** A result to compare: of an error its class and code. */
const essence = (result) =>
  result.ok ? result : { ok: false, name: result.error.name, code: result.error.code }

test('A5 a command gives its output, its errors and its exit code, as in the published package', async (t) => {
  const { ours, peers } = pair(t, { shellEnv: { SHELL_VAR: 'from the environment', BOTH: '1' } })
  const cases = [
    ['echo out; echo err >&2; exit 3'],
    [''],
    ['exit 255'],
    ['cat; echo read'],
    ['echo "$SHELL_VAR, $BOTH, $OWN"', { env: { BOTH: '2', OWN: '3' } }],
    ['echo "[$HOME][$SHELL_VAR]"', { env: { X: 'y' }, inheritEnv: false }],
    ['echo "$A,$B,$C"', { env: { A: undefined, B: 5, C: null } }],
    ['pwd', { cwd: 'sub' }],
    ['pwd', { cwd: '..' }],
    ['pwd', { cwd: '~' }],
    ['pwd', { cwd: 'none' }],
    ['pwd', { cwd: 'file' }],
    ['nul\0'],
    ['echo', { env: { N: 'a\0b' } }],
    [`: ${'x'.repeat(200_000)}`],
    ['printf "\\xe2\\x82"; sleep 0.05; printf "\\xac\\xff\\xef\\xbb\\xbf"; printf "\\xf0\\x9f"'],
    ['printf "\\xef\\xbb\\xbfbom"; printf "é" >&2'],
    ['exec >&- 2>&-; sleep 0.05; exit 4'],
    ['echo x', { timeout: 2147483.647 }],
    ...[0, -1, Number.NaN, Infinity, 2147483.648, '1', null].map((timeout) => ['echo x', { timeout }]),
    ['sleep 30', { timeout: 0.05 }],
    ['sleep 1 & echo "background"', {}],
    ['trap "" TERM INT HUP; sleep 30', { timeout: 0.05 }]
  ]
  for (const [command, options] of cases) {
    const [mine, theirs] = await Promise.all([ours.exec(command, options), peers.exec(command, options)])
    assert.deepEqual(essence(mine), essence(theirs), `${command.slice(0, 50)} ${JSON.stringify(options)}`)
  }
})

test('A5 a variable of a call stands before one of the environment, and that before one of the host', async (t) => {
  const before = process.env.GATTO_TEST
  t.after(() => {
    if (before === undefined) delete process.env.GATTO_TEST
    else process.env.GATTO_TEST = before
  })
  process.env.GATTO_TEST = 'host'
  const said = async (options, call) => {
    const { ours, peers } = pair(t, options)
    const results = await Promise.all([ours, peers].map((env) => env.exec('echo "$GATTO_TEST"', call)))
    assert.deepEqual(results[0], results[1])
    return results[0].value.stdout
  }
  assert.equal(await said({}), 'host\n')
  assert.equal(await said({ shellEnv: { GATTO_TEST: 'shell' } }), 'shell\n')
  assert.equal(await said({ shellEnv: { GATTO_TEST: 'shell' } }, { env: { GATTO_TEST: 'call' } }), 'call\n')
})

test('A5 the two limits of a timeout, and a missing folder, are told apart', async (t) => {
  const { ours, cwd } = pair(t)
  const message = async (options) => (await ours.exec('echo', options)).error.message
  assert.match(await message({ timeout: -1 }), /finite number/)
  assert.match(await message({ timeout: 3e6 }), /maximum of 2147483\.647/)
  assert.equal(await message({ cwd: 'no' }), `Working directory does not exist: ${path.join(cwd, 'no')}`)
})

test('F13 a command that a signal ended reports 128 and the number of the signal', async (t) => {
  const { ours, peers } = pair(t)
  for (const [signal, code] of [
    ['KILL', 137],
    ['TERM', 143],
    ['SEGV', 139]
  ]) {
    assert.equal((await ours.exec(`kill -${signal} $$`)).value.exitCode, code)
    assert.equal((await peers.exec(`kill -${signal} $$`)).value.exitCode, 0)
  }
})

test('A5 the shell is the one that was given, or bash', async (t) => {
  const { cwd } = pair(t)
  const at = (shellPath) => {
    const options = { cwd, shellPath }
    return Promise.all([NodeExecutionEnv, PeerEnv].map((Env) => new Env(options).exec('echo $0')))
  }
  for (const shellPath of [undefined, '', '/bin/sh', '/no/shell', 'sh', cwd, path.join(cwd, 'file')]) {
    const [mine, theirs] = await at(shellPath)
    assert.deepEqual(essence(mine), essence(theirs), shellPath)
  }
})

test('A5 callbacks get the output as it comes, with split sequences joined', async (t) => {
  const { ours } = pair(t)
  const texts = { out: '', err: '' }
  let before
  const done = ours.exec(
    'printf "a\\xc3"; read -t 0.1 < /dev/zero; printf "\\xa9"; echo e >&2; sleep 0.1; echo z',
    {
      onStdout(text) {
        before ??= done
        texts.out += text
      },
      onStderr: (text) => {
        texts.err += text
      }
    }
  )
  const { value } = await done
  assert.equal(before, done)
  assert.deepEqual(texts, { out: 'aéz\n', err: 'e\n' })
  assert.deepEqual([value.stdout, value.stderr], ['aéz\n', 'e\n'])
})

test('A5 a callback that throws kills the command, and its error comes before all others', async (t) => {
  const { ours } = pair(t)
  const boom = new Error('boom')
  const controller = new AbortController()
  let calls = 0
  const { error } = await ours.exec('echo x; sleep 0.05; echo y; sleep 30', {
    abortSignal: controller.signal,
    timeout: 20,
    onStdout() {
      calls += 1
      controller.abort()
      throw boom
    }
  })
  assert.ok(error instanceof ExecutionError)
  assert.deepEqual([error.code, error.message, error.cause, calls], ['callback_error', 'boom', boom, 1])
  const thrown = await ours.exec('echo x >&2', {
    onStderr() {
      throw 'text'
    }
  })
  assert.deepEqual([thrown.error.code, thrown.error.message], ['callback_error', 'text'])
})

test('A5 a callback that threw is not called again, however much has come by then', async (t) => {
  const { ours, cwd } = pair(t)
  let calls = 0
  const onText = () => {
    calls += 1
    throw new Error('enough')
  }
  const written = path.join(cwd, 'written')
  const call = ours.exec(`echo a; echo b >&2; echo > ${written}; exec sleep 60`, {
    onStdout: onText,
    onStderr: onText
  })
  // Both texts come as one piece of news to a thread that was busy.
  while (!fs.existsSync(written));
  assert.equal((await call).error.code, 'callback_error')
  assert.equal(calls, 1)
})

test('A5 an abort kills the group; before the start nothing is run', async (t) => {
  const { ours, cwd } = pair(t)
  const early = await ours.exec('touch ran', { abortSignal: AbortSignal.abort() })
  assert.equal(early.error.code, 'aborted')
  assert.ok(!fs.existsSync(path.join(cwd, 'ran')))
  const controller = new AbortController()
  const late = await ours.exec('sleep 30 & echo $!; echo $$; wait', {
    abortSignal: controller.signal,
    onStdout: () => controller.abort()
  })
  assert.equal(late.error.code, 'aborted')
  const atOnce = new AbortController()
  const pending = ours.exec('sleep 30', { abortSignal: atOnce.signal })
  atOnce.abort()
  assert.equal((await pending).error.code, 'aborted')
})

test('A5 an abort reaches each command of its signal, whichever have ended before', async (t) => {
  const { ours } = pair(t)
  const controller = new AbortController()
  const { signal: abortSignal } = controller
  const long = ours.exec('exec sleep 100', { abortSignal, timeout: 20 })
  assert.equal((await ours.exec('echo short', { abortSignal })).value.stdout, 'short\n')
  const late = ours.exec('exec sleep 100', { abortSignal, timeout: 20 })
  controller.abort()
  for (const { error } of await Promise.all([long, late])) assert.equal(error.code, 'aborted')
  // And where no command was left in between.
  const again = new AbortController()
  for (let i = 0; i < 2; i++) await ours.exec('true', { abortSignal: again.signal })
  const last = ours.exec('exec sleep 100', { abortSignal: again.signal, timeout: 20 })
  again.abort()
  assert.equal((await last).error.code, 'aborted')
})

test('A5 cleanup is done when all have ended that it has killed, not when its patience is', {
  timeout: 30_000
}, async (t) => {
  const { ours } = pair(t)
  const calls = [1, 2].map(() => ours.exec('exec sleep 100'))
  t.mock.timers.enable({ apis: ['setTimeout'] })
  await ours.cleanup()
  t.mock.timers.reset()
  for (const { value } of await Promise.all(calls)) assert.equal(value.exitCode, 137)
})

test('A5 cleanup kills what runs, and each call settles', async (t) => {
  const { ours } = pair(t)
  let started = 0
  const two = [0, 1].map(() =>
    ours.exec('echo on; sleep 30; echo late', {
      onStdout() {
        started += 1
        if (started === 2) ours.cleanup()
      }
    })
  )
  for (const { value } of await Promise.all(two)) {
    assert.deepEqual(value, { stdout: 'on\n', stderr: '', exitCode: 137 })
  }
  assert.equal((await ours.exec('echo again')).value.stdout, 'again\n')
})

test('F14 what a command wrote is there, however late; a background that talks on is left after a second', async (t) => {
  const { ours } = pair(t)
  const late = await ours.exec('(sleep 0.02; echo late) & echo first')
  assert.equal(late.value.stdout, 'first\nlate\n')
  const begun = performance.now()
  const chatty = await ours.exec('(while sleep 0.02; do echo on; done) & echo $!', { timeout: 10 })
  const took = performance.now() - begun
  const [pid] = chatty.value.stdout.split('\n')
  process.kill(Number(pid), 'SIGKILL')
  assert.equal(chatty.value.exitCode, 0)
  assert.ok(took < 3000, `${took} ms`)
  // A timeout that comes after the exit ends the listening, and is no failure of the command.
  const short = await ours.exec('(while sleep 0.02; do echo on; done) & echo $!', { timeout: 0.3 })
  process.kill(Number(short.value.stdout.split('\n')[0]), 'SIGKILL')
  assert.equal(short.value.exitCode, 0)
})

test('A5 nothing is lost when JavaScript is busy as a command ends', async (t) => {
  const { ours } = pair(t)
  let busy = false
  const { value } = await ours.exec(
    'echo on; sleep 0.2; head -c 1250000 /dev/zero | tr "\\0" x; sleep 1 & echo end',
    {
      onStdout() {
        if (busy) return
        busy = true
        const until = performance.now() + 1500
        while (performance.now() < until);
      }
    }
  )
  assert.equal(value.stdout.length, 1_250_007)
  assert.ok(value.stdout.endsWith('xend\n'))
})

test('A5 whatever exec is given, it answers with a result', async (t) => {
  const { ours } = pair(t)
  const hostile = {
    get timeout() {
      throw new Error('a getter')
    }
  }
  for (const [command, options] of [
    [42],
    [undefined],
    [null, null],
    ['echo', hostile],
    ['echo', new Proxy({}, { get: () => assert.fail('a trap') })],
    [
      'echo',
      {
        get onStdout() {
          throw new Error('a getter')
        }
      }
    ],
    ['echo', { cwd: 5 }]
  ]) {
    const result = await ours.exec(command, options)
    assert.ok(!result.ok && result.error instanceof ExecutionError)
  }
})
