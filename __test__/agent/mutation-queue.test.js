import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWriteTool, err, FileError } from '@polyweave/gatto-agent-harness/agent'
import fc from '../seeded.js'
import { gate, MemoryEnv } from './memory-env.js'

const tool = createWriteTool()
const write = (env, path, content, signal) => tool.execute('1', { path, content }, signal, undefined, { env })
const turns = async (count = 20) => {
  for (let i = 0; i < count; i++) await new Promise(setImmediate)
}

/** An environment whose writes wait until they are let go, by path and number. */
function held(files) {
  const env = new MemoryEnv(files)
  const gates = []
  env.beforeWrite = (name) => {
    const { opened, open } = gate()
    gates.push({ name, open })
    return opened
  }
  return { env, gates }
}

test('A17.1 calls on one file run one after another, in the order of the calls', async () => {
  const { env, gates } = held()
  const calls = ['1', '2', '3'].map((content) => write(env, 'a', content))
  for (let i = 0; i < 3; i++) {
    await turns()
    assert.equal(gates.length, i + 1)
    gates[i].open()
    await calls[i]
    assert.equal(env.text('a'), String(i + 1))
  }
})

test('A17.1 calls on other files do not wait', async () => {
  const { env, gates } = held()
  const calls = ['a', 'b', 'c'].map((path) => write(env, path, path))
  await turns()
  assert.deepEqual(
    gates.map(({ name }) => name),
    ['/work/a', '/work/b', '/work/c']
  )
  for (const { open } of gates) open()
  await Promise.all(calls)
})

test('A17.1 a symbolic link and its target are one file', async () => {
  const { env, gates } = held({ real: '' })
  env.links.set('/work/link', '/work/real')
  const calls = [write(env, 'link', '1'), write(env, 'real', '2')]
  await turns()
  assert.equal(gates.length, 1)
  gates[0].open()
  await turns()
  gates[1].open()
  await Promise.all(calls)
  assert.equal(env.text('real'), '2')
})

test('A17.1 a file that gets its real name while it is written stays one file', async () => {
  // The first call finds nothing, so knows the file by its path alone; the second finds where the link leads.
  const { env, gates } = held()
  env.links.set('/work/link', '/work/real')
  const first = write(env, 'link', '1')
  await turns()
  env.files.set('/work/real', Buffer.from('half'))
  const second = write(env, 'link', '2')
  const third = write(env, 'real', '3')
  await turns()
  assert.equal(gates.length, 1)
  for (let i = 0; i < 3; i++) {
    gates[i].open()
    await turns()
  }
  await Promise.all([first, second, third])
  assert.equal(env.text('real'), '3')
})

test('A17.1 places are given in the order of the calls, however long a name takes', async () => {
  const env = new MemoryEnv()
  const slow = gate()
  let asked = 0
  env.answers.canonicalPath = async (name) => {
    asked += 1
    if (asked === 1) await slow.opened
    return err(new FileError('not_found', 'no', name))
  }
  const calls = [write(env, 'a', '1'), write(env, 'a', '2')]
  await turns()
  assert.equal(env.bytes('a'), undefined)
  slow.open()
  await Promise.all(calls)
  assert.equal(env.text('a'), '2')
})

test('A17.1 environments do not wait for each other', async () => {
  const { env, gates } = held()
  const other = new MemoryEnv()
  const call = write(env, 'a', '1')
  await turns()
  await write(other, 'a', '2')
  gates[0].open()
  await call
})

test('A17.1 an aborted operation holds the queue until its write has ended', async () => {
  const { env, gates } = held()
  const controller = new AbortController()
  const first = write(env, 'a', '1', controller.signal)
  await turns()
  const second = write(env, 'a', '2')
  controller.abort()
  await turns()
  assert.equal(gates.length, 1)
  gates[0].open()
  await assert.rejects(first, /Operation aborted/)
  await turns()
  gates[1].open()
  await second
  assert.equal(env.text('a'), '2')
})

test('A17.1 an aborted call that waits is refused at once; those behind it wait on', async () => {
  const { env, gates } = held()
  const controller = new AbortController()
  const first = write(env, 'a', '1')
  const second = write(env, 'a', '2', controller.signal)
  const third = write(env, 'a', '3')
  await turns()
  controller.abort()
  await assert.rejects(second, /Operation aborted/)
  await turns()
  assert.equal(gates.length, 1)
  gates[0].open()
  await first
  await turns()
  gates[1].open()
  await third
  assert.equal(env.text('a'), '3')
})

test('A17.1 a failed operation lets the next one go', async () => {
  const env = new MemoryEnv()
  env.answers.writeFile = () => err(new FileError('unknown', 'disk'))
  const failed = write(env, 'a', '1')
  const next = write(env, 'a', '2')
  await assert.rejects(failed, /disk/)
  await assert.rejects(next, /disk/)
  env.answers = {}
  await write(env, 'a', '3')
  assert.equal(env.text('a'), '3')
})

test('A17.1 a name that cannot be told aborts the tool, save where a file has none yet', async () => {
  for (const [code, fails] of [
    ['permission_denied', true],
    ['unknown', true],
    ['not_found', false],
    ['not_supported', false]
  ]) {
    const env = new MemoryEnv()
    const error = new FileError(code, 'no name')
    env.answers.canonicalPath = () => err(error)
    const call = write(env, 'a', '1')
    if (fails) await assert.rejects(call, (thrown) => thrown === error)
    else await call
    assert.equal(env.bytes('a') === undefined, fails)
  }
})

test('A17.1 any batch of calls leaves in each file what the last call wrote', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom('a', 'b', 'link'), { maxLength: 12 }), async (batch) => {
      const env = new MemoryEnv({ a: '' })
      env.links.set('/work/link', '/work/a')
      let running = 0
      env.beforeWrite = async (name) => {
        if (name === '/work/b') return
        running += 1
        assert.equal(running, 1)
        await turns(1)
        running -= 1
      }
      const last = {}
      await Promise.all(
        batch.map((path, i) => {
          last[path === 'b' ? 'b' : 'a'] = String(i)
          return write(env, path, String(i))
        })
      )
      for (const [path, content] of Object.entries(last)) assert.equal(env.text(path), content)
    }),
    { numRuns: 50 }
  )
})
