import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as peer from '@earendil-works/pi-agent-core'
import { createWriteTool, err, FileError } from '@polyweave/gatto-agent-harness/agent'
import fc from '../seeded.js'
import { gate, MemoryEnv } from './memory-env.js'

const tool = createWriteTool()
const write = (env, params, signal) => tool.execute('1', params, signal, undefined, { env })

test('A17 the write tool has a name, a label, a description and a plain JSON schema', () => {
  assert.equal(tool.name, 'write')
  assert.equal(tool.label, 'write')
  assert.ok(tool.description.length > 20)
  assert.deepEqual(tool.parameters, JSON.parse(JSON.stringify(tool.parameters)))
  assert.deepEqual(tool.parameters.required, ['path', 'content'])
  assert.notEqual(createWriteTool().parameters, tool.parameters)
})

test('A17.3 a write replaces the file, and says how many bytes went to the path as it was given', async () => {
  const env = new MemoryEnv({ 'a.txt': 'before' })
  const result = await write(env, { path: '@a.txt', content: 'after' })
  assert.deepEqual(result, {
    content: [{ type: 'text', text: 'Successfully wrote 5 bytes to @a.txt' }],
    details: undefined
  })
  assert.equal(env.text('a.txt'), 'after')
})

test('F29 bytes are those of UTF-8, not units of a JavaScript string', async () => {
  const env = new MemoryEnv()
  for (const content of ['', 'é', '€', '😀', '\ud800', 'a😀\r\n']) {
    const { content: blocks } = await write(env, { path: 'a', content })
    assert.equal(blocks[0].text, `Successfully wrote ${env.bytes('a').length} bytes to a`)
  }
})

test('A17 every odd space of a path is a space, and one leading @ is no part of it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({
        unit: fc.constantFrom(
          'a',
          '/',
          '@',
          ' ',
          '~',
          '.',
          ...'\u00a0\u1680\u2000\u200a\u200b\u2028\u202f\u205f\u3000\ufeff'
        )
      }),
      async (path) => {
        const seen = []
        for (const [of, make] of [createWriteTool, peer.createWriteTool].entries()) {
          const env = new MemoryEnv()
          await make().execute('1', { path, content: '' }, undefined, undefined, { env })
          seen[of] = env.calls[0]
        }
        assert.equal(seen[0], seen[1])
      }
    ),
    { numRuns: 300 }
  )
})

test('A17.3 an abort before the write writes nothing', async () => {
  const env = new MemoryEnv()
  await assert.rejects(write(env, { path: 'a', content: 'x' }, AbortSignal.abort()), {
    message: /Operation aborted/
  })
  assert.ok(!env.calls.includes('writeFile /work/a'))
})

test('A17.3 an abort during the write is told when the write has ended', async () => {
  const env = new MemoryEnv()
  const started = gate()
  const held = gate()
  env.beforeWrite = () => {
    started.open()
    return held.opened
  }
  const controller = new AbortController()
  let settled = false
  const call = write(env, { path: 'a', content: 'x' }, controller.signal).finally(() => {
    settled = true
  })
  await started.opened
  controller.abort()
  await new Promise(setImmediate)
  assert.equal(settled, false)
  held.open()
  await assert.rejects(call, { message: /Operation aborted/ })
  assert.equal(env.text('a'), 'x')
})

test('A17.3 what the environment refuses is thrown as its FileError', async () => {
  for (const method of ['absolutePath', 'writeFile']) {
    const env = new MemoryEnv()
    const error = new FileError('permission_denied', 'no', 'a')
    env.answers[method] = () => err(error)
    await assert.rejects(write(env, { path: 'a', content: 'x' }), (thrown) => thrown === error)
  }
})

test('A17.3 what is no path, no content or no environment is refused by name', async () => {
  const env = new MemoryEnv()
  await assert.rejects(write(env, { content: '' }), /path must be a string, not undefined/)
  await assert.rejects(write(env, { path: 'a', content: null }), /content must be a string, not null/)
  await assert.rejects(write(env, { path: 'a', content: ['x'] }), /content must be a string, not an array/)
  for (const context of [undefined, {}, { env: null }]) {
    await assert.rejects(
      tool.execute('1', { path: 'a', content: '' }, undefined, undefined, context),
      /environment/
    )
  }
})
