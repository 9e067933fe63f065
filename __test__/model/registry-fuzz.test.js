import { test } from 'node:test'
import { assertAgreement, runs, seed } from './agreement.js'
import * as model from './registry.js'
import { asHarness, registryScenario } from './scenario.js'

const { createToolRegistry } = await import(process.env.GATTO_TEST_ENTRY ?? '../../index.js')

test(`G28 G31 G32 a registry does what the model predicts, in any interleaving (seed ${seed})`, () =>
  assertAgreement(
    registryScenario,
    asHarness(model.createToolRegistry),
    asHarness(createToolRegistry),
    Math.ceil(runs / 4)
  ))
