import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import test from 'node:test'
import { asNobody } from '../nobody.js'
import { entryUrl } from './package.js'
import * as expected from './expected-frames.js'
import { freshFolder, logPath, openDurable } from './log-folder.js'
import { start } from './session.js'

/** A short durable session in a child process. It prints what came out, and whether the harness went on. */
const session = (dir, turns) => `
  const { createAgentHarness, createParamFrame, createStartFrame, createTextFrame } = await import(${JSON.stringify(entryUrl)})
  const seen = []
  const harness = createAgentHarness({
    maxTurns: Infinity,
    durability: { enabled: true, wrapperId: 'run', dir: ${JSON.stringify(dir)} }
  })
  harness.pipe({ paused: false, write: (frame) => seen.push(frame), end: () => seen.push({ type: 'ended' }) })
  harness.write(createParamFrame('workspace', '/work'))
  harness.write(createParamFrame('task', 'tidy up'))
  harness.write(createStartFrame())
  for (let i = 0; i < ${turns}; i++) harness.write(createTextFrame('turn ' + i + ' '.repeat(100)))
  const entries = harness.getState().history.length
  const flush = () => harness.flush().then(() => 'flushed', ({ name, code, details }) => [name, code, details.operation])
  const flushed = [await flush()]
  harness.end()
  flushed.push(await flush())
  console.log(JSON.stringify({
    types: seen.map((frame) => frame.type).filter((type) => type !== 'ERROR'),
    errors: seen.filter((frame) => frame.type === 'ERROR').map((frame) => frame.error),
    beforeFirstError: seen.findIndex((frame) => frame.type === 'ERROR'),
    entries,
    flushed
  }))
`
const whole = (turns) => ['START', 'PROGRESS', ...Array(turns).fill('TEXT'), 'END', 'ended']

function run(command, args, options) {
  const child = spawnSync(command, args, { encoding: 'utf8', ...options })
  assert.equal(child.status, 0, child.stderr)
  return JSON.parse(child.stdout)
}
const node = (source) => ['--no-warnings', '--input-type=module', '--eval', source]

const posix = { skip: process.platform === 'win32' }

test(
  'G37 a folder that cannot be written gives ERROR frames, and the harness goes on in memory',
  posix,
  (t) => {
    const dir = freshFolder(t)
    fs.chmodSync(dir, 0o555)
    const seen = asNobody(t, session(`${dir}/logs`, 3), entryUrl)
    if (seen === undefined) return
    const { types, errors, entries, flushed } = seen
    assert.ok(errors.length >= 1)
    assert.deepEqual(types, whole(3))
    assert.equal(entries, 4)
    const refused = ['GattoError', 'ERR_GATTO_JOURNAL_IO', 'create-folder']
    assert.deepEqual(flushed, [refused, refused])
    assert.deepEqual(fs.readdirSync(dir), [])
  }
)

test('G37 a folder that is a file gives ERROR frames, and the harness goes on in memory', (t) => {
  const dir = freshFolder(t)
  fs.writeFileSync(`${dir}/file`, '')
  const { harness, recorder } = openDurable(t, `${dir}/file`)
  start(harness)
  const errors = recorder.frames.filter((frame) => frame.type === 'ERROR')
  assert.ok(errors.length >= 1)
  assert.deepEqual(
    recorder.shapes.filter((frame) => frame.type !== 'ERROR'),
    [expected.start(), expected.initialized()]
  )
})

test(
  'G37 a full disk gives ERROR frames, the harness goes on, and what was seen before is in the log',
  posix,
  (t) => {
    const dir = freshFolder(t)
    const turns = 300
    // A limit on the size of a file stands in for a disk: the write that reaches it is cut short, the next one fails.
    const limited = `ulimit -f 8; exec "$0" "$@"`
    const { types, errors, entries, beforeFirstError, flushed } = run('/bin/sh', [
      '-c',
      limited,
      process.execPath,
      ...node(session(dir, turns))
    ])
    assert.ok(errors.length >= 1)
    assert.ok(beforeFirstError > 5)
    assert.deepEqual(types, whole(turns))
    assert.equal(entries, turns + 1)
    const refused = ['GattoError', 'ERR_GATTO_JOURNAL_IO', 'append']
    assert.deepEqual(flushed, [refused, refused])
    const size = fs.statSync(logPath(dir)).size
    assert.ok(size > 0 && size <= 8 * 1024)
    const { history } = openDurable(t, dir).harness.getState()
    // START and PROGRESS, then a TEXT for each entry after the system entry.
    assert.ok(
      history.length - 1 >= beforeFirstError - 2,
      `${history.length} entries, ${beforeFirstError} frames`
    )
    history.slice(1).forEach((entry, i) => assert.equal(entry.content.trim(), `turn ${i}`))
  }
)
