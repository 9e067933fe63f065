import assert from 'node:assert/strict'
import process from 'node:process'
import test from 'node:test'
import { createToolCallFrame, createToolRegistry } from '../conformance/package.js'
import { Recorder } from '../conformance/recorder.js'
import { Collected } from './collected.js'

const MB = 1024 * 1024
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

test('G34 a registry keeps no ids of calls that have their results', () => {
  const registry = createToolRegistry([{ id: 't', execute: (_args, _context, done) => done(null, 1) }])
  let results = 0
  registry.pipe({ paused: false, write: () => (results += 1), end() {} })
  // As long as texts of people's are not, so that what stays is seen.
  const call = (i) => registry.write(createToolCallFrame(`${i}-${'x'.repeat(2000)}`, 't', {}))
  for (let i = 0; i < 2000; i++) call(i)
  const before = process.memoryUsage.rss()
  for (let i = 2000; i < 80_000; i++) call(i)
  const growth = process.memoryUsage.rss() - before
  assert.equal(results, 80_000)
  assert.ok(growth < 75 * MB, `the memory grew by ${Math.round(growth / MB)} MB`)
})
