import assert from 'node:assert/strict'
import test from 'node:test'
import { createAgentHarness, createTextFrame } from './package.js'
import { Recorder } from './recorder.js'
import { start } from './session.js'

test('G3 ten thousand harnesses at a time keep their own state', () => {
  const sessions = Array.from({ length: 10_000 }, (_, i) => {
    const harness = createAgentHarness({ maxTurns: i + 2 })
    const recorder = harness.pipe(new Recorder())
    start(harness, { workspace: `/work/${i}`, task: `task ${i}` })
    return { harness, recorder }
  })
  sessions.forEach(({ harness }, i) => harness.write(createTextFrame(`hello ${i}`)))
  sessions.forEach(({ harness, recorder }, i) => {
    const state = harness.getState()
    assert.equal(state.workspace, `/work/${i}`)
    assert.equal(state.task, `task ${i}`)
    assert.equal(state.history.length, 2)
    assert.equal(state.history[1].content, `hello ${i}`)
    assert.equal(recorder.frames.length, 3)
    assert.equal(recorder.frames[1].progress.maxTurns, i + 2)
  })
  for (const { harness } of sessions) harness.end()
  for (const { recorder } of sessions) assert.deepEqual(recorder.endings, [[]])
})
