import assert from 'node:assert/strict'
import test from 'node:test'
import { createParamFrame, createTextFrame } from './package.js'
import * as expected from './expected-frames.js'
import { crashImage, freshFolder, openDurable } from './log-folder.js'
import { callsOf, llmResponse, resultFrame, silentTool, start } from './session.js'

const tools = [
  { id: 'echo', execute: (args, _, done) => done(null, args) },
  { id: 'bad', execute: (_, __, done) => done(new Error('it broke')) }
]

/** Lives a first life, and gives the state and what a second harness finds after a crash. */
function afterCrash(t, live, options = { tools }) {
  const dir = freshFolder(t)
  const first = openDurable(t, dir, options)
  live(first.harness)
  const state = first.harness.getState()
  const image = crashImage(t, dir)
  return { state, image, ...openDurable(t, image, options) }
}

const lives = {
  'parameters alone': (harness) => {
    harness.write(createParamFrame('workspace', '/work'))
    harness.write(createParamFrame('nodeId', 'n1'))
    harness.write(createParamFrame('sessionId', 's1'))
  },
  'a start': (harness) => start(harness),
  'some turns': (harness) => {
    start(harness)
    for (const text of ['one', '', 'é漢字😀\ud800', 'x'.repeat(5000)]) harness.write(createTextFrame(text))
  },
  'calls with their results': (harness) => {
    start(harness)
    harness.write(createTextFrame('go on'))
    harness.write(
      llmResponse({
        content: 'so',
        thinking: 'hm',
        toolCalls: [
          { id: 'c1', tool: 'echo', arguments: { n: [1, null, { deep: 'ü' }] } },
          { id: 'c2', tool: 'bad' },
          { id: 'c3', tool: 'nowhere' }
        ]
      })
    )
  },
  'results from outside': (harness) => {
    start(harness)
    harness.write(resultFrame('foreign', { ok: true }))
    harness.write(resultFrame('foreign', null, 'it broke'))
    harness.write(resultFrame(undefined, 'no id'))
  },
  'a second start': (harness) => {
    start(harness)
    harness.write(createTextFrame('one'))
    start(harness, { task: 'another' })
  },
  'keys of the user': (harness) => {
    harness.state.set('colour', { name: 'red', list: [1, 2] })
    harness.state.set('__proto__', 'plain')
    start(harness)
    harness.state.set('colour', 'blue')
  },
  'a normal end': (harness) => {
    start(harness)
    harness.write(createTextFrame('one'))
    harness.end()
  },
  'an end that closed calls': (harness) => {
    harness.write(createParamFrame('tool', silentTool('slow')))
    start(harness)
    harness.write(callsOf(['c1', 'slow', {}]))
    harness.end(new Error('it broke'))
  },
  'an abort': (harness) => {
    start(harness)
    harness.write(createTextFrame('one'))
    harness.source.abort()
  },
  'refused frames': (harness) => {
    start(harness)
    for (const frame of [{ type: 'DATA' }, { type: 'TEXT' }, null, { type: 'nonsense' }]) harness.write(frame)
  }
}
for (const [name, live] of Object.entries(lives)) {
  test(`G37 after ${name} getState() is what it was`, (t) => {
    const { state, harness, recorder } = afterCrash(t, live)
    assert.deepEqual(harness.getState(), state)
    assert.deepEqual(recorder.frames, [])
  })
}

test('G37 an open call is open again, and the status executing', (t) => {
  const { state, harness } = afterCrash(t, (harness) => {
    harness.write(createParamFrame('tool', silentTool('slow')))
    start(harness)
    harness.write(callsOf(['c1', 'slow', { n: 1 }]))
  })
  assert.equal(state.status, 'executing')
  assert.deepEqual(harness.getState(), state)
})

test('G37 G23 which calls have an answer is known after the crash', (t) => {
  const { harness, recorder } = afterCrash(t, lives['calls with their results'])
  harness.write(resultFrame('c1', 'again'))
  harness.write(resultFrame('c3', 'from the executor'))
  harness.write(resultFrame('c3', 'again'))
  harness.write(resultFrame('foreign', 'r'))
  assert.deepEqual(recorder.shapes, [
    expected.error('Duplicate tool result: c1'),
    expected.completed('c3'),
    expected.error('Duplicate tool result: c3'),
    expected.completed('foreign')
  ])
})

test('G37 a third life knows what the first two did', (t) => {
  const { harness, image } = afterCrash(t, lives['some turns'])
  start(harness)
  harness.write(createTextFrame('in the second life'))
  const state = harness.getState()
  const third = openDurable(t, crashImage(t, image), { tools })
  assert.deepEqual(third.harness.getState(), state)
  assert.equal(state.history.at(-1).content, 'in the second life')
})

test('G37 logs of other wrapperIds are not looked at', (t) => {
  const dir = freshFolder(t)
  start(openDurable(t, dir, { wrapperId: 'one' }).harness)
  const { harness } = openDurable(t, dir, { wrapperId: 'two' })
  assert.equal(harness.getState().workspace, null)
  assert.deepEqual(harness.getState().history, [])
})

test('G37 flush resolves when all is on disk, and after the end too', async (t) => {
  const dir = freshFolder(t)
  const { harness } = openDurable(t, dir)
  start(harness)
  const flushed = harness.flush()
  assert.ok(flushed instanceof Promise)
  await flushed
  harness.end()
  await harness.flush()
})

test('G37 G17 asyncDispose ends the harness and closes its log', async (t) => {
  const dir = freshFolder(t)
  const { harness, recorder } = openDurable(t, dir)
  start(harness)
  await harness[Symbol.asyncDispose]()
  assert.deepEqual(recorder.endings, [[]])
  assert.doesNotThrow(() => openDurable(t, dir))
})
