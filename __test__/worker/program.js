// The program of a worker: many sessions, each checked. It tells its parent how far it is.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'

const { createAgentHarness, createParamFrame, createStartFrame, createTextFrame, createDataFrame } =
  await import(workerData.entryUrl)

const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }
const tools = [
  { id: 'quick', parameters: schema, execute: (args, _, done) => done(null, args.n + 1) },
  { id: 'late', execute: async (args) => args.n * 2 },
  { id: 'silent', execute() {} }
]

async function session(number) {
  const name = `${workerData.name} ${number}`
  const harness = createAgentHarness({ tools, ...workerData.options?.(number) })
  const types = []
  let answered
  const late = new Promise((resolve) => {
    answered = resolve
  })
  harness.pipe({
    paused: false,
    write(frame) {
      types.push(frame.type)
      if (frame.progress?.callId === 'late') answered()
    },
    end() {}
  })
  harness.write(createParamFrame('workspace', `/work/${name}`))
  harness.write(createParamFrame('task', name))
  harness.write(createStartFrame())
  harness.write(createTextFrame(`hello from ${name}`))
  const toolCalls = ['quick', 'late', 'silent'].map((tool) => ({ id: tool, tool, arguments: { n: number } }))
  harness.write(createDataFrame({ type: 'llm-response', content: name, toolCalls }))
  await late
  harness.end()
  const { history, workspace, currentTurn } = harness.getState()
  const results = Object.fromEntries(
    history
      .filter((entry) => entry.role === 'tool')
      .map((entry) => [entry.callId, entry.error ?? entry.result])
  )
  return {
    workspace,
    currentTurn,
    results,
    contents: [history[1].content, history[2].content],
    count: types.length
  }
}

function openLog() {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'gatto-worker-'))
  const harness = createAgentHarness({ durability: { enabled: true, wrapperId: workerData.name, dir } })
  harness.write(createParamFrame('workspace', workerData.name))
  return { dir, harness }
}

const jobs = {
  /** A fixed number of sessions; their outcomes go to the parent. */
  async sessions({ count }) {
    const outcomes = []
    for (let i = 0; i < count; i++) outcomes.push(await session(i))
    parentPort.postMessage({ outcomes })
  },
  /** Sessions until somebody terminates the worker. */
  async endless() {
    for (let i = 0; ; i++) {
      await session(i)
      if (i === 3) parentPort.postMessage({ running: true })
      if (i % 10 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
  },
  /** Open logs, syncs under way and calls that wait, until somebody terminates the worker. */
  async durable() {
    const { dir, harness } = openLog()
    parentPort.postMessage({ dir })
    for (let i = 0; ; i++) {
      harness.write(createParamFrame('task', `task ${i}`))
      harness.write(createStartFrame())
      harness.write(createTextFrame(`turn ${i}`))
      if (i % 20 === 0) await harness.flush()
    }
  },
  /** Texts of which V8 has no copy: of `count` reads of one file, all but the first go away at some time. */
  async texts({ file, count }) {
    const { NodeExecutionEnv } = await import(new URL('./agent.js', workerData.entryUrl))
    const env = new NodeExecutionEnv({ cwd: path.dirname(file) })
    const read = async () => (await env.readTextFile(file)).value
    globalThis.kept = await read()
    for (let i = 1; i < count; i++) await read()
    parentPort.postMessage({ text: globalThis.kept })
  },
  /** Harnesses that are idle: the worker ends by itself. */
  async idle() {
    globalThis.kept = Array.from({ length: 100 }, () => createAgentHarness({ tools }))
    parentPort.postMessage({ kept: globalThis.kept.length })
  }
}
await jobs[workerData.job](workerData)
