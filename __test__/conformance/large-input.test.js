import assert from 'node:assert/strict'
import test from 'node:test'
import { createAgentHarness, createErrorFrame, createTextFrame, createToolRegistry } from './package.js'
import * as expected from './expected-frames.js'
import { freshFolder, linesOf, logPath, openDurable } from './log-folder.js'
import { callsOf, historyOf, llmResponse, resultFrame, silentTool, start, startSession } from './session.js'

const DEPTH = 100_000
const nested = () => {
  let value = {}
  for (let i = 0; i < DEPTH; i++) value = { deep: value }
  return value
}
const nestedText = `${'{"deep":'.repeat(DEPTH)}{}${'}'.repeat(DEPTH)}`
const object = { type: 'object', properties: { deep: { type: 'object' } } }

test('G40 100 MB of text is served, and kept', () => {
  const { harness, recorder } = startSession()
  const text = 'all work and no play '.repeat(5_000_000)
  harness.write(createTextFrame(text))
  assert.equal(recorder.frames.length, 1)
  assert.equal(recorder.frames[0].content.text.length, text.length)
  assert.equal(harness.getState().history[1].content, text)
})

test('G40 a million tools are registered, found and run', () => {
  const registry = createToolRegistry()
  let runs = 0
  const execute = (_, __, done) => {
    runs += 1
    done(null, 1)
  }
  for (let i = 0; i < 1_000_000; i++) registry.register({ id: `tool ${i}`, execute })
  assert.equal(registry.list().length, 1_000_000)
  assert.equal(registry.has('tool 999999'), true)
  for (let i = 0; i < 1_000_000; i += 99_999) {
    registry.write({ type: 'DATA', data: { type: 'tool-call', id: 'c', tool: `tool ${i}`, arguments: {} } })
  }
  assert.equal(runs, 11)
})

test('G40 a million frames in one tick are passed on', () => {
  const harness = createAgentHarness({ maxTurns: Number.POSITIVE_INFINITY })
  start(harness)
  let count = 0
  harness.pipe({
    paused: false,
    write() {
      count += 1
    },
    end() {}
  })
  const frame = createTextFrame('hello')
  for (let i = 0; i < 1_000_000; i++) harness.write(frame)
  assert.equal(count, 1_000_002)
  assert.equal(harness.getState().currentTurn, 1_000_000)
  assert.equal(harness.getState().history.length, 1_000_001)
})

test('G40 a million frames are buffered and flushed in order', () => {
  const harness = createAgentHarness()
  const frame = createErrorFrame('x')
  for (let i = 0; i < 1_000_000; i++) harness.write(i === 999_999 ? createErrorFrame('last') : frame)
  let count = 0
  let last
  harness.pipe({
    paused: false,
    write(frame) {
      count += 1
      last = frame
    },
    end() {}
  })
  assert.equal(count, 1_000_000)
  assert.equal(last.error, 'last')
})

test('G40 a response of 100 000 calls is served', () => {
  const tool = { id: 't', execute: (_, __, done) => done(null, 1) }
  const { harness, recorder } = startSession({ tools: [tool] })
  harness.write(callsOf(...Array.from({ length: 100_000 }, (_, i) => [`c${i}`, 't', {}])))
  assert.equal(recorder.frames.length, 200_000)
  assert.equal(harness.getState().status, 'thinking')
})

test('G40 arguments of a depth of 10^5 run a tool without a schema, and are refused by one with', () => {
  const bare = silentTool('bare')
  const checked = silentTool('checked', { parameters: object })
  const { harness, recorder } = startSession({ tools: [bare, checked] })
  const args = nested()
  harness.write(callsOf(['c1', 'bare', args], ['c2', 'checked', args]))
  assert.equal(bare.calls[0].args, args)
  assert.equal(checked.calls.length, 0)
  assert.equal(recorder.frames.length, 3)
  assert.equal(historyOf(harness).at(-1).error, 'Invalid argument at : not JSON')
})

test('G40 arguments of a depth of 10^5 given as text are served or refused', () => {
  const bare = silentTool('bare')
  const checked = silentTool('checked', { parameters: object })
  const { harness, recorder } = startSession({ tools: [bare, checked] })
  harness.write(callsOf(['c1', 'bare', nestedText], ['c2', 'checked', nestedText]))
  assert.equal(checked.calls.length, 0)
  const completed = recorder.frames.filter((frame) => frame.progress?.operation === 'tool-completed').length
  assert.equal(bare.calls.length + completed, 2)
  harness.write(createTextFrame('after it'))
  assert.deepEqual(recorder.shapes.at(-1), expected.text('after it'))
})

test('G40 results, contents and parameters of a depth of 10^5 do no harm', () => {
  const { harness, recorder } = startSession()
  const value = nested()
  harness.write(resultFrame('c1', value))
  harness.write(llmResponse({ content: value }))
  harness.write({ type: 'PARAM', key: 'nodeId', value })
  harness.write(createTextFrame('after it'))
  assert.deepEqual(recorder.shapes.at(-1), expected.text('after it'))
  assert.equal(harness.getState().nodeId, value)
  assert.equal(harness.getState().history[1].result, value)
})

test('G40 G38 a durable harness survives a depth of 10^5 in arguments', (t) => {
  const dir = freshFolder(t)
  const { harness, recorder } = openDurable(t, dir, { tools: [silentTool('bare')] })
  start(harness)
  harness.write(callsOf(['c1', 'bare', nested()]))
  harness.write(callsOf(['c2', 'bare', nestedText]))
  harness.write(createTextFrame('after it'))
  assert.deepEqual(recorder.shapes.at(-1), expected.text('after it'))
  for (const line of linesOf(logPath(dir))) JSON.parse(line)
})

test('G40 a schema of a depth of 10^5 does no harm', () => {
  let parameters = { type: 'object' }
  for (let i = 0; i < DEPTH; i++) parameters = { type: 'object', properties: { deep: parameters } }
  const tool = silentTool('t', { parameters })
  const { harness } = startSession({ tools: [tool] })
  harness.write(callsOf(['c1', 't', {}]))
  assert.equal(tool.calls.length + historyOf(harness).filter((entry) => entry.role === 'tool').length, 1)
})

test('G40 arguments of 200 000 keys, and a text of a million elements, are checked', () => {
  const { harness, recorder } = startSession({ tools: [silentTool('t', { parameters: object })] })
  const wide = {}
  for (let i = 0; i < 200_000; i++) wide[`key ${i}`] = i
  harness.write(callsOf(['c1', 't', wide]))
  assert.equal(recorder.frames.length, 1)
  harness.write(callsOf(['c2', 't', `[${'1,'.repeat(999_999)}1]`]))
  assert.ok(historyOf(harness).at(-1).error.startsWith('Invalid argument at : '))
})
