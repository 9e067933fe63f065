import assert from 'node:assert/strict'
import test from 'node:test'
import push from 'push-stream'
import { createAgentHarness, createErrorFrame, createToolCallFrame, createToolRegistry } from './package.js'
import { Recorder } from './recorder.js'

const { asyncMap } = push

/** What stands upstream of a sink, and counts. */
const upstream = () => ({
  resumed: 0,
  resume() {
    this.resumed += 1
  }
})

/** A destination that takes one frame a resume. */
const oneByOne = () => new Recorder({ paused: true, onWrite: (_, self) => self.pause() })

const systems = {
  harness: (highWaterMark) => {
    const harness = createAgentHarness({ highWaterMark })
    return { ...harness, say: () => harness.write(createErrorFrame('x')) }
  },
  registry: (highWaterMark) => {
    const tools = [{ id: 'echo', execute: (_, __, done) => done(null, 1) }]
    const registry = createToolRegistry(tools, { highWaterMark })
    const { source, sink, pipe, end } = registry
    return { source, sink, pipe, end, say: () => registry.write(createToolCallFrame('c', 'echo', {})) }
  }
}

for (const [kind, create] of Object.entries(systems)) {
  test(`G8 the sink of a ${kind} pauses at the mark, and resumes its upstream at half of it`, () => {
    const { sink, pipe, say } = create(4)
    const source = upstream()
    sink.source = source
    const recorder = pipe(oneByOne())
    const pauses = []
    for (let i = 0; i < 4; i++) {
      say()
      pauses.push(sink.paused)
    }
    assert.deepEqual(pauses, [false, false, false, true])
    assert.equal(source.resumed, 0)
    recorder.resume()
    assert.equal(sink.paused, true)
    assert.equal(source.resumed, 0)
    recorder.resume()
    assert.equal(sink.paused, false)
    assert.equal(source.resumed, 1)
    recorder.resume()
    recorder.resume()
    assert.equal(source.resumed, 1)
  })

  test(`G8 G9 the sink of a ${kind} pauses when so many inputs wait behind one, and resumes at half of them`, () => {
    const { sink, pipe, say } = create(4)
    const source = upstream()
    sink.source = source
    const waiting = []
    const handled = []
    const onWrite = () => {
      // The first frame is written on while it is being handled, and the four behind it are queued.
      while (waiting.length < 4) {
        say()
        waiting.push(sink.paused)
      }
      handled.push([sink.paused, source.resumed])
    }
    pipe(new Recorder({ onWrite }))
    say()
    assert.deepEqual(waiting, [false, false, false, true])
    assert.deepEqual(handled, [
      [true, 0],
      [true, 0],
      [false, 1],
      [false, 1],
      [false, 1]
    ])
  })

  test(`G8 the mark of a ${kind} is 1024 frames unless told`, () => {
    const { sink, say } = create(undefined)
    for (let i = 0; i < 1023; i++) say()
    assert.equal(sink.paused, false)
    say()
    assert.equal(sink.paused, true)
  })

  test(`G8 a writer of a ${kind} that writes against the pause is still served`, () => {
    const { sink, pipe, say } = create(2)
    for (let i = 0; i < 50; i++) say()
    assert.equal(sink.paused, true)
    assert.equal(pipe(new Recorder()).frames.length, 50)
    assert.equal(sink.paused, false)
  })

  test(`G8 sink.paused of a ${kind} is a plain boolean property, false at first`, () => {
    const { sink } = create(4)
    const property = Object.getOwnPropertyDescriptor(sink, 'paused')
    assert.equal(property?.value, false)
  })

  test(`G8 a ${kind} with nothing upstream flushes past the half`, () => {
    const { sink, pipe, say } = create(2)
    say()
    say()
    assert.equal(sink.paused, true)
    pipe(new Recorder())
    assert.equal(sink.paused, false)
  })

  test(`G8 an upstream of a ${kind} that writes within its resume is served in order`, () => {
    const { sink, pipe, say } = create(2)
    let left = 20
    sink.source = {
      resume() {
        while (!sink.paused && left > 0) {
          left -= 1
          say()
        }
      }
    }
    sink.source.resume()
    assert.equal(left, 18)
    const recorder = pipe(oneByOne())
    for (let i = 0; i < 40; i++) recorder.resume()
    assert.equal(left, 0)
    assert.equal(recorder.frames.length, 20)
  })
}

/** A model at work: paused while it thinks, as push-stream's asyncMap is. */
class Model {
  paused = true
  source = null
  sink = null
  write() {
    this.paused = true
  }
  end() {}
  resume() {
    if (this.sink === null) return
    this.paused = false
    this.source?.resume()
  }
  pipe(sink) {
    this.sink = sink
    sink.source = this
    this.resume()
    return sink
  }
}

test('G8 backpressure never closes on itself: a loop through the sink keeps it open', () => {
  const harness = createAgentHarness({ highWaterMark: 1 })
  harness.source.pipe(new Model()).pipe(harness.sink)
  for (let i = 0; i < 5; i++) {
    harness.write(createErrorFrame('x'))
    assert.equal(harness.sink.paused, false)
  }
})

test('G8 a loop of several stages keeps the sink open, a chain from elsewhere does not', () => {
  const looped = createAgentHarness({ highWaterMark: 1 })
  looped.source.pipe(new Model()).pipe(new Model()).pipe(looped.sink)
  const straight = createAgentHarness({ highWaterMark: 1 })
  new Model().pipe(new Model()).pipe(straight.sink)
  for (const harness of [looped, straight]) for (let i = 0; i < 3; i++) harness.write(createErrorFrame('x'))
  assert.equal(looped.sink.paused, false)
  assert.equal(straight.sink.paused, true)
})

test('G8 a loop that is closed when the sink is paused already runs all the same', async () => {
  const harness = createAgentHarness({ highWaterMark: 2 })
  for (let i = 0; i < 6; i++) harness.write(createErrorFrame(`${i}`))
  assert.equal(harness.sink.paused, true)
  const seen = []
  const model = asyncMap((frame, done) => {
    seen.push(frame.error)
    // A frame that the harness ignores, so that the loop comes to rest.
    queueMicrotask(() => done(null, { type: 'PARAM', key: 'nothing' }))
  })
  harness.source.pipe(model).pipe(harness.sink)
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(harness.sink.paused, false)
  assert.deepEqual(seen, ['0', '1', '2', '3', '4', '5'])
})
