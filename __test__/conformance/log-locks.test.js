import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import test from 'node:test'
import { createTextFrame, entryUrl } from './package.js'
import { freshFolder, logPath, openDurable } from './log-folder.js'
import { start } from './session.js'

const refused = (dir) => (error) => {
  assert.match(error.code, /^ERR_GATTO_/)
  assert.ok(error.message.includes(logPath(dir)), error.message)
  return true
}

test('G37 a second live writer on the same log is refused', (t) => {
  const dir = freshFolder(t)
  const { harness, recorder } = openDurable(t, dir)
  start(harness)
  assert.throws(() => openDurable(t, dir), refused(dir))
  harness.write(createTextFrame('unharmed'))
  assert.equal(recorder.frames.length, 3)
})

test('G37 another path to the same folder is the same log', (t) => {
  const dir = freshFolder(t)
  openDurable(t, dir)
  for (const way of [`${dir}/`, `${dir}/x/..`, path.relative(process.cwd(), dir)]) {
    assert.throws(() => openDurable(t, way), { code: /^ERR_GATTO_/ })
  }
})

test('G37 the log is free when the destination is told of the end', (t) => {
  const dir = freshFolder(t)
  const { harness, recorder } = openDurable(t, dir)
  start(harness)
  let again
  recorder.onEnd = () => {
    again = openDurable(t, dir).harness.getState().task
  }
  harness.end()
  assert.equal(again, 'tidy up')
})

test('G37 the log is free again after the end, and after an abort', (t) => {
  const dir = freshFolder(t)
  const first = openDurable(t, dir)
  first.harness.end()
  const second = openDurable(t, dir)
  second.harness.source.abort()
  assert.doesNotThrow(() => openDurable(t, dir))
})

test('G37 other wrapperIds and types are other logs', (t) => {
  const dir = freshFolder(t)
  openDurable(t, dir)
  assert.doesNotThrow(() => openDurable(t, dir, { wrapperId: 'other' }))
  assert.doesNotThrow(() => openDurable(t, dir, { durability: { wrapperType: 'other' } }))
})

test('G37 the lock of another process holds while it lives and dies with it', async (t) => {
  const dir = freshFolder(t)
  const source = `
    const { createAgentHarness, createParamFrame } = await import(${JSON.stringify(entryUrl)})
    globalThis.harness = createAgentHarness({ durability: { enabled: true, wrapperId: 'run', dir: ${JSON.stringify(dir)} } })
    harness.write(createParamFrame('workspace', '/child'))
    setInterval(() => {}, 1e6)
    process.stdout.write('open')
  `
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const gone = once(child, 'exit')
  t.after(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  assert.throws(() => openDurable(t, dir), refused(dir))
  child.kill('SIGKILL')
  await gone
  assert.equal(openDurable(t, dir).harness.getState().workspace, '/child')
})
