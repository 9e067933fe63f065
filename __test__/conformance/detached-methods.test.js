import assert from 'node:assert/strict'
import test from 'node:test'
import {
  createAgentHarness,
  createParamFrame,
  createStartFrame,
  createTextFrame,
  createToolCallFrame,
  createToolRegistry
} from './package.js'
import * as expected from './expected-frames.js'
import { Recorder } from './recorder.js'

test('G11 the methods of a harness work when they are taken off it', async () => {
  const { pipe, write, end, getState, flush } = createAgentHarness()
  const recorder = pipe(new Recorder())
  write(createParamFrame('workspace', '/work'))
  write(createParamFrame('task', 'tidy up'))
  write(createStartFrame())
  write(createTextFrame('hello'))
  assert.equal(getState().currentTurn, 1)
  await flush()
  end()
  assert.deepEqual(recorder.shapes, [
    expected.start(),
    expected.initialized(),
    expected.text('hello'),
    expected.end({ currentTurn: 1 })
  ])
  assert.deepEqual(recorder.endings, [[]])
})

test('G11 the methods of a registry work when they are taken off it', () => {
  const { pipe, write, end, register, has, list, get, getToolOpenAIFormat } = createToolRegistry()
  const recorder = pipe(new Recorder())
  const tool = { id: 'echo', execute: (args, _, done) => done(null, args.n) }
  register(tool)
  assert.equal(has('echo'), true)
  assert.equal(get('echo'), tool)
  assert.deepEqual(list(), [tool])
  assert.equal(getToolOpenAIFormat().length, 1)
  write(createToolCallFrame('c1', 'echo', { n: 1 }))
  end()
  assert.deepEqual(recorder.shapes, [expected.toolResult('c1', 1, undefined)])
  assert.deepEqual(recorder.endings, [[]])
})

test('G11 the methods of the observable state work when they are taken off it', () => {
  const { get, getAll, set, subscribe } = createAgentHarness().state
  const seen = []
  const stop = subscribe(['colour'], (change) => seen.push(change.value))
  set('colour', 'red')
  stop()
  set('colour', 'blue')
  assert.equal(get('colour'), 'blue')
  assert.equal(getAll().colour, 'blue')
  assert.deepEqual(seen, ['red'])
})
