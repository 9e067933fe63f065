import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import * as agent from '@polyweave/gatto-agent-harness/agent'

const { createSessionId, createTimestamp, uuidv7 } = agent
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const timeOf = (id) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

test('A3.10 ids are UUIDs of version 7, of this millisecond, each greater than the one before', () => {
  const before = Date.now()
  const ids = Array.from({ length: 20_000 }, (_, i) => (i % 2 ? uuidv7 : createSessionId)())
  const after = Date.now()
  for (const [i, id] of ids.entries()) {
    assert.match(id, UUID)
    if (i > 0) assert.ok(ids[i - 1] < id, `${ids[i - 1]} ${id}`)
  }
  assert.ok(timeOf(ids[0]) >= before && timeOf(ids.at(-1)) <= after + 1)
})

test('A3.10 ids go up while the clock stands or goes back', (t) => {
  const start = Date.now() + 3_600_000
  t.mock.timers.enable({ apis: ['Date'], now: start })
  const first = uuidv7()
  assert.equal(timeOf(first), start)
  const second = uuidv7()
  t.mock.timers.setTime(0)
  const third = uuidv7()
  assert.ok(first < second && second < third)
  assert.ok(timeOf(third) - start <= 1)
})

test('A3.10 the rest of an id is random', () => {
  const tails = new Set(Array.from({ length: 1000 }, () => uuidv7().slice(-8)))
  assert.ok(tails.size > 990)
})

test('A3.10 threads of a process share one order', async () => {
  const source = `
    const { parentPort } = require('node:worker_threads')
    import(${JSON.stringify(import.meta.resolve('@polyweave/gatto-agent-harness/agent'))}).then(({ uuidv7 }) => parentPort.postMessage(uuidv7()))`
  const before = uuidv7()
  const theirs = await new Promise((resolve, reject) => {
    new Worker(source, { eval: true }).once('message', resolve).once('error', reject)
  })
  assert.ok(before < theirs && theirs < uuidv7())
})

test('A3.10 a timestamp is the time now in UTC, to the millisecond', (t) => {
  const before = Date.now()
  const time = Date.parse(createTimestamp())
  assert.ok(time >= before && time <= Date.now())
  t.mock.timers.enable({ apis: ['Date'], now: 1_769_860_800_001 })
  assert.equal(createTimestamp(), '2026-01-31T12:00:00.001Z')
  t.mock.timers.setTime(1_769_860_800_002)
  assert.equal(createTimestamp(), '2026-01-31T12:00:00.002Z')
  assert.equal(agent.create_timestamp, createTimestamp)
})
