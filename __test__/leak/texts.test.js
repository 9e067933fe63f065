import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import test from 'node:test'
import { createReadTool, NodeExecutionEnv } from '@polyweave/gatto-agent-harness/agent'
import { chunk, png } from '../agent/images.js'
import { freshFolder } from '../folder.js'
import { settle } from './collected.js'

const MB = 1024 * 1024
const READS = 150 // 7 MB each: 1 GB in all
// What V8 is not told of, what it waits for before it collects, and what is kept for the next: 64 MB each.
const GROWTH = 400 * MB

function planted(t, content) {
  const cwd = freshFolder(t, 'leak-texts')
  fs.writeFileSync(path.join(cwd, 'file'), content)
  return new NodeExecutionEnv({ cwd })
}

async function growthOf(read) {
  await read()
  const before = process.memoryUsage()
  let peak = before.rss
  for (let i = 0; i < READS; i++) {
    await read()
    peak = Math.max(peak, process.memoryUsage.rss())
  }
  assert.ok(peak - before.rss < GROWTH, `the memory grew by ${Math.round((peak - before.rss) / MB)} MB`)
  // V8 hears of it in amounts of 64 MB, so that one may be due still.
  const told = () => process.memoryUsage().external - before.external < 70 * MB
  assert.ok(await settle(told, true), 'V8 still counts texts that are gone')
}

test('A17.2 images that were read and let go do not pile up', async (t) => {
  const env = planted(t, png(chunk('IDAT', 5 * MB)))
  const tool = createReadTool()
  await growthOf(() => tool.execute('1', { path: 'file' }, undefined, undefined, { env }))
})

test('A5 long texts that were read and let go do not pile up', async (t) => {
  const env = planted(t, 'a'.repeat(7 * MB))
  await growthOf(() => env.readTextFile('file'))
})
