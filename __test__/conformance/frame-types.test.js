import assert from 'node:assert/strict'
import test from 'node:test'
import { FrameType, GattoFrameType } from './package.js'

const common = ['START', 'END', 'PARAM', 'META', 'TEXT', 'PROGRESS', 'ERROR', 'TOOL_CALL', 'TOOL_RESULT']
const own = ['DATA', 'THINKING', 'TASK_START', 'TASK_COMPLETE', 'AGENT_INITIALIZED', 'MAX_TURNS_REACHED']
const table = (names) => Object.fromEntries(names.map((name) => [name, name]))

test('G2 FrameType holds the nine common types, each value its key', () => {
  assert.deepEqual({ ...FrameType }, table(common))
})

test('G2 GattoFrameType holds all of FrameType and the six of the harness', () => {
  assert.deepEqual({ ...GattoFrameType }, table([...common, ...own]))
})

test('G2 both tables are frozen', () => {
  assert.ok(Object.isFrozen(FrameType))
  assert.ok(Object.isFrozen(GattoFrameType))
  assert.throws(() => {
    FrameType.START = 'other'
  }, TypeError)
})
