import assert from 'node:assert/strict'
import fs from 'node:fs'
import test from 'node:test'
import { freshFolder, linesOf, logPath } from '../conformance/log-folder.js'
import { runProgram } from './child.js'

const durability = (fsync) => `{ enabled: true, wrapperId: 'run', dir: '.', fsync: '${fsync}' }`

for (const fsync of ['always', 'batch', 'never']) {
  test(`G3 G36 a process ends by itself with a durable harness that syncs ${fsync}, and its log is whole`, async (t) => {
    const cwd = freshFolder(t)
    const { code, signal, stderr } = await runProgram(
      `const harness = started({ maxTurns: 1e6, durability: ${durability(fsync)} })
       for (let i = 0; i < 100; i++) harness.write(createTextFrame('turn ' + i + ';'))
       keep.push(harness)`,
      { cwd }
    )
    assert.equal(signal, null)
    assert.equal(stderr, '')
    assert.equal(code, 0)
    const log = linesOf(logPath(cwd)).join('\n')
    for (let i = 0; i < 100; i++) assert.ok(log.includes(`turn ${i};`))
  })

  test(`G3 G37 a flush that somebody waits for is awaited with fsync ${fsync}, then the process ends`, async (t) => {
    const cwd = freshFolder(t)
    const { code, lines, stderr } = await runProgram(
      `const harness = started({ durability: ${durability(fsync)} })
       harness.write(createTextFrame('hello'))
       harness.flush().then(() => print('flushed'))
       keep.push(harness)`,
      { cwd }
    )
    assert.equal(stderr, '')
    assert.equal(code, 0)
    assert.deepEqual(lines, ['flushed', 'bye 1'])
  })
}

const programs = {
  'flush at the end': `harness.end(); harness.flush().then(() => print('flushed'))`,
  asyncDispose: `harness[Symbol.asyncDispose]().then(() => print('flushed'))`,
  'many flushes': `Promise.all(Array.from({ length: 50 }, () => harness.flush())).then(() => print('flushed'))`
}
for (const [name, source] of Object.entries(programs)) {
  test(`G3 G37 a process waits for ${name} and no longer`, async (t) => {
    const cwd = freshFolder(t)
    const { code, lines, stderr } = await runProgram(
      `const harness = started({ durability: ${durability('batch')} })
       harness.write(createTextFrame('hello'))
       keep.push(harness)
       ${source}`,
      { cwd }
    )
    assert.equal(stderr, '')
    assert.equal(code, 0)
    assert.deepEqual(lines, ['flushed', 'bye 1'])
  })
}

test('G3 G36 process.exit right after a frame was seen loses nothing', async (t) => {
  const cwd = freshFolder(t)
  const { code } = await runProgram(
    `const destination = sink((frame) => frame.content?.text === 'turn 7' && process.exit(7))
     const harness = started({ durability: ${durability('batch')} }, destination)
     for (let i = 0; i < 10; i++) harness.write(createTextFrame('turn ' + i))`,
    { cwd }
  )
  assert.equal(code, 7)
  const log = fs.readFileSync(logPath(cwd), 'utf8')
  assert.ok(log.includes('turn 7'))
  assert.ok(!log.includes('turn 8'))
})

test('G3 G37 a process ends by itself with a recovered harness whose calls nobody settles', async (t) => {
  const cwd = freshFolder(t)
  const open = `createAgentHarness({ externalTools: true, durability: ${durability('batch')} })`
  await runProgram(
    `const harness = started({ externalTools: true, durability: ${durability('batch')} })
     call(harness, 'elsewhere')
     process.exit()`,
    { cwd }
  )
  const { code, signal, lines } = await runProgram(
    `const harness = ${open}; print(harness.getState().status); keep.push(harness)`,
    {
      cwd
    }
  )
  assert.equal(signal, null)
  assert.equal(code, 0)
  assert.deepEqual(lines, ['executing', 'bye 1'])
})

test('G3 a process ends by itself with a harness over a store', async () => {
  const { code, signal } = await runProgram(
    `const store = { load() {}, append() {}, close() {} }
     keep.push(started({ durability: { enabled: true, wrapperId: 'run', store } }))`
  )
  assert.equal(signal, null)
  assert.equal(code, 0)
})
