import assert from 'node:assert/strict'
import fs from 'node:fs'
import test from 'node:test'
import { createAgentHarness, createTextFrame } from './package.js'
import * as expected from './expected-frames.js'
import { crashImage, filesIn, freshFolder, linesOf, logPath, openDurable } from './log-folder.js'
import { start } from './session.js'

/** The log of a short life, and the state after each of its records. */
function writeLog(t) {
  const dir = freshFolder(t)
  const { harness } = openDurable(t, dir)
  start(harness)
  for (const text of ['one', 'two 漢字', 'three']) harness.write(createTextFrame(text))
  return { image: crashImage(t, dir), state: harness.getState() }
}

/** Runs the function and gives the process warnings that it caused. */
async function warningsOf(run) {
  const warnings = []
  const listener = (warning) => warnings.push(warning)
  process.on('warning', listener)
  try {
    await run()
    // Warnings are emitted in process.nextTick.
    await new Promise((resolve) => setImmediate(resolve))
  } finally {
    process.off('warning', listener)
  }
  return warnings.filter((warning) => warning.name !== 'ExperimentalWarning')
}

test('G37 a whole log is read without a warning', async (t) => {
  const { image, state } = writeLog(t)
  const warnings = await warningsOf(() => {
    assert.deepEqual(openDurable(t, image).harness.getState(), state)
  })
  assert.deepEqual(warnings, [])
})

test('G37 a torn last line is cut off and reported once by a warning', async (t) => {
  const { image, state } = writeLog(t)
  const file = logPath(image)
  const whole = fs.readFileSync(file)
  fs.appendFileSync(file, '{"half":"a li')
  let opened
  const warnings = await warningsOf(() => {
    opened = openDurable(t, image)
  })
  assert.equal(warnings.length, 1)
  assert.ok(warnings[0].message.includes(file), warnings[0].message)
  assert.deepEqual(opened.harness.getState(), state)
  assert.deepEqual(opened.recorder.frames, [])
  assert.deepEqual(fs.readFileSync(file).subarray(0, whole.length), whole)
  start(opened.harness)
  opened.harness.write(createTextFrame('four'))
  assert.deepEqual(opened.recorder.shapes, [
    expected.start({ resumed: true }),
    expected.initialized(),
    expected.text('four')
  ])
  for (const line of linesOf(file)) JSON.parse(line)
  const again = await warningsOf(() => openDurable(t, crashImage(t, image)))
  assert.deepEqual(again, [])
})

test('G37 a log cut at any byte of its last line is that log without the line', async (t) => {
  const { image } = writeLog(t)
  const whole = fs.readFileSync(logPath(image))
  const start = whole.lastIndexOf(10, whole.length - 2) + 1
  const reference = freshFolder(t)
  fs.mkdirSync(`${reference}/agent-harness`)
  fs.writeFileSync(logPath(reference), whole.subarray(0, start))
  const before = openDurable(t, reference).harness.getState()
  await warningsOf(() => {
    for (let end = start + 1; end < whole.length; end++) {
      const dir = freshFolder(t)
      fs.mkdirSync(`${dir}/agent-harness`)
      fs.writeFileSync(logPath(dir), whole.subarray(0, end))
      const { harness } = openDurable(t, dir)
      assert.deepEqual(harness.getState(), before, `cut at ${end - start} of ${whole.length - start}`)
      harness.end()
    }
  })
})

test('G37 an empty log, and one that is nothing but a torn line, are no log', async (t) => {
  for (const text of ['', '{"v":1,"ha']) {
    const dir = freshFolder(t)
    fs.mkdirSync(`${dir}/agent-harness`)
    fs.writeFileSync(logPath(dir), text)
    await warningsOf(() => {
      const { harness, recorder } = openDurable(t, dir)
      assert.equal(harness.getState().workspace, null)
      start(harness)
      assert.deepEqual(recorder.shapes[0], expected.start())
    })
  }
})

const damages = {
  'that is no JSON': () => 'no JSON at all',
  'that is cut short': (line) => line.slice(0, -5),
  'that is empty': () => '',
  'that is JSON of another kind': () => '42',
  'with bytes that are no UTF-8': (line) =>
    Buffer.concat([Buffer.from(line.slice(0, 5)), Buffer.from([0xff, 0xfe])])
}
for (const [name, damage] of Object.entries(damages)) {
  test(`G37 a line in the middle ${name} makes createAgentHarness throw, and the file stays`, (t) => {
    const { image } = writeLog(t)
    const file = logPath(image)
    const lines = linesOf(file)
    const broken = Math.floor(lines.length / 2)
    const parts = lines.map((line, i) => (i === broken ? damage(line) : line))
    fs.writeFileSync(file, Buffer.concat(parts.flatMap((part) => [Buffer.from(part), Buffer.from('\n')])))
    const before = fs.readFileSync(file)
    assert.throws(
      () => createAgentHarness({ durability: { enabled: true, wrapperId: 'run', dir: image } }),
      (error) => {
        assert.match(error.code, /^ERR_GATTO_/)
        assert.ok(error.message.includes(file), error.message)
        assert.match(error.message, new RegExp(`\\b${broken + 1}\\b`))
        return true
      }
    )
    assert.deepEqual(fs.readFileSync(file), before)
  })
}

test('G37 a log that was refused can be mended and opened', (t) => {
  const { image, state } = writeLog(t)
  const file = logPath(image)
  const text = fs.readFileSync(file, 'utf8')
  const lines = text.split('\n')
  fs.writeFileSync(file, [lines[0], 'broken', ...lines.slice(1)].join('\n'))
  const open = () => openDurable(t, image)
  assert.throws(open, { code: /^ERR_GATTO_/ })
  assert.throws(open, { code: /^ERR_GATTO_/ })
  fs.writeFileSync(file, text)
  assert.deepEqual(open().harness.getState(), state)
  assert.ok(filesIn(image).includes('agent-harness/run.jsonl'))
})
