import assert from 'node:assert/strict'
import test from 'node:test'
import { createAgentHarness, createErrorFrame, createToolCallFrame, createToolRegistry } from './package.js'
import * as expected from './expected-frames.js'
import { Recorder } from './recorder.js'
import { start } from './session.js'

const outputs = {
  harness: () => {
    const harness = createAgentHarness()
    return {
      ...harness,
      say: (name) => harness.write(createErrorFrame(name)),
      names: (recorder) =>
        recorder.frames.filter((frame) => frame.type === 'ERROR').map((frame) => frame.error)
    }
  },
  registry: () => {
    const registry = createToolRegistry([{ id: 'echo', execute: (args, _, done) => done(null, args.name) }])
    const { source, pipe, end } = registry
    return {
      source,
      pipe,
      end,
      say: (name) => registry.write(createToolCallFrame(name, 'echo', { name })),
      names: (recorder) => recorder.frames.map((frame) => frame.data.result)
    }
  }
}
const numbers = (count) => Array.from({ length: count }, (_, i) => `frame ${i}`)

for (const [kind, create] of Object.entries(outputs)) {
  test(`G7 frames of a ${kind} without a destination are kept in order`, () => {
    const { pipe, say, names } = create()
    numbers(100).forEach(say)
    assert.deepEqual(names(pipe(new Recorder())), numbers(100))
  })

  test(`G7 a paused destination of a ${kind} loses, doubles and reorders nothing`, () => {
    const { pipe, say, names } = create()
    const recorder = pipe(new Recorder())
    const all = numbers(60)
    all.forEach((name, i) => {
      if (i % 7 === 0) recorder.pause()
      if (i % 7 === 4) recorder.resume()
      say(name)
    })
    recorder.resume()
    assert.deepEqual(names(recorder), all)
  })

  test(`G7 resume of a ${kind} flushes until the destination pauses again, or all is out`, () => {
    const { pipe, say, names } = create()
    const recorder = new Recorder({
      paused: true,
      onWrite: (_, self) => {
        if (self.frames.length % 3 === 0) self.pause()
      }
    })
    pipe(recorder)
    numbers(7).forEach(say)
    assert.equal(recorder.frames.length, 0)
    for (const count of [3, 6, 7]) {
      recorder.resume()
      assert.deepEqual(names(recorder), numbers(count))
    }
  })

  test(`G7 resume of a ${kind} while its destination is still paused delivers nothing`, () => {
    const { source, pipe, say, names } = create()
    const recorder = pipe(new Recorder({ paused: true }))
    say('one')
    source.resume()
    assert.deepEqual(names(recorder), [])
  })

  test(`G7 source.paused of a ${kind}: without destination, with one, and while that is paused`, () => {
    const { source, pipe } = create()
    assert.equal(source.paused, true)
    const recorder = pipe(new Recorder())
    assert.equal(source.paused, false)
    recorder.pause()
    assert.equal(source.paused, true)
    recorder.resume()
    assert.equal(source.paused, false)
  })

  test(`G7 source.ended of a ${kind} turns true when the end was delivered`, () => {
    const { source, pipe, say, end } = create()
    const recorder = pipe(new Recorder({ paused: true }))
    say('one')
    assert.equal(source.ended, false)
    end()
    assert.equal(source.ended, false)
    assert.deepEqual(recorder.endings, [])
    recorder.resume()
    assert.equal(source.ended, true)
    assert.deepEqual(recorder.endings, [[]])
  })

  test(`G7 source.ended of a ${kind} turns into the error that ended it`, () => {
    const { source, pipe, end } = create()
    const recorder = pipe(new Recorder())
    const failure = new Error('broken')
    end(failure)
    assert.equal(source.ended, failure)
    assert.deepEqual(recorder.endings, [[failure]])
  })

  test(`G7 source.ended of a ${kind} without a destination turns at end(), and what is buffered waits`, () => {
    const { source, pipe, say, names, end } = create()
    say('one')
    end()
    assert.equal(source.ended, true)
    const recorder = pipe(new Recorder())
    assert.deepEqual(names(recorder), ['one'])
    assert.deepEqual(recorder.endings, [[]])
  })

  test(`G7 source.ended of a ${kind} without a destination is the error of end()`, () => {
    const { source, end } = create()
    const failure = new Error('broken')
    end(failure)
    assert.equal(source.ended, failure)
  })
}

test('G7 a destination that pauses between two outputs of one input gets the second at its resume', () => {
  const recorder = new Recorder({ onWrite: (_, self) => self.pause() })
  const harness = createAgentHarness()
  harness.pipe(recorder)
  start(harness)
  assert.deepEqual(recorder.shapes, [expected.start()])
  recorder.resume()
  assert.deepEqual(recorder.shapes, [expected.start(), expected.initialized()])
})
