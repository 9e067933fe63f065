import assert from 'node:assert/strict'
import fs from 'node:fs'
import test from 'node:test'
import { createAgentHarness, createTextFrame } from '../conformance/package.js'
import { Recorder } from '../conformance/recorder.js'
import { start } from '../conformance/session.js'
import { outcome, spawn } from './spawn.js'

test('G3 the main thread and a worker use the package independently', async () => {
  const harness = createAgentHarness({ maxTurns: Number.POSITIVE_INFINITY })
  const recorder = harness.pipe(new Recorder())
  start(harness)
  const { message, exit } = spawn('sessions', { name: 'beside', count: 100 })
  let done = false
  message.then(() => {
    done = true
  })
  let turns = 0
  while (!done) {
    for (let i = 0; i < 100; i++) harness.write(createTextFrame(`turn ${turns++}`))
    await new Promise((resolve) => setImmediate(resolve))
  }
  const { outcomes } = await message
  outcomes.forEach((each, number) => assert.deepEqual(each, outcome('beside', number)))
  assert.equal(await exit, 0)
  assert.equal(harness.getState().currentTurn, turns)
  assert.equal(recorder.frames.length, turns + 2)
  assert.ok(
    harness
      .getState()
      .history.slice(1)
      .every((entry, i) => entry.content === `turn ${i}`)
  )
})

test('G3 a worker whose harnesses are idle ends by itself', async () => {
  const { message, exit } = spawn('idle')
  assert.deepEqual(await message, { kept: 100 })
  assert.equal(await exit, 0)
})

test('G3 a harness of the main thread lives on when workers are terminated', async () => {
  const harness = createAgentHarness()
  const recorder = harness.pipe(new Recorder())
  start(harness)
  for (let i = 0; i < 3; i++) {
    const { worker, message } = spawn('endless')
    await message
    await worker.terminate()
    harness.write(createTextFrame(`turn ${i}`))
  }
  assert.equal(recorder.frames.length, 5)
  assert.equal(harness.getState().currentTurn, 3)
})

test('G3 G37 the log of a worker that is terminated is free again, and whole', async (t) => {
  const { worker, message, exit } = spawn('durable')
  const { dir } = await message
  t.after(() => fs.rmSync(dir, { recursive: true, force: true }))
  const open = () => createAgentHarness({ durability: { enabled: true, wrapperId: 'durable', dir } })
  assert.throws(open, { code: /^ERR_GATTO_/ })
  await worker.terminate()
  assert.equal(await exit, 1)
  const harness = open()
  t.after(() => harness.end())
  assert.equal(harness.getState().workspace, 'durable')
})
