import assert from 'node:assert/strict'
import test from 'node:test'
import { runProgram } from './child.js'

test('G34 the timer of a time-out keeps the process alive until it has fired', async () => {
  const { code, lines } = await runProgram(`
    const destination = sink((frame) => frame.progress && print(frame.progress.operation))
    const harness = started({ tools: [{ id: 't', execute() {} }], toolTimeoutMs: 100 }, destination)
    call(harness, 't')
    keep.push(harness)
  `)
  assert.equal(code, 0)
  assert.deepEqual(lines, ['initialized', 'tool-completed', 'bye 1'])
})

test('G34 the timer of an external call’s time-out does so too', async () => {
  const { code, lines } = await runProgram(`
    const destination = sink((frame) => frame.progress && print(frame.progress.operation))
    const harness = started({ externalTools: true, toolTimeoutMs: 100 }, destination)
    call(harness, 'elsewhere')
    keep.push(harness)
  `)
  assert.equal(code, 0)
  assert.deepEqual(lines, ['initialized', 'tool-completed', 'bye 1'])
})

test('G3 what a tool itself waits for keeps the process alive, and its answer arrives', async () => {
  const { code, lines } = await runProgram(`
    const execute = async () => fs.promises.readdir(os.tmpdir()).then(() => 'ok')
    const destination = sink((frame) => frame.progress && print(frame.progress.operation))
    const harness = started({ tools: [{ id: 't', execute }] }, destination)
    call(harness, 't')
    keep.push(harness)
  `)
  assert.equal(code, 0)
  assert.deepEqual(lines, ['initialized', 'tool-completed', 'bye 1'])
})
