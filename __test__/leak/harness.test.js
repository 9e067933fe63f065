import assert from 'node:assert/strict'
import test from 'node:test'
import { createAgentHarness, createTextFrame } from '../conformance/package.js'
import { Recorder } from '../conformance/recorder.js'
import { callsOf, start } from '../conformance/session.js'
import { Collected } from './collected.js'

const COUNT = 200
// The last of a loop may still stand in a register or on the stack.
const NEARLY = COUNT - 2

/** Creates COUNT sessions by the function, forgets them, and tells how many of each kind are gone. */
async function forget(kinds, create) {
  const collected = new Collected()
  const createAll = () => {
    for (let i = 0; i < COUNT; i++) create(collected, i)
  }
  createAll()
  return collected.atLeast(Object.fromEntries(kinds.map((kind) => [kind, NEARLY])))
}

function assertGone(counts) {
  for (const [kind, count] of Object.entries(counts))
    assert.ok(count >= NEARLY, `${count} of ${COUNT} ${kind} are gone`)
}

test('G34 harnesses that nobody holds are collected, with source, sink, destination and tools', async () => {
  const kinds = ['harness', 'source', 'sink', 'destination', 'tool']
  const counts = await forget(kinds, (collected) => {
    const tool = collected.watch('tool', { id: 't', execute() {} })
    const harness = collected.watch('harness', createAgentHarness({ tools: [tool] }))
    collected.watch('source', harness.source)
    collected.watch('sink', harness.sink)
    harness.pipe(collected.watch('destination', new Recorder()))
    start(harness)
    harness.write(createTextFrame('hello'))
  })
  assertGone(counts)
})

test('G34 a harness is collected although destination, tool, subscriber and system hold it', async () => {
  const counts = await forget(['harness', 'destination'], (collected) => {
    const held = {}
    const harness = createAgentHarness({
      tools: [{ id: 't', execute: (_, __, done) => done(null, held.harness) }],
      system: () => String(held.harness !== undefined),
      clock: () => (held.harness === undefined ? 0 : 1),
      jjProvider: held
    })
    held.harness = collected.watch('harness', harness)
    harness.pipe(collected.watch('destination', new Recorder({ onWrite: () => held.harness.getState() })))
    harness.state.subscribe(() => held.harness)
    harness.state.set('self', held)
    start(harness)
    harness.write(callsOf(['c1', 't', { held }]))
  })
  assertGone(counts)
})

test('G34 a harness with calls that nobody will answer is collected, with its tools and contexts', async () => {
  const counts = await forget(['harness', 'context', 'arguments', 'promise'], (collected) => {
    const tools = [
      {
        id: 'silent',
        execute(args, context, callback) {
          collected.watch('arguments', args)
          collected.watch('context', context)
          context.held = { callback, signal: context.signal }
        }
      },
      { id: 'promise', execute: (_args) => collected.watch('promise', new Promise(() => {})) }
    ]
    const harness = collected.watch('harness', createAgentHarness({ tools, externalTools: true }))
    harness.pipe(new Recorder())
    start(harness)
    harness.write(callsOf(['c1', 'silent', { n: 1 }], ['c2', 'promise', {}], ['c3', 'elsewhere', {}]))
  })
  assertGone(counts)
})

test('G34 a harness with buffered frames and a paused destination is collected', async () => {
  const counts = await forget(['harness', 'frame'], (collected) => {
    const harness = collected.watch('harness', createAgentHarness())
    harness.pipe(new Recorder({ paused: true }))
    start(harness)
    harness.write(collected.watch('frame', createTextFrame('hello')))
  })
  assertGone(counts)
})

test('G34 an ended and an aborted harness are collected', async () => {
  const counts = await forget(['harness', 'destination'], (collected, i) => {
    const harness = collected.watch('harness', createAgentHarness({ tools: [{ id: 't', execute() {} }] }))
    harness.pipe(collected.watch('destination', new Recorder()))
    start(harness)
    harness.write(callsOf(['c1', 't', {}]))
    if (i % 2 === 0) harness.end()
    else harness.source.abort(new Error('stop'))
  })
  assertGone(counts)
})

test('G34 a harness whose iterator waits is collected with it', async () => {
  const counts = await forget(['harness', 'iterator'], (collected) => {
    const harness = collected.watch('harness', createAgentHarness())
    const iterator = collected.watch('iterator', harness.source[Symbol.asyncIterator]())
    iterator.next()
    start(harness)
    iterator.next()
    iterator.next()
  })
  assertGone(counts)
})

test('G34 a loop of harnesses piped into each other is collected', async () => {
  const counts = await forget(['harness'], (collected) => {
    const one = collected.watch('harness', createAgentHarness())
    const two = createAgentHarness()
    one.pipe(two)
    two.pipe(one)
    one.write({ type: 'PARAM', key: 'workspace', value: '/work' })
  })
  assertGone(counts)
})
