import assert from 'node:assert/strict'
import test from 'node:test'
import { createAgentHarness, createErrorFrame, createToolCallFrame, createToolRegistry } from './package.js'
import { Recorder } from './recorder.js'

const error = (name) => createErrorFrame(name)
const names = (recorder) => recorder.frames.map((frame) => frame.error)

/** The smallest push-stream stage: passes on what it is given. */
class Stage {
  paused = false
  source = null
  sink = null
  seen = 0
  write(frame) {
    this.seen += 1
    this.sink.write(frame)
    this.paused = this.sink.paused
  }
  end(...args) {
    this.sink.end(...args)
  }
  resume() {
    this.paused = this.sink.paused
    if (!this.paused) this.source?.resume()
  }
  pipe(sink) {
    this.sink = sink
    sink.source = this
    if (!sink.paused) this.resume()
    return sink
  }
}

const outputs = {
  harness: () => {
    const harness = createAgentHarness()
    return { source: harness.source, pipe: harness.pipe, say: (name) => harness.write(error(name)), names }
  },
  registry: () => {
    const registry = createToolRegistry([{ id: 'echo', execute: (args, _, done) => done(null, args.name) }])
    return {
      source: registry.source,
      pipe: registry.pipe,
      say: (name) => registry.write(createToolCallFrame(name, 'echo', { name })),
      names: (recorder) => recorder.frames.map((frame) => frame.data.result)
    }
  }
}

for (const [kind, create] of Object.entries(outputs)) {
  test(`G5 pipe of a ${kind} returns the destination and links both ways`, () => {
    const { source, pipe } = create()
    const first = new Recorder()
    assert.equal(pipe(first), first)
    assert.equal(source.sink, first)
    assert.equal(first.source, source)
    const second = new Recorder()
    assert.equal(source.pipe(second), second)
    assert.equal(source.sink, second)
  })

  test(`G5 pipe of a ${kind} attaches the head of a pipeline and returns its tail`, () => {
    const { source, say, names } = create()
    const head = new Stage()
    const middle = new Stage()
    const tail = head.pipe(middle).pipe(new Recorder())
    assert.equal(source.pipe(tail), tail)
    assert.equal(source.sink, head)
    assert.equal(head.source, source)
    say('one')
    assert.deepEqual(names(tail), ['one'])
    assert.equal(head.seen, 1)
    assert.equal(middle.seen, 1)
  })

  test(`G5 a ${kind}.pipe(b.pipe(c)) and a ${kind}.pipe(b).pipe(c) give the same`, () => {
    const nested = create()
    const inner = nested.source.pipe(new Stage().pipe(new Recorder()))
    const flat = create()
    const stage = new Stage()
    stage.paused = true
    const outer = flat.source.pipe(stage).pipe(new Recorder())
    for (const { say } of [nested, flat]) say('one')
    assert.deepEqual(nested.names(inner), ['one'])
    assert.deepEqual(flat.names(outer), ['one'])
  })

  test(`G5 climbing stops before the ${kind} itself`, () => {
    const { source, say, names } = create()
    const stage = new Stage()
    const tail = source.pipe(stage.pipe(new Recorder()))
    assert.equal(source.pipe(tail), tail)
    assert.equal(source.sink, stage)
    assert.equal(stage.source, source)
    say('one')
    assert.deepEqual(names(tail), ['one'])
  })

  test(`G5 a destination of a ${kind} whose source has another sink is a duplex and stands for its sink`, () => {
    const { source, say, names } = create()
    const inlet = new Recorder()
    const duplex = { paused: true, sink: inlet, source: { sink: null, pipe() {} } }
    assert.equal(source.pipe(duplex), duplex)
    assert.equal(source.sink, inlet)
    assert.equal(inlet.source, source)
    say('one')
    assert.deepEqual(names(inlet), ['one'])
  })

  test(`G5 attaching to a ${kind} flushes what is buffered while the destination is not paused`, () => {
    const { source, say, names } = create()
    for (const name of ['one', 'two', 'three']) say(name)
    const recorder = new Recorder({
      onWrite: (_, self) => {
        if (self.frames.length === 2) self.pause()
      }
    })
    source.pipe(recorder)
    assert.deepEqual(names(recorder), ['one', 'two'])
    recorder.resume()
    assert.deepEqual(names(recorder), ['one', 'two', 'three'])
  })

  test(`G5 a paused destination of a ${kind} is attached and gets nothing`, () => {
    const { source, say, names } = create()
    say('one')
    const recorder = source.pipe(new Recorder({ paused: true }))
    assert.equal(source.sink, recorder)
    assert.deepEqual(names(recorder), [])
  })

  test(`G5 the destination that a ${kind} had before is let go and not ended`, () => {
    const { source, say, names } = create()
    const old = source.pipe(new Recorder())
    say('one')
    const next = source.pipe(new Recorder())
    say('two')
    assert.equal(old.source, null)
    assert.deepEqual(old.endings, [])
    assert.deepEqual(names(old), ['one'])
    assert.deepEqual(names(next), ['two'])
  })

  test(`G5 piping a ${kind} to the destination it has changes nothing`, () => {
    const { source, say, names } = create()
    const recorder = source.pipe(new Recorder())
    source.pipe(recorder)
    say('one')
    assert.equal(recorder.source, source)
    assert.deepEqual(names(recorder), ['one'])
  })

  test(`G5 pipe of a ${kind} without a sink throws a TypeError and keeps the destination`, () => {
    const { source, pipe, say, names } = create()
    const recorder = source.pipe(new Recorder())
    assert.throws(() => pipe(), TypeError)
    assert.throws(() => source.pipe(null), TypeError)
    say('one')
    assert.deepEqual(names(recorder), ['one'])
  })
}

test('G5 a harness pipes into a registry, which is a duplex', () => {
  const harness = createAgentHarness()
  const registry = createToolRegistry()
  assert.equal(harness.pipe(registry), registry)
  assert.equal(harness.source.sink, registry.sink)
  assert.equal(registry.sink.source, harness.source)
})

test('G5 a registry pipes into a harness, which is a duplex', () => {
  const harness = createAgentHarness()
  const registry = createToolRegistry([{ id: 'echo', execute: (args, _, done) => done(null, args.name) }])
  assert.equal(registry.pipe(harness), harness)
  registry.write(createToolCallFrame('c1', 'echo', { name: 'answer' }))
  assert.equal(harness.getState().history.length, 0)
  assert.equal(harness.sink.source, registry.source)
})
