import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import * as peer from '@earendil-works/pi-agent-core'
import { NodeExecutionEnv as PeerExecutionEnv } from '@earendil-works/pi-agent-core/node'
import * as agent from '@polyweave/gatto-agent-harness/agent'
import fc from '../seeded.js'
import { freshFolder } from '../folder.js'

const { ExecutionError, executeShellWithCapture, FileError, sanitizeBinaryOutput } = agent

const runs = { numRuns: Number(process.env.GATTO_FUZZ_RUNS ?? 60) }
const sides = [agent, peer]

const plain = (value) => JSON.parse(JSON.stringify(value))

/** An environment whose command writes the given chunks; `files` holds what is appended. */
function environment(
  chunks,
  { result = { ok: true, value: { stdout: '', stderr: '', exitCode: 0 } }, ...over } = {}
) {
  const env = {
    cwd: '/',
    files: {},
    calls: [],
    async exec(command, options) {
      env.calls.push({ command, options })
      for (const [i, chunk] of chunks.entries()) {
        ;(i % 3 === 2 ? options.onStderr : options.onStdout)(chunk)
        if (i % 5 === 4) await undefined
      }
      return typeof result === 'function' ? result() : result
    },
    async createTempFile(options) {
      env.calls.push(options)
      env.files['/tmp/log'] = ''
      return { ok: true, value: '/tmp/log' }
    },
    async appendFile(path, text) {
      env.files[path] += text
      return { ok: true, value: undefined }
    },
    ...over
  }
  return env
}

const chunk = fc.oneof(
  fc.constantFrom(
    'a',
    '\r',
    '\n',
    'line\r\n',
    '\u0007',
    'é',
    '😀',
    '\ufff9',
    '\u001b[0m',
    '',
    '\t',
    '\u0085'
  ),
  fc.constantFrom('long line '.repeat(900), 'short\n'.repeat(700), '日本\n'.repeat(3000), 'x'.repeat(51_199))
)

test('A7 output, progress and the file of all output are those of the published package', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(chunk, { maxLength: 24 }), async (chunks) => {
      const [ours, theirs] = await Promise.all(
        sides.map(async ({ executeShellWithCapture }) => {
          const seen = []
          const env = environment(chunks)
          const onChunk = (text, getProgress) => {
            const { fullOutputPath: _, ...progress } = getProgress()
            seen.push([text, progress])
          }
          const result = await executeShellWithCapture(env, 'make', { onChunk })
          return { result, seen, files: env.files }
        })
      )
      // The package has keys that are undefined; here they are absent.
      assert.deepEqual(plain(ours), plain(theirs))
    }),
    runs
  )
})

test('A7 everything comes to the file once, in order, however slow the file is', async () => {
  const chunks = Array.from({ length: 3000 }, (_, i) => `line ${i}\r\n`)
  let open = 0
  const env = environment(chunks, {
    async appendFile(path, text) {
      open += 1
      assert.equal(open, 1)
      await setImmediate()
      open -= 1
      env.files[path] += text
      return { ok: true, value: undefined }
    }
  })
  const { value } = await executeShellWithCapture(env, 'seq', {})
  assert.equal(env.files['/tmp/log'], chunks.join('').replaceAll('\r', ''))
  assert.equal(value.fullOutputPath, '/tmp/log')
  assert.deepEqual(env.calls[1], { prefix: 'bash-', suffix: '.log' })
  assert.deepEqual([value.truncated, value.truncation.totalLines, value.lastLineBytes], [true, 3000, 0])
  assert.ok(value.output.startsWith('line 1000\n') && value.output.endsWith('line 2999'))
})

test('A7 options go to exec as they are, without those of the capture', async () => {
  for (const { executeShellWithCapture } of sides) {
    const env = environment([])
    const { signal } = new AbortController()
    const options = { cwd: 'sub', env: { A: '1' }, inheritEnv: false, timeout: 3, abortSignal: signal }
    await executeShellWithCapture(env, 'true', { ...options, onChunk() {}, returnExecutionErrors: true })
    const { onStdout, onStderr, ...given } = env.calls[0].options
    assert.deepEqual(given, options)
    assert.equal(given.abortSignal, signal)
    assert.deepEqual([typeof onStdout, typeof onStderr], ['function', 'function'])
  }
})

const failure = (code) => new ExecutionError(code, `because ${code}`)

test('A7 an aborted command is a result; other failures are errors, unless they are asked for', async () => {
  const run = (code, options) => {
    const error = failure(code)
    return executeShellWithCapture(environment(['out'], { result: { ok: false, error } }), 'c', options).then(
      (result) => ({
        result,
        error
      })
    )
  }
  for (const returnExecutionErrors of [false, true]) {
    const { result } = await run('aborted', { returnExecutionErrors })
    const { output, cancelled, exitCode, executionError } = result.value
    assert.deepEqual([output, cancelled, exitCode, executionError], ['out', true, undefined, undefined])
  }
  for (const code of ['timeout', 'spawn_error', 'shell_unavailable', 'callback_error', 'unknown']) {
    const refused = await run(code, {})
    assert.equal(refused.result.error, refused.error)
    const told = await run(code, { returnExecutionErrors: true })
    assert.equal(told.result.value.executionError, told.error)
    assert.deepEqual([told.result.value.output, told.result.value.cancelled], ['out', false])
  }
  const signal = AbortSignal.abort()
  for (const result of [undefined, { ok: false, error: failure('timeout') }]) {
    const { value } = await executeShellWithCapture(environment(['out'], { result }), 'c', {
      abortSignal: signal
    })
    assert.deepEqual([value.cancelled, value.exitCode], [true, undefined])
  }
})

test('A7 a file that cannot be made or written fails the capture, with the reason as its cause', async () => {
  const error = new FileError('permission_denied', 'no room', '/tmp')
  const thrown = new RangeError('thrown')
  const failing = {
    refused: async () => ({ ok: false, error }),
    rejected: () => Promise.reject(thrown),
    thrown: () => {
      throw thrown
    }
  }
  for (const method of ['createTempFile', 'appendFile']) {
    for (const [how, fail] of Object.entries(failing)) {
      for (const options of [{}, { returnExecutionErrors: true }]) {
        const env = environment(['x'.repeat(60_000), 'y'], { [method]: fail })
        const result = await executeShellWithCapture(env, 'c', options)
        assert.ok(result.error instanceof ExecutionError, `${method} ${how}`)
        assert.deepEqual(
          [result.error.code, result.error.cause],
          ['unknown', how === 'refused' ? error : thrown]
        )
      }
    }
  }
})

test('A7 an exception of onChunk is what the capture ends with, when the command has ended', async () => {
  const first = new RangeError('first')
  let told = 0
  const onChunk = () => {
    told += 1
    throw told === 1 ? first : new Error('later')
  }
  const result = await executeShellWithCapture(environment(['a', 'b']), 'c', { onChunk })
  assert.deepEqual([result.error.code, result.error.message, result.error.cause], ['unknown', 'first', first])
  assert.equal(told, 2)
  const rejecting = await executeShellWithCapture(environment(['a', 'b', 'c', 'd', 'e']), 'c', {
    onChunk: () => Promise.reject(first)
  })
  assert.equal(rejecting.error.cause, first)
})

test('A7 an exec that throws is an error of its own, and nothing is thrown', async () => {
  const thrown = new Error('broken')
  for (const exec of [
    () => Promise.reject(thrown),
    () => {
      throw thrown
    }
  ]) {
    const result = await executeShellWithCapture(environment([], { exec }), 'c', {
      returnExecutionErrors: true
    })
    assert.deepEqual([result.error.code, result.error.cause], ['unknown', thrown])
  }
  const { error } = await executeShellWithCapture({}, 'c')
  assert.ok(error instanceof ExecutionError)
})

test('A7 chunks that come after the end are ignored; what was shown stays', async () => {
  let take
  let progress
  const env = environment([], {
    async exec(_command, { onStdout }) {
      take = onStdout
      onStdout('in time')
      return { ok: true, value: { stdout: '', stderr: '', exitCode: 0 } }
    }
  })
  const onChunk = (_text, getProgress) => {
    progress = getProgress
  }
  const { value } = await executeShellWithCapture(env, 'c', { onChunk })
  const late = 'late'.repeat(100_000)
  take(late)
  assert.deepEqual([value.output, progress().output, env.files], ['in time', 'in time', {}])
  // Nor do they get into the next capture.
  const next = environment(['its own'])
  const { exec } = next
  next.exec = (...args) => {
    take(late)
    return exec(...args)
  }
  assert.equal((await executeShellWithCapture(next, 'c')).value.output, 'its own')
})

test('A7 what is dropped from output is what the package drops', () => {
  const every = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit)).join('')
  const texts = [
    '',
    'clean\ttext\r\n',
    every,
    every.repeat(2),
    `${'x'.repeat(40_000)}\u0000`,
    '\ud800x\u0007\udc00',
    '\u007f\u0085'
  ]
  for (const text of texts) assert.equal(sanitizeBinaryOutput(text), peer.sanitizeBinaryOutput(text))
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      assert.equal(sanitizeBinaryOutput(text), peer.sanitizeBinaryOutput(text))
    }),
    runs
  )
})

test('A7 a real command is captured as the package captures it', async (t) => {
  const folder = freshFolder(t, 'capture')
  const command = "seq 20000; printf 'a\\r\\033[1mb\\0\\n\\xff\\n'; printf 'é😀 end'; exit 3"
  const run = async (api, Env, options) => {
    const { value } = await api.executeShellWithCapture(new Env({ cwd: folder }), command, options)
    const { fullOutputPath, ...rest } = value
    const all = fs.readFileSync(fullOutputPath, 'utf8')
    fs.rmSync(path.dirname(fullOutputPath), { recursive: true })
    return [plain(rest), all]
  }
  const wanted = await run(peer, PeerExecutionEnv, {})
  let told = ''
  const onChunk = (text) => {
    told += text
  }
  assert.equal(wanted[0].exitCode, 3)
  assert.deepEqual(await run(agent, agent.NodeExecutionEnv, {}), wanted)
  assert.deepEqual(await run(agent, agent.NodeExecutionEnv, { onChunk }), wanted)
  assert.deepEqual(await run(agent, PeerExecutionEnv, {}), wanted)
  assert.equal(told, wanted[1])
})

test('A7 a real command that fails or is aborted ends as any other', async (t) => {
  const env = new agent.NodeExecutionEnv({ cwd: freshFolder(t, 'capture') })
  for (const onChunk of [undefined, () => {}]) {
    const listen = onChunk === undefined ? {} : { onChunk }
    const missing = { cwd: 'no such folder', ...listen }
    assert.equal((await executeShellWithCapture(env, 'true', missing)).error.code, 'spawn_error')
    const told = await executeShellWithCapture(env, 'true', { ...missing, returnExecutionErrors: true })
    assert.equal(told.value.executionError.code, 'spawn_error')
    const late = await executeShellWithCapture(env, 'echo out; exec sleep 100', { timeout: 0.2, ...listen })
    assert.equal(late.error.code, 'timeout')
    const aborted = await executeShellWithCapture(env, 'true', {
      abortSignal: AbortSignal.abort(),
      ...listen
    })
    assert.deepEqual([aborted.value.cancelled, aborted.value.output], [true, ''])
  }
})

test('A7 who has aborted is told of that, although the time was up before anybody could tell', async (t) => {
  const env = new agent.NodeExecutionEnv({ cwd: freshFolder(t, 'capture') })
  for (const onChunk of [undefined, () => {}]) {
    const controller = new AbortController()
    const options = { timeout: 0.02, abortSignal: controller.signal, returnExecutionErrors: true, onChunk }
    const call = executeShellWithCapture(env, 'exec sleep 100', options)
    // The loop is held up for so long that the command is dead by then.
    const until = performance.now() + 500
    while (performance.now() < until);
    controller.abort()
    const { value } = await call
    assert.deepEqual([value.cancelled, value.exitCode, 'executionError' in value], [true, undefined, false])
  }
})

test('A7 a command waits when its file does', async (t) => {
  const SIZE = 30_000_000
  let chunks = 0
  const pieces = []
  class Slow extends agent.NodeExecutionEnv {
    async appendFile(_path, text) {
      pieces.push(text.length)
      // Until nothing has come for a while: all of the output, or as much as may wait.
      for (let quiet = 0, seen = chunks; quiet < 50; quiet++) {
        await setImmediate()
        if (chunks > seen) [quiet, seen] = [0, chunks]
      }
      return { ok: true, value: undefined }
    }
  }
  const onChunk = () => {
    chunks += 1
  }
  const env = new Slow({ cwd: freshFolder(t, 'capture') })
  const { value } = await executeShellWithCapture(env, `yes | head -c ${SIZE}`, { onChunk })
  assert.equal(value.truncation.totalBytes, SIZE)
  assert.equal(
    pieces.reduce((sum, length) => sum + length),
    SIZE
  )
  assert.ok(Math.max(...pieces) < 1_000_000, `${Math.max(...pieces)} at once`)
})
