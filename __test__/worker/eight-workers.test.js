import assert from 'node:assert/strict'
import test from 'node:test'
import { outcome, spawn } from './spawn.js'

const SESSIONS = 300

test('G3 eight workers at once keep their sessions apart', async () => {
  const names = Array.from({ length: 8 }, (_, i) => `worker ${i}`)
  const workers = names.map((name) => spawn('sessions', { name, count: SESSIONS }))
  const messages = await Promise.all(workers.map(({ message }) => message))
  messages.forEach(({ outcomes }, i) => {
    assert.equal(outcomes.length, SESSIONS)
    outcomes.forEach((each, number) => assert.deepEqual(each, outcome(names[i], number)))
  })
  assert.deepEqual(await Promise.all(workers.map(({ exit }) => exit)), Array(8).fill(0))
})

test('G3 workers that are terminated mid-run harm no other', async () => {
  const steady = ['a', 'b', 'c', 'd'].map((name) => ({
    name,
    ...spawn('sessions', { name, count: SESSIONS })
  }))
  const doomed = Array.from({ length: 4 }, () => spawn('endless'))
  for (const { worker, message } of doomed) {
    await message
    await worker.terminate()
  }
  for (const { name, message } of steady) {
    const { outcomes } = await message
    outcomes.forEach((each, number) => assert.deepEqual(each, outcome(name, number)))
  }
  assert.deepEqual(await Promise.all(doomed.map(({ exit }) => exit)), Array(4).fill(1))
  assert.deepEqual(await Promise.all(steady.map(({ exit }) => exit)), Array(4).fill(0))
})

test('G3 the package is loaded in forty workers one after the other', async () => {
  for (let i = 0; i < 10; i++) {
    const round = Array.from({ length: 4 }, (_, j) => spawn('sessions', { name: `${i}.${j}`, count: 2 }))
    for (const { message } of round) assert.equal((await message).outcomes.length, 2)
    for (const { exit } of round) assert.equal(await exit, 0)
  }
})
