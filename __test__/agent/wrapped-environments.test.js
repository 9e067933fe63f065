import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { inspect } from 'node:util'
import * as peer from '@earendil-works/pi-agent-core'
import { NodeExecutionEnv as PeerEnv } from '@earendil-works/pi-agent-core/node'
import * as own from '@polyweave/gatto-agent-harness/agent'
import { freshFolder } from '../folder.js'
import { gate } from './memory-env.js'

const METHODS = Reflect.ownKeys(own.NodeExecutionEnv.prototype).concat(
  Reflect.ownKeys(Object.getPrototypeOf(own.NodeExecutionEnv.prototype))
)

/** How callers put something between an environment and who uses it. Each notes what is asked of it. */
const WRAPPERS = {
  proxy: (env, calls) =>
    new Proxy(env, {
      get(target, name, receiver) {
        calls.push(name)
        return Reflect.get(target, name, receiver)
      }
    }),
  heir: (env) => Object.create(env),
  delegate(env, calls) {
    const methods = METHODS.filter((name) => typeof name === 'string' && name !== 'constructor')
    const asked = (name, args) => {
      calls.push(name)
      return env[name](...args)
    }
    return {
      cwd: env.cwd,
      ...Object.fromEntries(methods.map((name) => [name, (...args) => asked(name, args)]))
    }
  }
}

async function uses(library, Env, cwd, wrap) {
  const calls = []
  const env = wrap(new Env({ cwd, shellEnv: { WHO: 'env' } }), calls)
  const tool = (make, params) => make().execute('1', params, undefined, undefined, { env })
  const captured = await library.executeShellWithCapture(env, 'echo captured')
  const results = [
    await env.exec('echo "$WHO"; pwd'),
    captured,
    await tool(library.createWriteTool, { path: 'a', content: 'one\ntwo\n' }),
    await tool(library.createEditTool, { path: 'a', edits: [{ oldText: 'two', newText: '2' }] }),
    await tool(library.createReadTool, { path: 'a' }),
    await tool(library.createBashTool, { command: 'echo "$WHO"; cat a' }),
    await env.cleanup()
  ]
  return { results, calls }
}

for (const [name, wrap] of Object.entries(WRAPPERS)) {
  test(`A5 A17 an environment behind a ${name} does what it does, as in the published package`, async (t) => {
    const cwd = freshFolder(t, 'wrapped')
    const { results, calls } = await uses(own, own.NodeExecutionEnv, cwd, wrap)
    assert.deepEqual(results, (await uses(peer, PeerEnv, cwd, wrap)).results)
    if (name !== 'heir') for (const asked of ['exec', 'writeFile']) assert.ok(calls.includes(asked), asked)
  })
}

test('A5 an environment shows its folder alone: what its shell is given is in no log and no copy', (t) => {
  const cwd = freshFolder(t, 'shown')
  const env = new own.NodeExecutionEnv({ cwd, shellPath: '/bin/secret', shellEnv: { TOKEN: 'secret' } })
  assert.doesNotMatch(inspect(env, { depth: null }), /secret/)
  const copy = { ...env }
  assert.deepEqual(Reflect.ownKeys(copy), ['cwd'])
})

test('A5 an heir of an environment has a folder and a cleanup of its own choice', async (t) => {
  const cwd = freshFolder(t, 'heir')
  fs.mkdirSync(path.join(cwd, 'sub'))
  const env = new own.NodeExecutionEnv({ cwd })
  const heir = Object.assign(Object.create(env), { cwd: path.join(cwd, 'sub') })
  assert.equal((await heir.exec('pwd')).value.stdout, `${heir.cwd}\n`)
  const started = gate()
  const call = heir.exec('echo begun; exec sleep 60', { onStdout: started.open })
  await started.opened
  await env.cleanup()
  assert.equal((await call).value.exitCode, 137)
})

test('A17.5 a class that keeps temporary files elsewhere is asked for the file of the output', async (t) => {
  const cwd = freshFolder(t, 'elsewhere')
  const file = path.join(cwd, 'all.log')
  class Elsewhere extends own.NodeExecutionEnv {
    async createTempFile() {
      return own.ok(file)
    }
  }
  const env = new Elsewhere({ cwd })
  const params = { command: 'seq 3000', timeout: null }
  const { details } = await own.createBashTool().execute('1', params, undefined, undefined, { env })
  assert.equal(details.fullOutputPath, file)
  assert.equal(fs.readFileSync(file, 'utf8').split('\n').length, 3001)
})

test('A17.5 an update has both details from the first text on, each undefined until there is one', async (t) => {
  const cwd = freshFolder(t, 'updates')
  const updatesOf = async (make, Env) => {
    const updates = []
    const env = new Env({ cwd })
    await make().execute('1', { command: 'echo out' }, undefined, (update) => updates.push(update), { env })
    return [updates[0], updates.at(-1)]
  }
  const updates = await updatesOf(own.createBashTool, own.NodeExecutionEnv)
  assert.deepEqual(updates, await updatesOf(peer.createBashTool, PeerEnv))
  assert.deepEqual(updates[1].details, { truncation: undefined, fullOutputPath: undefined })
})

test('A17.5 an environment of others is asked to run the command, and nothing that it need not know', async () => {
  const asked = []
  const exec = async (command, options) => {
    asked.push([command, options])
    options.onStdout('out\r\n')
    options.onStderr('err\n')
    return own.ok({ stdout: '', stderr: '', exitCode: 0 })
  }
  const { signal } = new AbortController()
  for (const make of [own.createBashTool, peer.createBashTool]) {
    const params = { command: 'x', timeout: 3 }
    const { content } = await make().execute('1', params, signal, undefined, { env: { cwd: '/w', exec } })
    assert.equal(content[0].text, 'out\nerr\n')
  }
  const [ours, peers] = asked.map(([command, { onStdout, onStderr, ...options }]) => [command, options])
  assert.deepEqual(ours, peers)
  assert.equal(ours[1].abortSignal, signal)
})
