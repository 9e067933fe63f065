import assert from 'node:assert/strict'
import process from 'node:process'
import test from 'node:test'
import { createAgentHarness, createTextFrame } from '../conformance/package.js'
import { Recorder } from '../conformance/recorder.js'
import { start } from '../conformance/session.js'
import { Backlog } from '../../js/stream/backlog.js'
import { Collected, settle } from './collected.js'

const COUNT = 200
const MB = 1024 * 1024

test('G7 G34 what has left the buffer of a harness is collected, although others wait in it', async () => {
  const collected = new Collected()
  const harness = createAgentHarness({ maxTurns: Number.POSITIVE_INFINITY })
  const first = harness.pipe(new Recorder())
  start(harness)
  first.pause()
  const frame = (i) => createTextFrame(`turn ${i}`)
  for (let i = 0; i < COUNT; i++) harness.write(collected.watch('frame', frame(i)))
  for (let i = 0; i < COUNT; i++) harness.write(frame(i))
  let left = COUNT
  const destination = {
    paused: false,
    write() {
      left -= 1
      this.paused = left === 0
    },
    end() {}
  }
  harness.pipe(destination)
  assert.equal(destination.paused, true)
  const { frame: gone } = await collected.atLeast({ frame: COUNT - 2 })
  assert.ok(gone >= COUNT - 2, `${gone} of ${COUNT} frames are gone`)
  assert.equal(harness.pipe(new Recorder()).frames.length, COUNT)
})

test('G7 a buffer that never runs empty keeps no place of what has gone through it', async () => {
  const backlog = new Backlog()
  backlog.push(0)
  const used = () => process.memoryUsage().heapUsed
  let before
  await settle(() => {
    before = used()
    return false
  }, true)
  for (let i = 1; i <= 4_000_000; i++) {
    backlog.push(i & 1023)
    assert.ok(backlog.shift() >= 0)
  }
  assert.equal(backlog.length, 1)
  assert.ok(await settle(() => used() - before < 8 * MB, true), `${(used() - before) / MB} MB are held`)
})
