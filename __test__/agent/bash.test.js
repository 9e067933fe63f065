import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import * as peer from '@earendil-works/pi-agent-core'
import { NodeExecutionEnv as PeerEnv } from '@earendil-works/pi-agent-core/node'
import {
  createBashTool,
  ExecutionError,
  executeShellWithCapture,
  NodeExecutionEnv
} from '@polyweave/gatto-agent-harness/agent'
import { freshFolder } from '../folder.js'
import { isAlive, until } from './processes.js'

/** Another environment, so that output goes through its `exec` and its files. */
class OtherEnv extends NodeExecutionEnv {
  exec(...args) {
    return super.exec(...args)
  }
}

const files = new Set()
test.after(() => {
  for (const file of files) fs.rmSync(path.dirname(file), { recursive: true, force: true })
})

/** What a call comes to, with the name of the file in it replaced by what the file holds. */
async function outcome(create, env, params, { options, signal } = {}) {
  const updates = []
  // As text: the published package has keys that hold undefined.
  const update = (partial) => updates.push(JSON.parse(JSON.stringify(partial)))
  try {
    const { content, details } = await create(options).execute('id', params, signal, update, { env })
    return { ...described(content[0].text, details), last: updates.at(-1), updates }
  } catch (error) {
    const { name, code, cause } = error
    return { name, code, cause: cause?.code, ...described(error.message), last: updates.at(-1), updates }
  }
}

function described(text, details) {
  const file = details?.fullOutputPath ?? /Full output: (.*)\]/.exec(text)?.[1]
  if (file === undefined) return { text, details }
  files.add(file)
  assert.match(path.basename(file), /^bash-[\da-f-]{36}\.log$/)
  const all = fs.readFileSync(file, 'utf8')
  const rest = details && { ...details, fullOutputPath: '' }
  return { text: text.replace(file, 'FILE'), details: rest, all }
}

/** Without the words around what clients look for. */
const bare = (text) => text.replace(/\[[^[\]]*(FILE|Full output)[^\]]*\]/, '[notice]')

const CASES = {
  'both outputs': { command: 'echo out; sleep 0.05; echo err >&2' },
  'no output': { command: ':' },
  'control characters': { command: 'printf "a\\r\\nb\\033[1m\\0c\\tq\\357\\277\\271z\\x7f"' },
  'broken UTF-8': { command: 'printf "\\xc3"; sleep 0.05; printf "\\xa9 \\xff \\xe2\\x82"' },
  'too many lines': { command: 'seq 3000' },
  'too many bytes': { command: 'for i in $(seq 1000); do printf "%0100d\\n" $i; done' },
  'an open line that is too long': { command: 'echo one; head -c 100000 /dev/zero | tr "\\0" x' },
  'a failure': { command: 'echo out; exit 3' },
  'a failure without output': { command: 'exit 3' },
  'a failure with too many lines': { command: 'seq 3000; exit 9' },
  'a timeout': { command: 'echo out; sleep 30', timeout: 0.1 },
  'a timeout without output': { command: 'sleep 30', timeout: 0.1 },
  'an invalid timeout': { command: 'echo', timeout: 0 },
  'too long a timeout': { command: 'echo', timeout: 3e9 },
  'a command that needs no shell': { command: 'exec true' }
}

for (const [name, params] of Object.entries(CASES)) {
  test(`A17.5 ${name}: as in the published package, captured natively or not`, async (t) => {
    const cwd = freshFolder(t, 'bash')
    const native = await outcome(createBashTool, new NodeExecutionEnv({ cwd }), params)
    const other = await outcome(createBashTool, new OtherEnv({ cwd }), params)
    const theirs = await outcome(peer.createBashTool, new PeerEnv({ cwd }), params)
    delete other.updates
    delete theirs.updates
    const { updates, ...mine } = native
    for (const side of [mine, other, theirs]) {
      if (side.last?.details?.fullOutputPath) side.last.details.fullOutputPath = ''
    }
    assert.deepEqual(mine, other)
    if (/timeout: /.test(mine.text) || /Invalid timeout/.test(theirs.text)) theirs.text = mine.text
    theirs.text = bare(theirs.text)
    assert.deepEqual({ ...mine, text: bare(mine.text) }, theirs)
    if (updates.length > 0) assert.deepEqual(updates[0], { content: [] })
  })
}

test('A17.5 F13 a signal is a failure', async (t) => {
  const env = new NodeExecutionEnv({ cwd: freshFolder(t, 'bash') })
  const { text } = await outcome(createBashTool, env, { command: 'echo out; kill -9 $$' })
  assert.equal(text, 'out\n\n\nCommand exited with code 137')
})

test('A17.5 the notices say what is shown and where all of it is', async (t) => {
  const env = new NodeExecutionEnv({ cwd: freshFolder(t, 'bash') })
  const notice = async (command) =>
    /\[[^[\]]*\]$/.exec((await outcome(createBashTool, env, { command })).text)[0]
  assert.match(await notice('seq 3000'), /lines 1001-3000 of 3000\. Full output: FILE\]$/)
  assert.match(
    await notice(CASES['too many bytes'].command),
    /lines 495-1000 of 1000\b.*50\.0KB.*Full output: FILE/
  )
  const long = 'head -c 100000 /dev/zero | tr "\\0" x'
  assert.match(await notice(`echo; ${long}`), /last 50\.0KB of line 2 .*line is 97\.7KB.*Full output: FILE/)
  // The published package counts the bytes of a line only until it ends.
  assert.match(await notice(`${long}; echo`), /last 50\.0KB of line 1 .*line is 97\.7KB/)
  assert.match(await notice(`echo; ${long}; echo`), /last 50\.0KB of line 2 .*line is 97\.7KB/)
})

test('A17.5 a command that writes nothing is told of at its beginning and at its end', async (t) => {
  const env = new NodeExecutionEnv({ cwd: freshFolder(t, 'bash') })
  for (const of of [env, new OtherEnv(env)]) {
    const { updates } = await outcome(createBashTool, of, { command: ':' })
    assert.deepEqual(updates, [{ content: [] }, { content: [{ type: 'text', text: '' }], details: {} }])
  }
})

test('A17.5 updates come at most every 100 ms, and the last state always', async (t) => {
  const env = new NodeExecutionEnv({ cwd: freshFolder(t, 'bash') })
  const command = 'for i in $(seq 3000); do echo line $i; done'
  for (const of of [env, new OtherEnv(env)]) {
    const times = []
    let last
    const update = (partial) => {
      times.push(performance.now())
      last = partial
    }
    const { content } = await createBashTool().execute('id', { command }, undefined, update, { env: of })
    assert.ok(times.length <= 25, `${times.length} updates`)
    for (let at = 2; at < times.length - 1; at++) assert.ok(times[at] - times[at - 1] >= 95)
    assert.ok(content[0].text.startsWith(last.content[0].text))
    const told = times.length
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal(times.length, told)
    files.add(last.details.fullOutputPath)
  }
})

test('A17.5 a pause after a burst shows the burst', async (t) => {
  const env = new NodeExecutionEnv({ cwd: freshFolder(t, 'bash') })
  const controller = new AbortController()
  const seen = []
  const update = ({ content: [block] }) => {
    seen.push(block?.text)
    if (block?.text === 'a\nb\n') controller.abort()
  }
  const command = 'echo a; sleep 0.02; echo b; sleep 30'
  const call = createBashTool().execute('id', { command }, controller.signal, update, { env })
  await assert.rejects(call, { message: 'a\nb\n\n\nCommand aborted' })
})

test('A17.5 an abort ends the call with what there is, also before the start', async (t) => {
  const cwd = freshFolder(t, 'bash')
  for (const [create, Env] of [
    [createBashTool, NodeExecutionEnv],
    [createBashTool, OtherEnv],
    [peer.createBashTool, PeerEnv]
  ]) {
    const signal = AbortSignal.abort()
    const { text, last } = await outcome(create, new Env({ cwd }), { command: 'touch ran' }, { signal })
    assert.equal(text, 'Command aborted')
    assert.deepEqual(last, { content: [{ type: 'text', text: '' }], details: {} })
  }
  assert.ok(!fs.existsSync(path.join(cwd, 'ran')))
})

test('A17.5 prepare may change everything, after the prefix and before the first update', async (t) => {
  const env = new NodeExecutionEnv({ cwd: freshFolder(t, 'bash') })
  const context = { env, own: true }
  const { signal } = new AbortController()
  let told = 0
  const tool = createBashTool({
    commandPrefix: 'shopt -s nullglob',
    async prepare(execution, ...rest) {
      assert.deepEqual(execution, {
        command: 'shopt -s nullglob\nfirst',
        cwd: env.cwd,
        env: {},
        inheritEnv: true
      })
      assert.deepEqual(rest, [context, signal])
      await undefined
      assert.equal(told, 0)
      Object.assign(execution, {
        command: 'echo $PWD $A $HOME',
        cwd: '/',
        env: { A: '1' },
        inheritEnv: false
      })
    }
  })
  const update = () => {
    told += 1
  }
  const { content } = await tool.execute('id', { command: 'first' }, signal, update, context)
  assert.equal(content[0].text, '/ 1\n')
  const refusing = createBashTool({ prepare: () => Promise.reject(new TypeError('no')) })
  await assert.rejects(refusing.execute('id', { command: 'x' }, undefined, undefined, context), TypeError)
})

test('A17.5 what keeps a command from running is thrown as it is', async (t) => {
  const env = new NodeExecutionEnv({ cwd: freshFolder(t, 'bash'), shellPath: '/no/shell' })
  const call = (of, params) => createBashTool().execute('id', params, undefined, undefined, { env: of })
  for (const of of [env, new OtherEnv({ cwd: env.cwd, shellPath: '/no/shell' })]) {
    await assert.rejects(call(of, { command: 'x' }), (error) => {
      return error instanceof ExecutionError && error.code === 'shell_unavailable'
    })
  }
  await assert.rejects(call(env, {}), /command must be a string/)
  await assert.rejects(call(undefined, { command: 'x' }), /execution environment/)
})

test('A17.5 what a listener throws ends the call, once the command is done', async (t) => {
  const env = new NodeExecutionEnv({ cwd: freshFolder(t, 'bash') })
  const failing = (at) => {
    let calls = 0
    return () => {
      calls += 1
      if (calls === at) throw new Error(`listener ${at}`)
    }
  }
  const command = 'echo a; sleep 0.15; echo b; sleep 0.15; touch done'
  for (const at of [1, 2, 3]) {
    const call = createBashTool().execute('id', { command }, undefined, failing(at), { env })
    await assert.rejects(call, { message: `listener ${at}` })
    assert.equal(fs.existsSync(path.join(env.cwd, 'done')), at > 1)
  }
})

test('A17.5 the background is left, or reaped', { skip: process.platform !== 'linux' }, async (t) => {
  const env = new NodeExecutionEnv({ cwd: freshFolder(t, 'bash') })
  for (const reapBackground of [false, true]) {
    const { text } = await outcome(
      createBashTool,
      env,
      { command: 'sleep 30 >/dev/null 2>&1 & echo $!' },
      { options: { reapBackground } }
    )
    const pid = Number(text)
    if (reapBackground) {
      await until(
        () => !isAlive(pid),
        () => `${pid} lives`
      )
    } else {
      assert.ok(isAlive(pid))
      process.kill(pid, 'SIGKILL')
    }
  }
})

test('A17.5 a file that cannot be written fails the call, not the host', async (t) => {
  const before = process.env.TMPDIR
  const cwd = freshFolder(t, 'bash')
  t.after(() => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  })
  process.env.TMPDIR = path.join(cwd, 'missing')
  for (const Env of [NodeExecutionEnv, OtherEnv]) {
    const call = outcome(createBashTool, new Env({ cwd }), { command: 'seq 3000' })
    const { name, code, text } = await call
    assert.deepEqual([name, code], ['ExecutionError', 'unknown'])
    assert.match(text, /^ENOENT: no such file or directory, mkdtemp/)
    // It is no error of the command, of which there may still be a result.
    const options = { returnExecutionErrors: true }
    const captured = await executeShellWithCapture(new Env({ cwd }), 'seq 3000', options)
    assert.deepEqual([captured.ok, captured.error?.code], [false, 'unknown'])
  }
})
