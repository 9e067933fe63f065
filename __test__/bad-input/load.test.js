import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const workload = fileURLToPath(new URL('workload.js', import.meta.url))

// What is served, and the heap (MB) that it may take.
const LOADS = {
  text: ['100 MB of text', 1_024],
  names: ['names of 10 MB', 512],
  arguments: ['100 MB of arguments', 1_536],
  tools: ['a million tools', 1_024],
  schemas: ['10 000 schemas', 512],
  frames: ['a million frames in one tick', 512],
  buffer: ['a million buffered frames', 512],
  refused: ['a million frames that are none', 256],
  calls: ['a response of 100 000 calls', 512],
  open: ['100 000 open calls and the end', 512],
  queue: ['100 000 calls, one run at a time', 512],
  release: ['100 000 calls that wait for one', 512],
  pingpong: ['a destination that answers each frame', 512],
  stack: ['writing from the edge of the stack', 1_024],
  state: ['100 000 keys and subscriptions', 512],
  log: ['100 MB of text through the log', 1_536]
}

for (const [name, [title, heap]] of Object.entries(LOADS)) {
  test(`G40 is served without a crash: ${title}`, { timeout: 120_000 }, async () => {
    const began = performance.now()
    try {
      await run(process.execPath, [`--max-old-space-size=${heap}`, workload, name], { maxBuffer: 1 << 20 })
    } catch ({ code, signal, stderr }) {
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      assert.fail(`${name}: code ${code}, signal ${signal}, after ${seconds} s\n${stderr.slice(0, 4_000)}`)
    }
  })
}
