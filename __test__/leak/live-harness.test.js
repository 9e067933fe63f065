import assert from 'node:assert/strict'
import test from 'node:test'
import {
  createAgentHarness,
  createParamFrame,
  createTextFrame,
  createToolCallFrame,
  createToolRegistry
} from '../conformance/package.js'
import { Recorder } from '../conformance/recorder.js'
import { callsOf, start } from '../conformance/session.js'
import { Collected } from './collected.js'

const COUNT = 200
const NEARLY = COUNT - 2

const discard = () => ({ paused: false, write() {}, end() {} })

function startDiscarding(options) {
  const harness = createAgentHarness({ maxTurns: Number.POSITIVE_INFINITY, ...options })
  harness.pipe(discard())
  start(harness)
  return harness
}

async function assertGone(collected, kinds, held) {
  const counts = await collected.atLeast(Object.fromEntries(kinds.map((kind) => [kind, NEARLY])))
  for (const kind of kinds) assert.ok(counts[kind] >= NEARLY, `${counts[kind]} of ${COUNT} ${kind} are gone`)
  assert.notEqual(held, undefined)
}

test('G34 a harness holds no frame that it has passed on', async () => {
  const collected = new Collected()
  const harness = startDiscarding()
  for (let i = 0; i < COUNT; i++) harness.write(collected.watch('frame', createTextFrame(`turn ${i}`)))
  await assertGone(collected, ['frame'], harness)
  assert.equal(harness.getState().history.length, COUNT + 1)
})

test('G34 an answered call leaves its context, signal, callback and arguments to the collector', async () => {
  const collected = new Collected()
  const execute = (args, context, done) => {
    collected.watch('arguments', args)
    collected.watch('context', context)
    collected.watch('signal', context.signal)
    collected.watch('callback', done)
    done(null, 'ok')
  }
  const harness = startDiscarding({ tools: [{ id: 't', execute }] })
  const registry = createToolRegistry([{ id: 't', execute }])
  registry.pipe(discard())
  for (let i = 0; i < COUNT; i++) registry.write(createToolCallFrame(`c${i}`, 't', { i }))
  for (let i = 0; i < COUNT; i++) harness.write(callsOf([`c${i}`, 't', '{}']))
  await assertGone(collected, ['context', 'signal', 'callback', 'arguments'], [harness, registry])
})

test('G34 the end closes open calls, whose contexts are then collected', async () => {
  const collected = new Collected()
  const execute = (_, context) => {
    collected.watch('context', context)
    collected.watch('signal', context.signal)
  }
  const harness = startDiscarding({ tools: [{ id: 't', execute }] })
  for (let i = 0; i < COUNT; i++) harness.write(callsOf([`c${i}`, 't', {}]))
  harness.end()
  await assertGone(collected, ['context', 'signal'], harness)
})

test('G34 an ended harness that is kept for its state has let its tools go, from wherever they came', async () => {
  const collected = new Collected()
  const parameters = { type: 'object', properties: { n: { type: 'integer' } } }
  const tool = (kind, id) => collected.watch(kind, { id, parameters: { ...parameters }, execute() {} })
  const create = (_, i) => {
    const harness = startDiscarding({ tools: [tool('option', 'a')] })
    harness.write(createParamFrame('tool', tool('parameter', 'b')))
    harness.write(callsOf(['c1', 'a', {}], ['c2', 'b', { n: 1 }]))
    if (i % 2 === 0) harness.end()
    else harness.source.abort()
    return harness
  }
  const harnesses = Array.from({ length: COUNT }, create)
  await assertGone(collected, ['option', 'parameter'], harnesses)
  for (const harness of harnesses) assert.equal(harness.getState().history.length, 4)
})

test('G34 a time-out that an answer stopped holds nothing', async () => {
  const collected = new Collected()
  const execute = (_, context, done) => {
    collected.watch('context', context)
    done(null, 'ok')
  }
  const harness = startDiscarding({ tools: [{ id: 't', execute }], toolTimeoutMs: 1e8 })
  for (let i = 0; i < COUNT; i++) harness.write(callsOf([`c${i}`, 't', {}]))
  await assertGone(collected, ['context'], harness)
})

test('G5 G34 a destination that was let go is collected', async () => {
  const collected = new Collected()
  const harness = startDiscarding()
  for (let i = 0; i < COUNT; i++) {
    harness.pipe(collected.watch('destination', new Recorder()))
    harness.write(createTextFrame('hello'))
  }
  harness.pipe(discard())
  await assertGone(collected, ['destination'], harness)
})

test('G28 G34 a tool that was replaced is collected', async () => {
  const collected = new Collected()
  const harness = startDiscarding()
  const registry = createToolRegistry()
  const parameters = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }
  for (let i = 0; i < COUNT / 2; i++) {
    for (const target of [harness.registry, registry]) {
      target.register(collected.watch('tool', { id: 't', parameters: { ...parameters }, execute() {} }))
    }
    harness.write(callsOf([`c${i}`, 't', { n: 1 }]))
  }
  for (const target of [harness.registry, registry])
    target.register({ id: 't', execute: (_, __, done) => done() })
  harness.end()
  await assertGone(collected, ['tool'], [harness, registry])
})

test('G35 G34 a subscriber that has unsubscribed is collected', async () => {
  const collected = new Collected()
  const harness = startDiscarding()
  const subscribe = () => {
    const stop = harness.state.subscribe(collected.watch('subscriber', () => {}))
    harness.write(createTextFrame('hello'))
    stop()
  }
  for (let i = 0; i < COUNT; i++) subscribe()
  await assertGone(collected, ['subscriber'], harness)
})

test('G18 G34 snapshots that nobody holds are collected', async () => {
  const collected = new Collected()
  const harness = startDiscarding()
  for (let i = 0; i < COUNT; i++) {
    harness.write(createTextFrame('hello'))
    const state = harness.getState()
    collected.watch('state', state)
    collected.watch('history', state.history)
  }
  await assertGone(collected, ['state', 'history'], harness)
})
