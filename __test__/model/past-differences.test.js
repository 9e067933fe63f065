// Scenarios on which the model and the package once differed: small ones, that chance finds only now and then.
import { test } from 'node:test'
import fc from 'fast-check'
import { assertAgreement } from './agreement.js'
import * as model from './model.js'

const { createAgentHarness } = await import(process.env.GATTO_TEST_ENTRY ?? '../../index.js')

const dest = { paused: false, reactions: {}, endThrows: false }
const agree = ({ dests, ops }) => {
  const scenario = { options: {}, upstream: 'none', tools: [], dests, ops }
  return assertAgreement(fc.constant(scenario), model.createAgentHarness, createAgentHarness, 1)
}

test('G7 G39 a destination is ended again for each time it is attached, though nobody else was ended between', () =>
  agree({
    dests: [dest, { ...dest, paused: true, endThrows: true }],
    ops: [
      { op: 'pipe', to: 0 },
      { op: 'end' },
      { op: 'pipe', to: 1 }, // is ended; what it throws waits
      { op: 'pause', to: 0 },
      { op: 'pipe', to: 0 }, // can take neither that nor the end behind it
      { op: 'pipe', to: 1 }
    ]
  }))

test('G39 what a destination throws while null is handled names null as the frame', () =>
  agree({
    dests: [{ ...dest, reactions: { 0: [{ op: 'throw', err: { odd: 'error' } }] } }, dest],
    ops: [
      { op: 'pipe', to: 0 },
      { op: 'write', frame: null }
    ]
  }))
