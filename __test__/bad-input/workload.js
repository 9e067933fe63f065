// Workloads of load.test.js: `node workload.js NAME`. Each runs in a process of its own, under a cap on its heap, and
// ends with status 0 when everything it says is so.
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createToolRegistry, keeper, only, piped, respond, started, text } from './pipeline.js'

const MB = 1 << 20
const answers = (id = 't') => ({ id, execute: (args, _, done) => done(null, args) })

/** A destination that counts and keeps nothing but the last frame. */
const counter = () => {
  const dest = { paused: false, count: 0, last: null, errors: 0, source: null, end() {} }
  dest.write = (frame) => {
    dest.count++
    dest.last = frame
    if (frame.type === 'ERROR') dest.errors++
  }
  return dest
}
const counted = (options) => {
  const { harness } = started({ maxTurns: Infinity, ...options })
  return { harness, dest: harness.pipe(counter()) }
}

const workloads = {
  /** One-byte and two-byte texts of 100 MB, in every place where a text may stand. */
  text() {
    for (const unit of ['x', 'ł']) {
      const big = unit.repeat((100 * MB) / (unit === 'x' ? 1 : 2))
      const { harness, dest } = started({ tools: [answers()], emitToolResults: true })
      const frame = text(big)
      harness.write(frame)
      assert.equal(dest.frames.at(-1), frame)
      assert.equal(harness.getState().history.at(-1).content, big)
      harness.write({ type: 'DATA', data: { type: 'llm-response', content: big, thinking: big } })
      assert.equal(dest.frames.at(-1).data.content, big)
      harness.write({ type: 'TOOL_RESULT', data: { callId: 'x', result: big } })
      const entry = harness.getState().history.at(-1)
      assert.equal(entry.content, big)
      assert.equal(entry.result, big)
      harness.write({ type: 'META', key: 'mine', value: big })
      assert.equal(harness.getState().mine, big)
      harness.end(new Error(big))
      assert.equal(only(dest.frames, 'ERROR').at(-1).error, big)
    }
  },

  /** Ids, names, types and keys of 10 MB. */
  names() {
    const big = 'n'.repeat(10 * MB)
    const { harness, dest } = started({ tools: [answers(big)] })
    harness.write(respond({ id: big, tool: big, arguments: {} }))
    assert.equal(dest.frames.at(-1).progress.callId, big)
    harness.write(respond({ tool: `${big}?` }))
    assert.equal(harness.getState().history.at(-1).content, `Tool '${big}?' not found`)
    harness.write({ type: big })
    assert.equal(dest.frames.at(-1).error, `Unknown frame type: ${big}`)
    harness.write({ type: 'META', key: big, value: 1 })
    assert.equal(harness.getState()[big], 1)
    harness.write({ type: 'PARAM', key: big, value: 1 })
  },

  /** JSON text of 100 MB as arguments, with and without a schema. */
  arguments() {
    const parameters = { type: 'object', properties: { s: { type: 'string' } }, required: ['s'] }
    const { harness } = started({ tools: [answers('plain'), { ...answers('checked'), parameters }] })
    const json = `{"s":"${'y'.repeat(100 * MB)}"}`
    for (const tool of ['plain', 'checked']) {
      harness.write(respond({ tool, arguments: json }))
      assert.equal(harness.getState().history.at(-1).result.s.length, 100 * MB)
    }
  },

  /** A million tools, at once and one by one. */
  tools() {
    const tools = Array.from({ length: 1_000_000 }, (_, n) => answers(`tool ${n}`))
    const { harness } = started({ tools })
    harness.write(respond({ tool: 'tool 999999', arguments: { n: 1 } }, { tool: 'tool 1000000' }))
    const [found, missing] = harness.getState().history.slice(-2)
    assert.deepEqual(found.result, { n: 1 })
    assert.equal(missing.content, "Tool 'tool 1000000' not found")
    const registry = createToolRegistry()
    for (const tool of tools) registry.register(tool)
    assert.equal(registry.list().length, 1_000_000)
    assert.equal(registry.get('tool 5'), tools[5])
    assert.equal(registry.getToolOpenAIFormat().length, 1_000_000)
  },

  /** Ten thousand tools, each with a schema of its own. */
  schemas() {
    const tools = Array.from({ length: 10_000 }, (_, n) => ({
      ...answers(`t${n}`),
      parameters: { type: 'object', properties: { [`p${n}`]: { const: n } }, required: [`p${n}`] }
    }))
    const { harness } = started({ tools })
    for (const n of [0, 5_000, 9_999]) {
      harness.write(
        respond(
          { tool: `t${n}`, arguments: { [`p${n}`]: n } },
          { tool: `t${n}`, arguments: { [`p${n}`]: -1 } }
        )
      )
      const [good, bad] = harness.getState().history.slice(-2)
      assert.deepEqual(good.result, { [`p${n}`]: n })
      assert.match(bad.content, new RegExp(`^Invalid argument at /p${n}: `))
    }
  },

  /** A million frames in one tick, to a destination that takes them. */
  frames() {
    const { harness, dest } = counted()
    const frame = text('hi')
    for (let n = 0; n < 1_000_000; n++) harness.write(frame)
    assert.equal(dest.count, 1_000_000)
    const { history, currentTurn } = harness.getState()
    assert.deepEqual([history.length, currentTurn, history[999_999].content], [1_000_001, 1_000_000, 'hi'])
  },

  /** A million frames in one tick, to nobody; then somebody comes. */
  buffer() {
    const { harness } = started({ maxTurns: Infinity })
    const idle = keeper()
    idle.paused = true
    harness.pipe(idle)
    for (let n = 0; n < 1_000_000; n++) harness.write({ type: 'ERROR', n })
    assert.equal(harness.sink.paused, true)
    let expected = 0
    harness.pipe({
      paused: false,
      write: ({ n }) => assert.equal(n, expected++),
      end() {}
    })
    assert.equal(expected, 1_000_000)
    assert.equal(harness.sink.paused, false)
  },

  /** A million frames that are none. */
  refused() {
    const { harness, dest } = counted()
    for (let n = 0; n < 250_000; n++) {
      harness.write(null)
      harness.write({ type: 'DATA' })
      harness.write({ type: 'TEXT' })
      harness.write({ type: n })
    }
    assert.equal(dest.errors, 1_000_000)
    assert.equal(harness.getState().history.length, 1)
  },

  /** A response with 100 000 calls of a tool that answers at once. */
  calls() {
    const { harness, dest } = counted({ tools: [answers()] })
    harness.write(
      respond(...Array.from({ length: 100_000 }, (_, n) => ({ id: `c${n}`, tool: 't', arguments: { n } })))
    )
    assert.equal(dest.count, 200_000)
    const { history, status } = harness.getState()
    assert.deepEqual([history.length, status, history.at(-1).callId], [100_002, 'thinking', 'c99999'])
  },

  /** The same, of a tool that never answers; then the end. */
  open() {
    let runs = 0
    const { harness, dest } = counted({ tools: [{ id: 't', execute: () => void runs++ }] })
    harness.write(respond(...Array.from({ length: 100_000 }, () => ({ id: 'same', tool: 't' }))))
    assert.equal(runs, 100_000)
    assert.equal(harness.getState().status, 'executing')
    harness.end()
    assert.equal(dest.last.type, 'END')
    assert.equal(dest.count, 200_001)
    const results = harness.getState().history.filter(({ role }) => role === 'tool')
    assert.equal(new Set(results.map(({ callId }) => callId)).size, 100_000)
  },

  /** The same, one at a time, of a tool that answers later. */
  async queue() {
    let running = 0
    const execute = (_, __, done) => {
      assert.equal(++running, 1)
      queueMicrotask(() => done(null, running--))
    }
    const { harness } = counted({ tools: [{ id: 't', execute }], maxConcurrentTools: 1 })
    harness.write(respond(...Array.from({ length: 100_000 }, () => ({ tool: 't' }))))
    while (harness.getState().status === 'executing') await new Promise((resolve) => setImmediate(resolve))
    assert.equal(harness.getState().history.filter(({ result }) => result === 1).length, 100_000)
  },

  /** The same, synchronous, one at a time behind one that waits: what runs when it answers needs no stack. */
  release() {
    const callbacks = []
    const first = { id: 'first', execute: (_, __, done) => callbacks.push(done) }
    const { harness, dest } = counted({ tools: [first, answers()], maxConcurrentTools: 1 })
    harness.write(respond({ tool: 'first' }, ...Array.from({ length: 100_000 }, () => ({ tool: 't' }))))
    assert.equal(dest.count, 100_001)
    callbacks[0](null, 1)
    assert.equal(dest.count, 200_002)
    assert.equal(harness.getState().status, 'thinking')
  },

  /** A destination that answers every frame with a frame, 200 000 times: no recursion. */
  pingpong() {
    const { harness } = started({ maxTurns: Infinity })
    let left = 200_000
    harness.pipe({
      paused: false,
      write: () => left-- > 0 && harness.write(text('again')),
      end() {}
    })
    harness.write(text('first'))
    assert.equal(harness.getState().currentTurn, 200_001)
  },

  /** Writing from the edge of the stack: whatever overflows there, the harness is in order afterwards. */
  stack() {
    const { harness, dest } = counted({ tools: [answers()] })
    let depth = 0
    const dive = () => {
      depth++
      try {
        dive()
      } finally {
        harness.write(text('from the deep'))
        harness.write(respond({ tool: 't' }, { tool: 'none' }))
        harness.getState()
      }
    }
    for (let round = 0; round < 3; round++) {
      try {
        dive()
      } catch (error) {
        assert.ok(error instanceof RangeError)
      }
    }
    assert.ok(depth > 1_000)
    const turns = harness.getState().currentTurn
    const frame = text('on firm ground')
    harness.write(frame)
    assert.equal(dest.last, frame)
    assert.equal(harness.getState().currentTurn, turns + 1)
    harness.end()
    const ids = new Map()
    for (const { role, callId, toolCalls } of harness.getState().history) {
      if (role === 'assistant') for (const { id } of toolCalls) ids.set(id, 0)
      if (role === 'tool') ids.set(callId, (ids.get(callId) ?? 0) + 1)
    }
    for (const [id, count] of ids) if (id !== undefined) assert.equal(count, 1)
  },

  /** 100 000 keys of the user, and 100 000 subscriptions. */
  state() {
    const { harness, dest } = counted()
    for (let n = 0; n < 100_000; n++) harness.write({ type: 'META', key: `k${n}`, value: n })
    assert.equal(harness.getState().k99999, 99_999)
    let told = 0
    for (let n = 0; n < 100_000; n++) harness.state.subscribe(['mine'], () => told++)
    harness.state.set('mine', 1)
    assert.equal(told, 100_000)
    assert.equal(dest.errors, 0)
  },

  /** 100 MB of text and values as deep as 100 000 through the log. */
  async log() {
    const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'gatto-load-'))
    try {
      const durability = { enabled: true, wrapperId: 'big', dir, fsync: 'never' }
      const big = `${'z'.repeat(50 * MB)}\ud800${'ł'.repeat(10 * MB)}`
      let deep = 'bottom'
      for (let n = 0; n < 100_000; n++) deep = { deep }
      const first = started({ durability, tools: [answers()] })
      first.harness.write(text(big))
      first.harness.write(respond({ id: 'a', tool: 't', arguments: deep }))
      first.harness.write({ type: 'PARAM', key: 'nodeId', value: deep })
      first.harness.write({ type: 'META', key: 'mine', value: deep })
      first.harness.write(text('after'))
      assert.equal(first.dest.frames.at(-1).content.text, 'after')
      await first.harness[Symbol.asyncDispose]()
      const { harness } = piped({ durability })
      const { history } = harness.getState()
      assert.equal(history[1].content, big)
      assert.ok(history.some(({ content }) => content === 'after'))
      await harness[Symbol.asyncDispose]()
    } finally {
      fs.rmSync(dir, { recursive: true })
    }
  }
}

await workloads[process.argv[2]]()
