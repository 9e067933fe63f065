import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { freshFolder } from '../folder.js'

const agent = import.meta.resolve('@polyweave/gatto-agent-harness/agent')
const HUGE = 2 ** 40

/** A file that takes minutes to read and no room on the disk, and one text under so many names that it takes long too. */
function endless(t) {
  const dir = freshFolder(t, 'endless')
  const file = fs.openSync(path.join(dir, 'sparse'), 'w')
  fs.ftruncateSync(file, HUGE)
  fs.closeSync(file)
  fs.mkdirSync(path.join(dir, 'tree'))
  const text = path.join(dir, 'tree/text')
  fs.writeFileSync(text, 'hay\n'.repeat(2 ** 21))
  for (let i = 0; i < 4000; i++) fs.linkSync(text, `${text}-${i}`)
  return dir
}

const script = (dir) => `
  const { createGrepTool, createReadTool, NodeExecutionEnv } = await import(${JSON.stringify(agent)})
  const context = { env: new NodeExecutionEnv({ cwd: ${JSON.stringify(dir)} }) }
  const run = (tool, params) => tool.execute('1', params, undefined, undefined, context).catch(() => {})
  run(createReadTool(), { path: 'sparse' })
  run(createGrepTool(), { pattern: 'needle', path: 'tree' })
`

const options = { skip: process.platform !== 'linux', timeout: 30_000 }

test(
  'A17.2 A17 a process that is told to exit does not wait for what is read and searched',
  options,
  async (t) => {
    const code = `${script(endless(t))}; setImmediate(() => process.exit(7))`
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'inherit' })
    assert.deepEqual(await once(child, 'exit'), [7, null])
  }
)

test(
  'A17.2 A17 a worker that is terminated does not wait for what is read and searched',
  options,
  async (t) => {
    const code = `
    const { parentPort } = await import('node:worker_threads')
    ${script(endless(t))}
    // By now the threads are at work.
    await new Promise(setImmediate)
    parentPort.postMessage('started')
  `
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`))
    await once(worker, 'message')
    await worker.terminate()
  }
)
