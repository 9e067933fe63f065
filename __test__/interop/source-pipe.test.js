import assert from 'node:assert/strict'
import test from 'node:test'
import push from 'push-stream'
import { Echo } from './echo.js'
import { Probe } from './probe.js'

const { map, values } = push

test('G5 what can not be written to is refused, with a code', () => {
  const echo = new Echo()
  for (const nothing of [undefined, null, 1, 'sink', {}, { write: true }, () => {}]) {
    assert.throws(() => echo.pipe(nothing), { name: 'TypeError', code: 'ERR_GATTO_PIPE_SINK' })
  }
  assert.equal(echo.source.sink, null)
})

test('G5 a function may be a sink, if it can be written to', () => {
  const echo = new Echo()
  const frames = []
  const sink = Object.assign(() => {}, { paused: false, write: (frame) => frames.push(frame), end() {} })
  assert.equal(echo.pipe(sink), sink)
  echo.write(1)
  assert.deepEqual(frames, [1])
})

test('G5 climbing stops at a source that takes no frames: it is replaced', () => {
  const above = values([])
  const probe = new Probe({ paused: true })
  above.pipe(probe)
  const echo = new Echo()
  echo.pipe(probe)
  assert.equal(probe.source, echo.source)
  echo.write(1)
  probe.resume()
  assert.deepEqual(probe.frames, [1])
})

test('G5 a stage whose own destination is fed by another by now is a stage, and no duplex', () => {
  const probe = new Probe()
  const stage = map((frame) => frame * 2)
  stage.pipe(probe)
  stage.source = { sink: stage, resume() {} }
  probe.source = { sink: probe, resume() {} }
  const echo = new Echo()
  echo.pipe(stage)
  assert.equal(echo.source.sink, stage)
  echo.write(1)
  assert.deepEqual(probe.frames, [2])
})

test('G5 one sink may serve several sources, the last one is resumed by it', () => {
  const probe = new Probe()
  const [first, second] = [new Echo(), new Echo()]
  first.pipe(probe)
  second.pipe(probe)
  first.write(1)
  second.write(2)
  assert.deepEqual(probe.frames, [1, 2])
  assert.equal(probe.source, second.source)
  first.pipe(new Probe())
  assert.equal(probe.source, second.source, 'only a source that is still linked lets go')
})

test('G5 a stage whose source went elsewhere is a stage and no duplex', () => {
  const stage = map((n) => n)
  const probe = stage.pipe(new Probe())
  const [first, second] = [new Echo(), new Echo()]
  const feeder = values([])
  feeder.pipe(stage)
  feeder.sink = new Probe()
  first.pipe(stage)
  assert.equal(first.source.sink, stage)
  first.write(1)
  second.pipe(probe)
  assert.equal(second.source.sink, stage)
  assert.deepEqual(probe.frames, [1])
})

test('G5 a ring of stages is entered where it was pointed at', () => {
  const ring = ['a', 'b', 'c'].map((name) => Object.assign(new Probe(), { name }))
  for (const [i, stage] of ring.entries()) {
    stage.source = ring[(i + 1) % 3]
    ring[(i + 1) % 3].sink = stage
  }
  const echo = new Echo()
  echo.pipe(ring[1])
  assert.equal(echo.source.sink, ring[1])
})

test('G5 a duplex in the middle of a foreign pipeline stands for its sink there too', () => {
  const inlet = new Probe()
  const facade = { source: { sink: null }, sink: inlet, write() {}, end() {} }
  const tail = new Probe()
  tail.source = facade
  const echo = new Echo()
  assert.equal(echo.pipe(tail), tail)
  assert.equal(echo.source.sink, inlet)
})

test('G27 a destination that can not be linked still gets its frames', () => {
  const frames = []
  const frozen = Object.freeze({
    paused: false,
    source: null,
    write: (frame) => frames.push(frame),
    end() {}
  })
  const echo = new Echo()
  assert.equal(echo.pipe(frozen), frozen)
  echo.write(1)
  assert.deepEqual(frames, [1])
  assert.equal(echo.thrown.length, 1)
  echo.pipe(new Probe())
  assert.equal(echo.thrown.length, 1)
})

test('G27 pipe does not throw what the getters of a destination throw', () => {
  const hostile = new Proxy(new Probe(), {
    get() {
      throw new Error('mine')
    }
  })
  const echo = new Echo()
  assert.equal(echo.pipe(hostile), hostile)
  assert.equal(echo.thrown[0].error.message, 'mine')
  assert.equal(echo.source.sink, null)
})

test('G11 pipe, resume and abort work when they are taken off a source', () => {
  const echo = new Echo()
  const { pipe, resume, abort } = echo.source
  const probe = new Probe({ paused: true })
  assert.equal(pipe(probe), probe)
  echo.write(1)
  probe.paused = false
  resume()
  assert.deepEqual(probe.frames, [1])
  abort()
  assert.deepEqual(probe.ends, [[true]])
  assert.equal(echo.source.pipe, pipe)
  assert.equal(echo.source.resume, resume)
  assert.equal(echo.source.abort, abort)
})

test('G5 a source may be linked by hand, as small stages do it', () => {
  const echo = new Echo()
  echo.write(1)
  const probe = new Probe()
  echo.source.sink = probe
  probe.source = echo.source
  echo.source.resume()
  assert.deepEqual(probe.frames, [1])
  echo.source.sink = null
  assert.equal(probe.source, null)
  assert.equal(echo.source.paused, true)
  echo.write(2)
  assert.deepEqual(probe.frames, [1])
})

test('G5 the source of a duplex leads those who climb to its input; one that has no input can not be fed', async () => {
  const echo = new Echo()
  assert.equal(echo.source.source, echo.sink)
  const { Source } = await import('../../js/stream/source.js')
  const alone = new Source()
  assert.equal(alone.source, undefined)
  const probe = alone.pipe(new Probe())
  assert.throws(() => values([1]).pipe(probe), { code: 'ERR_GATTO_PIPE_SINK' })
})

test('G5 a pipeline through a duplex may be put together from its end by push-stream', () => {
  const [first, second] = [new Echo(), new Echo()]
  const probe = first.pipe(second).pipe(new Probe())
  values([1, 2]).pipe(probe)
  assert.equal(first.sink.source !== null, true)
  assert.deepEqual(probe.frames, [1, 2])
  assert.deepEqual(probe.ends, [[]])
})
