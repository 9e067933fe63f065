import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import test from 'node:test'
import { freshFolder } from '../folder.js'
import { spawn } from './spawn.js'

const MB = 1024 * 1024
const text = 'a text that is ASCII, and of some length\n'.repeat(MB / 40)

function planted(t) {
  const file = path.join(freshFolder(t, 'worker-texts'), 'long.txt')
  fs.writeFileSync(file, text)
  return file
}

test('A5 a long text that a worker has read is its own, and goes with it', async (t) => {
  const file = planted(t)
  const workers = Array.from({ length: 4 }, () => spawn('texts', { file, count: 200 }))
  for (const { message, exit } of workers) {
    assert.equal((await message).text, text)
    assert.equal(await exit, 0)
  }
})

test('A5 a worker that is terminated leaves its long texts behind, and nothing else is harmed', async (t) => {
  const file = planted(t)
  for (let round = 0; round < 5; round++) {
    const { worker, message, exit } = spawn('texts', { file, count: 20 + round })
    assert.equal((await message).text, text)
    await worker.terminate()
    await exit
  }
})
