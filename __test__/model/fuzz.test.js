import { test } from 'node:test'
import { assertAgreement, seed } from './agreement.js'
import * as model from './model.js'
import { scenario } from './scenario.js'

const { createAgentHarness } = await import(process.env.GATTO_TEST_ENTRY ?? '../../index.js')

test(`G9 G24 G39 a harness does what the model predicts, in any interleaving (seed ${seed})`, () =>
  assertAgreement(scenario, model.createAgentHarness, createAgentHarness))
