import assert from 'node:assert/strict'
import test from 'node:test'
import push from 'push-stream'
import flatten from 'push-stream/throughs/flatten.js'
import { oneByOne, Probe, settled } from './probe.js'
import { subjects } from './subjects.js'

const { asyncMap, empty, filter, infinite, map, take, through, values } = push
const same = (frame) => frame
const later = (frame, done) => queueMicrotask(() => done(null, frame))

for (const [kind, subject] of Object.entries(subjects)) {
  const { create, input, label, output, ending } = subject
  const all = [...output, ...ending]

  /** What comes out when a pipeline feeds the subject. */
  async function outputOf(connect, { dest = new Probe(), highWaterMark } = {}) {
    const duplex = create({ highWaterMark })
    duplex.source.pipe(dest)
    connect(duplex)
    while (dest.paused && dest.source?.sink === dest && dest.ends.length === 0) {
      await settled()
      dest.resume()
    }
    await settled()
    return { labels: dest.frames.map(label), ends: dest.ends, duplex }
  }

  const pipelines = {
    values: (sink) => values(input).pipe(sink),
    'values and map': (sink) => values(input).pipe(map(same)).pipe(sink),
    filter: (sink) =>
      values([...input, null])
        .pipe(filter(Boolean))
        .pipe(sink),
    'asyncMap, synchronous': (sink) =>
      values(input)
        .pipe(asyncMap((frame, done) => done(null, frame)))
        .pipe(sink),
    asyncMap: (sink) => values(input).pipe(asyncMap(later)).pipe(sink),
    flatten: (sink) =>
      values([input.slice(0, 2), input.slice(2)])
        .pipe(flatten())
        .pipe(sink),
    through: (sink) => values(input).pipe(through(same)).pipe(sink),
    'a chain of them': (sink) =>
      values(input).pipe(map(same)).pipe(filter(Boolean)).pipe(asyncMap(later)).pipe(map(same)).pipe(sink)
  }

  for (const [name, connect] of Object.entries(pipelines)) {
    test(`G6 ${name} above a ${kind}: all frames arrive, in order, and the end`, async () => {
      const { labels, ends } = await outputOf((duplex) => connect(duplex.sink))
      assert.deepEqual(labels, all)
      assert.deepEqual(ends, [[]])
    })

    test(`G6 ${name} above a ${kind} itself, which stands for its sink`, async () => {
      const { labels, ends } = await outputOf((duplex) => connect(duplex))
      assert.deepEqual(labels, all)
      assert.deepEqual(ends, [[]])
    })
  }

  for (const name of ['values', 'values and map', 'asyncMap', 'a chain of them']) {
    test(`G6 G8 ${name} above a ${kind} waits for a slow destination and loses nothing`, async () => {
      const { labels, ends } = await outputOf((duplex) => pipelines[name](duplex.sink), {
        dest: oneByOne(),
        highWaterMark: 2
      })
      assert.deepEqual(labels, all)
      assert.deepEqual(ends, [[]])
    })
  }

  test(`G6 a pipeline above a ${kind} that is put together from its end starts when it gets its source`, async () => {
    const { labels } = await outputOf((duplex) => {
      const tail = map(same)
      tail.pipe(duplex)
      values(input).pipe(tail)
      tail.resume()
    })
    assert.deepEqual(labels, all)
  })

  test(`G6 empty above a ${kind} ends it`, async () => {
    const { labels, ends } = await outputOf((duplex) => empty().pipe(duplex.sink))
    assert.deepEqual(labels, ending)
    assert.deepEqual(ends, [[]])
  })

  test(`G6 infinite above a ${kind} runs until the high-water mark and stops on an abort`, () => {
    const duplex = create({ highWaterMark: 4 })
    const source = infinite()
    const frames = map((n) => input[n] ?? input.at(-1))
    source.pipe(frames).pipe(duplex.sink)
    assert.equal(duplex.sink.paused, true)
    duplex.source.abort()
    assert.equal(source.ended, true)
    assert.equal(duplex.source.ended, true)
  })

  test(`G6 take above a ${kind} aborts what is above it and ends the ${kind}`, async () => {
    const { labels, ends } = await outputOf((duplex) => {
      const source = infinite()
      source
        .pipe(map((n) => input[n]))
        .pipe(take(input.length))
        .pipe(duplex.sink)
      duplex.upstream = source
    })
    assert.deepEqual(labels, all)
    assert.deepEqual(ends, [[]])
  })

  test(`G6 an error of asyncMap above a ${kind} ends it with the error`, async () => {
    const failure = new Error('no more')
    const { ends } = await outputOf((duplex) =>
      values(input)
        .pipe(asyncMap((_, done) => done(failure)))
        .pipe(duplex.sink)
    )
    assert.deepEqual(ends, [[failure]])
  })
}
