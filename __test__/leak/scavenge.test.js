import assert from 'node:assert/strict'
import test from 'node:test'
import v8 from 'node:v8'
import vm from 'node:vm'
import { createAgentHarness, createTextFrame } from '../../index.js'
import { start } from '../conformance/session.js'

v8.setFlagsFromString('--expose-gc')
const gc = vm.runInNewContext('gc')

const SESSIONS = 300
const TEXTS = 1000
// A place of a text in a column: what a session that is kept would keep at the least.
const BYTES = SESSIONS * TEXTS * 8

const frames = Array.from({ length: TEXTS }, (_, i) => createTextFrame(`message ${i}`))

/** A destination that keeps nothing. */
class Nowhere {
  paused = false
  source = null
  write() {}
  end() {}
}

function useSession() {
  const harness = createAgentHarness({ maxTurns: Number.POSITIVE_INFINITY })
  harness.pipe(new Nowhere())
  start(harness)
  for (const frame of frames) harness.write(frame)
  harness.end()
}

function useSessions() {
  for (let i = 0; i < SESSIONS; i++) useSession()
}

const heap = () => v8.getHeapStatistics().used_heap_size

// Where sessions come and go all the time, what survives a scavenge for nothing is copied, twice, and then waits for
// a full collection.
test('G34 what a session held goes with a scavenge already', () => {
  useSessions()
  gc()
  const before = heap()
  useSessions()
  gc({ type: 'minor' })
  const kept = heap() - before
  assert.ok(kept < BYTES / 4, `${kept} bytes are kept of ${SESSIONS} sessions that are over`)
})
