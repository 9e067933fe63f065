import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import test from 'node:test'
import { createAgentHarness, createParamFrame, createTextFrame, entryUrl } from './package.js'
import * as expected from './expected-frames.js'
import { filesIn, freshFolder, linesOf, logPath, openDurable } from './log-folder.js'
import { callsOf, llmResponse, resultFrame, silentTool, start } from './session.js'

test('G36 enabled without a wrapperId is a TypeError', (t) => {
  const dir = freshFolder(t)
  for (const wrapperId of [undefined, null, 5, {}]) {
    assert.throws(() => createAgentHarness({ durability: { enabled: true, wrapperId, dir } }), {
      name: 'TypeError',
      message: /wrapperId/
    })
  }
  assert.deepEqual(filesIn(dir), [])
})

test('G36 wrong types of the other options of durability are TypeErrors', (t) => {
  const dir = freshFolder(t)
  const wrong = { enabled: 'yes', wrapperType: 5, dir: 5, fsync: 'sometimes', store: 5 }
  for (const [option, value] of Object.entries(wrong)) {
    assert.throws(
      () => createAgentHarness({ durability: { enabled: true, wrapperId: 'run', dir, [option]: value } }),
      { name: 'TypeError', message: new RegExp(option) }
    )
  }
})

test('G36 without enabled there is no log', (t) => {
  const dir = freshFolder(t)
  for (const durability of [{ dir }, { enabled: false, wrapperId: 'run', dir }]) {
    const harness = createAgentHarness({ durability })
    start(harness)
    harness.end()
  }
  assert.deepEqual(filesIn(dir), [])
})

test('G36 the log of a wrapperId is a file under the type’s folder', (t) => {
  const dir = freshFolder(t)
  const plain = openDurable(t, dir, { wrapperId: 'run-1_A' })
  start(plain.harness)
  assert.ok(fs.existsSync(logPath(dir, 'run-1_A')))
  const typed = openDurable(t, dir, { wrapperId: 'run-1_A', durability: { wrapperType: 'planner' } })
  start(typed.harness)
  assert.ok(fs.existsSync(logPath(dir, 'run-1_A', 'planner')))
})

test('G36 the default folder is .gatto under the current directory', (t) => {
  const cwd = freshFolder(t)
  const source = `
    const { createAgentHarness, createParamFrame } = await import(${JSON.stringify(entryUrl)})
    const harness = createAgentHarness({ durability: { enabled: true, wrapperId: 'run' } })
    harness.write(createParamFrame('workspace', '/work'))
    harness.end()
  `
  const child = spawnSync(process.execPath, ['--input-type=module', '--eval', source], {
    cwd,
    encoding: 'utf8'
  })
  assert.equal(child.status, 0, child.stderr)
  assert.ok(filesIn(cwd).includes('.gatto/agent-harness/run.jsonl'))
})

const odd = [
  '../../out',
  '..',
  '.',
  'a/b',
  'a\\b',
  '/etc/x',
  'nul\0',
  'ä 漢字',
  '%2e',
  'a.jsonl',
  'A',
  'a',
  'CON',
  `${'x'.repeat(300)}1`,
  `${'x'.repeat(300)}2`,
  '漢'.repeat(100),
  '\ud800'
]
test('G36 no wrapperId and no wrapperType can leave the folder, and no two meet', (t) => {
  const top = freshFolder(t)
  const dir = `${top}/deep/er/logs`
  const sessions = odd.flatMap((name) => [
    openDurable(t, dir, { wrapperId: name }),
    openDurable(t, dir, { wrapperId: 'same', durability: { wrapperType: `type ${name}` } })
  ])
  sessions.forEach(({ harness }, i) => harness.write(createParamFrame('task', `task ${i}`)))
  const logs = filesIn(top).filter((name) => name.endsWith('.jsonl'))
  assert.equal(logs.length, sessions.length)
  for (const name of logs) assert.match(name, /^deep\/er\/logs\/[^/]+\/[^/]+\.jsonl$/)
})

test('G36 G37 long ids that differ at their end find their own logs again', (t) => {
  const dir = freshFolder(t)
  const ids = ['1', '2'].map((end) => `${'long '.repeat(100)}${end}`)
  for (const wrapperId of ids) {
    const { harness } = openDurable(t, dir, { wrapperId })
    harness.write(createParamFrame('task', wrapperId))
    harness.end()
  }
  for (const wrapperId of ids) {
    assert.equal(openDurable(t, dir, { wrapperId }).harness.getState().task, wrapperId)
  }
})

test('G36 the log is JSON lines that show the texts', (t) => {
  const dir = freshFolder(t)
  const { harness } = openDurable(t, dir)
  start(harness)
  harness.write(createTextFrame('plainly readable\nin two lines'))
  harness.write(llmResponse({ content: 'an answer' }))
  const lines = linesOf(logPath(dir))
  const records = lines.map((line) => JSON.parse(line))
  assert.ok(records.every((record) => typeof record === 'object' && record !== null))
  assert.ok(lines.some((line) => line.includes('plainly readable\\nin two lines')))
  assert.ok(lines.some((line) => line.includes('an answer')))
})

test('G36 the records of an input stand in the log when its first output goes out', (t) => {
  const dir = freshFolder(t)
  const { harness, recorder } = openDurable(t, dir, {
    tools: [{ id: 'quick', execute: (_, __, done) => done(null, 'quick result') }],
    emitToolResults: true
  })
  const read = () => fs.readFileSync(logPath(dir), 'utf8')
  const size = () => fs.statSync(logPath(dir)).size
  let before = 0
  const seen = []
  recorder.onWrite = (frame) => {
    const log = read()
    const needle = {
      START: 'tidy up',
      TEXT: 'a question',
      END: 'end'
    }[frame.type]
    if (needle) assert.ok(log.includes(needle), frame.type)
    if (frame.data?.type === 'thinking') assert.ok(log.includes('an answer'))
    if (frame.data?.type === 'tool-result') assert.ok(log.includes('quick result'))
    if (frame.progress?.callId === 'foreign') assert.ok(log.includes('from afar'))
    if (frame.type !== 'ERROR') assert.ok(size() > before, `${frame.type} after its record`)
    seen.push(frame.type)
  }
  const inputs = [
    () => start(harness),
    () => harness.write(createTextFrame('a question')),
    () =>
      harness.write(
        llmResponse({ content: 'an answer', thinking: 'hm', toolCalls: [{ id: 'c1', tool: 'quick' }] })
      ),
    () => harness.write(resultFrame('foreign', 'from afar')),
    () => harness.end()
  ]
  for (const input of inputs) {
    before = fs.existsSync(logPath(dir)) ? size() : 0
    input()
  }
  assert.deepEqual(seen, [
    'START',
    'PROGRESS',
    'TEXT',
    'DATA',
    'DATA',
    'DATA',
    'PROGRESS',
    'DATA',
    'PROGRESS',
    'END'
  ])
})

test('G36 an answer that comes later stands in the log before its PROGRESS', (t) => {
  const dir = freshFolder(t)
  const tool = silentTool('slow')
  const { harness, recorder } = openDurable(t, dir, { tools: [tool] })
  start(harness)
  harness.write(callsOf(['c1', 'slow', { n: 1 }]))
  recorder.clear()
  let logged
  recorder.onWrite = () => {
    logged = fs.readFileSync(logPath(dir), 'utf8').includes('after a while')
  }
  tool.calls[0].callback(null, 'after a while')
  assert.deepEqual(recorder.shapes, [expected.completed('c1')])
  assert.equal(logged, true)
})

for (const fsync of ['always', 'batch', 'never']) {
  test(`G36 fsync ${fsync} writes the same log and flushes`, async (t) => {
    const dir = freshFolder(t)
    const { harness, recorder } = openDurable(t, dir, { durability: { fsync }, clock: () => 1 })
    start(harness)
    for (let i = 0; i < 50; i++) harness.write(createTextFrame(`turn ${i}`))
    assert.equal(recorder.frames.length, 52)
    await harness.flush()
    const text = linesOf(logPath(dir)).join('\n')
    for (let i = 0; i < 50; i++) assert.ok(text.includes(`turn ${i}`))
  })
}

test('G36 the end closes the log', (t) => {
  const dir = freshFolder(t)
  const { harness } = openDurable(t, dir)
  start(harness)
  harness.end()
  const size = fs.statSync(logPath(dir)).size
  harness.write(createTextFrame('too late'))
  harness.state.set('colour', 'red')
  assert.equal(fs.statSync(logPath(dir)).size, size)
  assert.doesNotThrow(() => openDurable(t, dir))
})

test('G36 frames of a durable harness are those of any other', (t) => {
  const dir = freshFolder(t)
  const { harness, recorder } = openDurable(t, dir)
  start(harness)
  const frame = createTextFrame('hello')
  harness.write(frame)
  harness.end()
  assert.equal(recorder.frames[2], frame)
  assert.deepEqual(recorder.shapes, [
    expected.start(),
    expected.initialized(),
    expected.text('hello'),
    expected.end({ currentTurn: 1 })
  ])
})

test('G36 files are called as docs/durability.md says', (t) => {
  const page = fs.readFileSync(new URL('../../docs/durability.md', import.meta.url), 'utf8')
  const [, table] = page.split('| id | name |')
  const names = [...table.split('\n\n', 1)[0].matchAll(/^\| `([^`]+)` \| `([^`]+)` \|$/gm)].map(
    ([, id, name]) => [id, name]
  )
  assert.ok(names.length >= 4)
  for (const [wrapperId, name] of names) {
    const dir = freshFolder(t)
    openDurable(t, dir, { wrapperId })
    assert.deepEqual(filesIn(dir), [path.join('agent-harness', `${name}.jsonl`)])
  }
})
