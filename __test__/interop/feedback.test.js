import assert from 'node:assert/strict'
import test from 'node:test'
import pull from 'pull-stream'
import push from 'push-stream'
import toPull from 'push-stream-to-pull-stream'
import { leadsTo } from '../../js/stream/feedback.js'
import { createFrameSource, toWritable } from '../../streams.js'
import { Echo } from './echo.js'
import { Probe, settled } from './probe.js'

const { asyncMap, filter, map, values } = push
const same = (frame) => frame

/** An echo that is its own model: it counts up, one frame after the other, until `last`. */
function counter(last, options) {
  const echo = new Echo(options)
  const seen = []
  const model = asyncMap((n, done) => {
    seen.push(n)
    queueMicrotask(() => done(null, n + 1))
  })
  echo.source
    .pipe(filter((n) => n <= last))
    .pipe(model)
    .pipe(echo.sink)
  return { echo, seen }
}

test('G8 a chain of sources above a sink leads to what stands at its head', () => {
  const echo = new Echo()
  const other = new Echo()
  assert.equal(leadsTo(echo.sink, echo.source), false)
  echo.source.pipe(map(same)).pipe(map(same)).pipe(echo.sink)
  assert.equal(leadsTo(echo.sink, echo.source), true)
  assert.equal(leadsTo(echo.sink, other.source), false)
})

test('G8 a loop through other duplexes is a loop', () => {
  const [first, second, third] = [new Echo(), new Echo(), new Echo()]
  first.pipe(map(same)).pipe(second).pipe(third).pipe(first)
  for (const { sink, source } of [first, second, third]) assert.equal(leadsTo(sink, source), true)
  third.pipe(new Probe())
  first.sink.source = null
  for (const { sink, source } of [first, second, third]) assert.equal(leadsTo(sink, source), false)
})

test('G8 a ring of stages, a stage that can not be read and no stage at all lead nowhere', () => {
  const { source } = new Echo()
  const [a, b] = [{}, {}]
  a.source = b
  b.source = a
  assert.equal(leadsTo(a, source), false)
  const locked = {
    get source() {
      throw new Error('locked')
    }
  }
  assert.equal(leadsTo(locked, source), false)
  assert.equal(leadsTo({ source: 'above' }, source), false)
  assert.equal(leadsTo(undefined, source), false)
})

test('G8 a loop runs, and does not hang at the high-water mark', async () => {
  const { echo, seen } = counter(50, { highWaterMark: 1 })
  echo.write(1)
  for (let i = 0; i < 60; i++) echo.write(100)
  while (seen.length < 50) await settled()
  assert.deepEqual(
    seen,
    Array.from({ length: 50 }, (_, i) => i + 1)
  )
  assert.equal(echo.sink.paused, false)
})

const feeders = {
  'a push-stream': (sink) => values([1]).pipe(sink),
  'a pipeline': (sink) => values([1]).pipe(map(same)).pipe(sink),
  'a pull-stream': (sink) => pull(pull.values([1]), toPull.sink(sink)),
  'a frame source': (sink) => createFrameSource([1]).pipe(sink),
  'a Node stream': (sink) => toWritable(sink).write(1),
  'another duplex': (sink) => {
    const other = new Echo()
    other.pipe(sink)
    other.write(1)
  }
}

for (const [name, connect] of Object.entries(feeders)) {
  test(`G8 G5 ${name} piped into a loop joins it, and the loop stays known`, async () => {
    const { echo, seen } = counter(5, { highWaterMark: 1 })
    echo.sink.end = () => {} // a feeder that has no more to say is not the end of the loop
    connect(echo.sink)
    while (seen.length < 5) await settled()
    assert.deepEqual(seen, [1, 2, 3, 4, 5])
    assert.equal(leadsTo(echo.sink, echo.source), true)
    assert.equal(echo.sink.paused, false)
  })
}

test('G8 G5 our own pipe finds the sink that was meant in a loop of two duplexes', () => {
  const [first, second] = [new Echo(), new Echo()]
  const seen = []
  first
    .pipe(second)
    .pipe(filter((n) => void seen.push(n)))
    .pipe(first)
  const other = new Echo()
  other.pipe(first)
  other.write(1)
  assert.deepEqual(seen, [1])
  assert.equal(leadsTo(first.sink, first.source), true)
  assert.equal(leadsTo(second.sink, second.source), true)
})

test('G5 a foreign pipe that can not know which sink of a loop is meant is told so', () => {
  const [first, second] = [new Echo(), new Echo()]
  first.pipe(second).pipe(first)
  assert.throws(() => values([1]).pipe(first.sink), { code: 'ERR_GATTO_PIPE_SINK', name: 'TypeError' })
})

test('G5 piping again what is piped in a loop changes nothing', () => {
  const { echo } = counter(5)
  const { sink } = echo.source
  echo.source.pipe(echo.sink)
  assert.equal(echo.source.sink, sink)
  const [first, second] = [new Echo(), new Echo()]
  first.pipe(second).pipe(first)
  first.pipe(second)
  second.pipe(first)
  assert.equal(first.source.sink, second.sink)
  assert.equal(second.source.sink, first.sink)
})
