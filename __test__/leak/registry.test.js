import assert from 'node:assert/strict'
import test from 'node:test'
import { createToolCallFrame, createToolRegistry } from '../conformance/package.js'
import { Recorder } from '../conformance/recorder.js'
import { Collected } from './collected.js'

const COUNT = 200
const NEARLY = COUNT - 2

test('G34 registries that nobody holds are collected, with tools, destinations and open calls', async () => {
  const collected = new Collected()
  const create = () => {
    const held = {}
    const execute = (_, context) => {
      collected.watch('context', context)
      held.context = context
      context.signal.addEventListener('abort', () => held.registry)
    }
    const parameters = { type: 'object', properties: { n: { type: 'integer' } } }
    const tool = collected.watch('tool', { id: 't', execute, parameters })
    const registry = collected.watch('registry', createToolRegistry([tool], { maxConcurrentTools: 2 }))
    held.registry = registry
    registry.pipe(collected.watch('destination', new Recorder()))
    for (const id of ['c1', 'c2', 'c3']) registry.write(createToolCallFrame(id, 't', { n: 1 }))
  }
  for (let i = 0; i < COUNT; i++) create()
  const wanted = { registry: NEARLY, tool: NEARLY, destination: NEARLY, context: NEARLY * 2 }
  const counts = await collected.atLeast(wanted)
  for (const [kind, count] of Object.entries(wanted))
    assert.ok(counts[kind] >= count, `${counts[kind]} ${kind} are gone`)
})
