import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAgentHarness, createParamFrame, createStartFrame } from '@polyweave/gatto-agent-harness'
import { createFrameSink } from '@polyweave/gatto-agent-harness/streams'
import { only, respond } from './pipeline.js'

function started(options) {
  const frames = []
  const harness = createAgentHarness(options)
  harness.pipe(createFrameSink((frame) => frames.push(frame)))
  harness.write(createParamFrame('workspace', '/w'))
  harness.write(createParamFrame('task', 't'))
  harness.write(createStartFrame())
  frames.length = 0
  return { harness, frames }
}

test('G22 a sparse array that claims more calls than anybody makes is refused as a whole', () => {
  const { harness, frames } = started()
  const frame = respond()
  frame.data.toolCalls = []
  frame.data.toolCalls.length = 1_000_001
  harness.write(frame)
  assert.deepEqual(
    frames.map(({ type, error }) => [type, error]),
    [['ERROR', 'Invalid toolCalls']]
  )
  assert.equal(harness.getState().history.length, 1)
})

test('G22 the holes of a short sparse array are calls that name no tool', () => {
  const { harness, frames } = started()
  const frame = respond()
  frame.data.toolCalls = []
  frame.data.toolCalls[2] = { id: 'c', tool: 'none' }
  harness.write(frame)
  const calls = frames.filter(({ type, data }) => type === 'DATA' && data.type === 'tool-call')
  assert.equal(calls.length, 3)
  const answers = harness.getState().history.filter(({ role }) => role === 'tool')
  assert.equal(new Set(answers.map(({ callId }) => callId)).size, 3)
})

test('G10 resume and abort of a harness are those of its source, taken off it or not', () => {
  const { harness } = started()
  const { resume, abort } = harness
  assert.equal(resume, harness.resume)
  assert.equal(abort, harness.abort)
  resume()
  abort(new Error('enough'))
  assert.equal(harness.source.ended.message, 'enough')
})

test('G24 G40 calls that a getter adds while they are read are not those of the response', () => {
  const { harness, frames } = started()
  const toolCalls = []
  const growing = () => ({
    get id() {
      toolCalls.push(growing())
      return `c${toolCalls.length}`
    }
  })
  toolCalls.push(growing())
  harness.write({ type: 'DATA', data: { type: 'llm-response', toolCalls } })
  assert.equal(only(frames, 'tool-call').length, 1)
})
