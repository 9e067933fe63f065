import assert from 'node:assert/strict'
import test from 'node:test'
import { createAgentHarness, createEndFrame, createStartFrame, createTextFrame } from './package.js'
import { callsOf, llmResponse, resultFrame, silentTool, start, startSession } from './session.js'

const status = (harness) => harness.getState().status
const session = () => {
  const tool = silentTool('slow')
  return { tool, ...startSession({ tools: [tool] }) }
}

test('G24 status: START gives idle', () => {
  const harness = createAgentHarness()
  start(harness)
  assert.equal(status(harness), 'idle')
  harness.write(createTextFrame('hello'))
  harness.write(createStartFrame())
  assert.equal(status(harness), 'idle')
})

test('G24 status: TEXT gives thinking', () => {
  const { harness } = session()
  harness.write(createTextFrame('hello'))
  assert.equal(status(harness), 'thinking')
})

test('G24 status: TEXT leaves executing while calls are open', () => {
  const { harness, tool } = session()
  harness.write(callsOf(['c1', 'slow', {}]))
  harness.write(createTextFrame('hello'))
  assert.equal(status(harness), 'executing')
  tool.calls[0].callback(null, 'ok')
  harness.write(createTextFrame('hello'))
  assert.equal(status(harness), 'thinking')
})

test('G24 status: a response with calls gives executing', () => {
  const { harness } = session()
  harness.write(callsOf(['c1', 'slow', {}]))
  assert.equal(status(harness), 'executing')
})

test('G24 status: a response without calls gives idle, but executing while calls are open', () => {
  const { harness, tool } = session()
  harness.write(createTextFrame('hello'))
  harness.write(llmResponse({ content: 'so' }))
  assert.equal(status(harness), 'idle')
  harness.write(callsOf(['c1', 'slow', {}]))
  harness.write(llmResponse({ content: 'meanwhile' }))
  assert.equal(status(harness), 'executing')
  tool.calls[0].callback(null, 'ok')
  harness.write(llmResponse({}))
  assert.equal(status(harness), 'idle')
})

test('G24 status: a result gives thinking when no call is open any more', () => {
  const { harness, tool } = session()
  harness.write(callsOf(['c1', 'slow', {}], ['c2', 'slow', {}]))
  tool.calls[1].callback(null, 'ok')
  assert.equal(status(harness), 'executing')
  tool.calls[0].callback(null, 'ok')
  assert.equal(status(harness), 'thinking')
})

test('G24 status: a foreign result gives thinking unless a call is open', () => {
  const { harness } = session()
  harness.write(resultFrame('foreign', 1))
  assert.equal(status(harness), 'thinking')
  harness.write(callsOf(['c1', 'slow', {}]))
  harness.write(resultFrame('foreign', 2))
  assert.equal(status(harness), 'executing')
})

test('G24 status: a refused frame leaves it', () => {
  const { harness } = session()
  harness.write(createTextFrame('hello'))
  harness.write({ type: 'TEXT' })
  harness.write({ type: 'DATA' })
  harness.write({ type: 'nonsense' })
  harness.write(llmResponse({ toolCalls: 5 }))
  assert.equal(status(harness), 'thinking')
})

test('G24 G26 status: the end gives idle', () => {
  for (const finish of [(harness) => harness.end(), (harness) => harness.write(createEndFrame())]) {
    const { harness } = session()
    harness.write(callsOf(['c1', 'slow', {}]))
    finish(harness)
    assert.equal(status(harness), 'idle')
  }
})
