import assert from 'node:assert/strict'
import process from 'node:process'
import test from 'node:test'
import { createWriteTool } from '@polyweave/gatto-agent-harness/agent'
import { MemoryEnv } from '../agent/memory-env.js'
import { settle } from './collected.js'

const FILES = 5000
const MB = 1024 * 1024

/** An environment that takes every write, and keeps nothing of it. */
class Sieve extends MemoryEnv {
  writeFile(name, content) {
    this.files.clear()
    this.calls.length = 0
    return super.writeFile(name, content)
  }
}

test('A17.1 an environment whose files were all written remembers none of them', async () => {
  const tool = createWriteTool()
  const env = new Sieve()
  // Names of 4 KB, so that what holds them is seen: 20 MB in all.
  const write = (i) => {
    const path = `${'folder/'.repeat(600)}${i}`
    return tool.execute('1', { path, content: '' }, undefined, undefined, { env })
  }
  for (let i = 0; i < 100; i++) await write(i)
  let before
  const used = () => process.memoryUsage().heapUsed
  await settle(() => {
    before = used()
    return false
  }, true)
  for (let i = 0; i < FILES; i++) await write(i)
  assert.ok(await settle(() => used() - before < 4 * MB, true), `${(used() - before) / MB} MB are held`)
  assert.equal(env.cwd, '/work')
})
