import assert from 'node:assert/strict'
import { test } from 'node:test'
import { piped, respond, text } from './pipeline.js'

const COUNT = 3_000
/** Calls between one piece of work and the next: all of them together are about half of the stack. */
const STEP = 2

/** Does each piece of work where less and then more of the stack is left, beginning where it is full. */
function atTheEdge(works) {
  let next = 0
  let calls = 0
  const dive = () => {
    try {
      dive()
    } catch {
      // The stack is full below here.
    }
    if (next === works.length || calls++ % STEP !== 0) return
    try {
      works[next++]()
    } catch (error) {
      // So it is when write itself finds no room.
      if (!(error instanceof RangeError)) throw error
    }
  }
  dive()
}

const SETUP = [
  { type: 'PARAM', key: 'workspace', value: '/w' },
  { type: 'PARAM', key: 'task', value: 'test' }
]
const tools = [{ id: 'echo', execute: (args, _, callback) => callback(null, args) }]
const shape = ({ type, progress, data }) =>
  [type, progress?.operation ?? data?.type].filter(Boolean).join(' ')

/** What a frame brings about, and what it leaves when it is refused: all or nothing of it. */
const cases = {
  START: [SETUP, () => ({ type: 'START' }), ['START', 'PROGRESS initialized'], 1],
  TEXT: [[...SETUP, { type: 'START' }], () => text('hi'), ['TEXT'], 1],
  'llm-response': [
    [...SETUP, { type: 'START' }],
    () => respond({ id: 'a', tool: 'echo' }),
    ['DATA tool-call', 'PROGRESS tool-completed'],
    2
  ]
}

for (const [name, [before, frame, outputs, entries]] of Object.entries(cases)) {
  test(`G40 a ${name} that is written where the stack is nearly full has all of its effects or none`, () => {
    const pipelines = Array.from({ length: COUNT }, () => piped({ tools }))
    for (const { harness } of pipelines) for (const input of before) harness.write(input)
    const starts = pipelines.map(({ harness, dest }) => [
      harness.getState().history.length,
      dest.frames.length
    ])
    atTheEdge(
      pipelines.map(
        ({ harness }) =>
          () =>
            harness.write(frame())
      )
    )
    let served = 0
    for (const [i, { harness, dest }] of pipelines.entries()) {
      const [length, seen] = starts[i]
      const added = harness.getState().history.length - length
      const shapes = dest.frames.slice(seen).map(shape)
      if (added === entries) {
        served += 1
        assert.deepEqual(shapes, outputs)
      } else {
        assert.equal(added, 0, `pipeline ${i} took a part of it`)
        assert.deepEqual(
          shapes.filter((type) => type !== 'ERROR'),
          []
        )
      }
      harness.write(frame())
      assert.equal(harness.getState().history.length, length + added + entries)
      harness.end()
    }
    assert.ok(served > 0 && served < COUNT, `${served} of ${COUNT} were served`)
  })
}
