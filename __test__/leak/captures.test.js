import assert from 'node:assert/strict'
import test from 'node:test'
import { executeShellWithCapture } from '@polyweave/gatto-agent-harness/agent'
import { native } from '../../js/native.js'
import { Collected, settle } from './collected.js'

const COUNT = 100
const big = 'x'.repeat(60_000)

const environment = (exec) => ({
  exec,
  createTempFile: async () => ({ ok: true, value: '/nowhere' }),
  appendFile: async () => ({ ok: true, value: undefined })
})

test('A7 a capture that has ended holds nothing natively, however it ended', async () => {
  const before = native.liveCaptures()
  const ends = [
    async () => ({ ok: true, value: { stdout: '', stderr: '', exitCode: 0 } }),
    async () => ({ ok: false, error: new Error('no') }),
    () => Promise.reject(new Error('no'))
  ]
  for (const end of ends) {
    const env = environment((_command, { onStdout }) => {
      onStdout(big)
      return end()
    })
    await executeShellWithCapture(env, 'c')
  }
  assert.equal(native.liveCaptures(), before)
})

test('A7 a capture whose command never ends goes when nobody holds it', async () => {
  const collected = new Collected()
  const before = native.liveCaptures()
  const never = environment((_command, options) => {
    options.onStdout(big)
    collected.watch('options', options)
    return new Promise(() => {})
  })
  for (let i = 0; i < COUNT; i++) executeShellWithCapture(never, 'c')
  assert.equal(native.liveCaptures(), before + COUNT)
  await collected.atLeast({ options: COUNT - 2 })
  assert.ok(await settle(() => native.liveCaptures() <= before + 2, true))
})
