// Runs a short program in a process of its own and tells how that ended.
import { spawn } from 'node:child_process'
import { entryUrl } from '../conformance/package.js'

const prelude = `
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
const {
  createAgentHarness, createToolRegistry, createParamFrame, createStartFrame, createTextFrame, createDataFrame,
  createErrorFrame, createToolCallFrame
} = await import(${JSON.stringify(entryUrl)})
const print = (text) => fs.writeSync(1, text + '\\n')
const sink = (onWrite = () => {}) => ({ paused: false, write: onWrite, end() {} })
const started = (options, destination = sink()) => {
  const harness = createAgentHarness(options)
  harness.pipe(destination)
  harness.write(createParamFrame('workspace', '/work'))
  harness.write(createParamFrame('task', 'tidy up'))
  harness.write(createStartFrame())
  return harness
}
const call = (harness, ...tools) => harness.write(createDataFrame({
  type: 'llm-response', toolCalls: tools.map((tool, i) => ({ id: 'c' + i, tool, arguments: {} }))
}))
// Objects that are still referenced: nothing here may end because the garbage collector took it away.
const keep = globalThis.keep = []
process.on('exit', () => print('bye ' + keep.length))
`

/** Far more than any program here needs: a process that is still there by then would stay for ever. */
const LIMIT = 30_000

/** Resolves with `{ code, signal, lines, stderr }`. `signal` is SIGKILL when the process had to be stopped. */
export function runProgram(source, { cwd } = {}) {
  return new Promise((resolve) => {
    const args = ['--no-warnings', '--input-type=module', '--eval', prelude + source]
    const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    const output = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr']) {
      child[name].setEncoding('utf8').on('data', (text) => {
        output[name] += text
      })
    }
    const limit = setTimeout(() => child.kill('SIGKILL'), LIMIT)
    child.on('close', (code, signal) => {
      clearTimeout(limit)
      resolve({ code, signal, lines: output.stdout.split('\n').slice(0, -1), stderr: output.stderr })
    })
  })
}
