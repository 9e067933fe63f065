import assert from 'node:assert/strict'
import test from 'node:test'
import push from 'push-stream'
import flatten from 'push-stream/throughs/flatten.js'
import { oneByOne, Probe, settled } from './probe.js'
import { feed, subjects } from './subjects.js'

const { asyncMap, collect, drain, filter, map, reduce, take, through } = push
const same = (frame) => frame
const later = (frame, done) => queueMicrotask(() => done(null, frame))

for (const [kind, subject] of Object.entries(subjects)) {
  const { create, label, output, ending } = subject
  const all = [...output, ...ending]
  const seen = []
  const stages = {
    map: () => [map(same)],
    filter: () => [filter(Boolean)],
    'asyncMap, synchronous': () => [asyncMap((frame, done) => done(null, frame))],
    asyncMap: () => [asyncMap(later)],
    flatten: () => [map((frame) => [frame]), flatten()],
    through: () => [through((frame) => seen.push(frame))],
    'a chain': () => [map(same), asyncMap(later), filter(Boolean), asyncMap(later), through()]
  }

  for (const [name, chain] of Object.entries(stages)) {
    for (const early of [true, false]) {
      const when = early ? 'before' : 'after'
      test(`G6 ${name} below a ${kind}, attached ${when} the frames: all arrive, in order, and the end`, async () => {
        const duplex = create()
        const dest = new Probe()
        const connect = () =>
          chain()
            .reduce((from, stage) => from.pipe(stage), duplex)
            .pipe(dest)
        if (early) connect()
        feed(duplex, subject)
        if (!early) connect()
        duplex.sink.end()
        await settled()
        assert.deepEqual(dest.frames.map(label), all)
        assert.equal(dest.ends.length, 1)
      })
    }

    // flatten does not pause when what is below it does: it overwrites what it holds, with any source above it.
    if (name === 'flatten') continue

    test(`G6 G8 ${name} below a ${kind} carries the pause of a slow destination up to it`, async () => {
      const duplex = create({ highWaterMark: 1 })
      const dest = oneByOne()
      chain()
        .reduce((from, stage) => from.pipe(stage), duplex)
        .pipe(dest)
      feed(duplex, subject)
      assert.equal(duplex.sink.paused, true)
      duplex.sink.end()
      while (dest.ends.length === 0) {
        dest.resume()
        await settled()
      }
      assert.deepEqual(dest.frames.map(label), all)
      assert.equal(dest.ends.length, 1)
      assert.equal(duplex.sink.paused, false)
    })
  }

  test(`G6 G5 a pipeline below a ${kind} may be put together before it is attached`, () => {
    const duplex = create()
    const dest = new Probe()
    const inner = map(same).pipe(filter(Boolean).pipe(through().pipe(dest)))
    assert.equal(duplex.pipe(inner), dest)
    feed(duplex, subject)
    duplex.sink.end()
    assert.deepEqual(dest.frames.map(label), all)
    assert.deepEqual(dest.ends.flat(), [undefined])
  })

  test(`G6 G5 piping a ${kind} again to a stage that is at work does not hurry it`, async () => {
    const duplex = create()
    let running = 0
    const stage = asyncMap((frame, done) => {
      running += 1
      assert.equal(running, 1)
      setImmediate(() => {
        running -= 1
        done(null, frame)
      })
    })
    const dest = duplex.pipe(stage).pipe(new Probe())
    feed(duplex, subject)
    duplex.pipe(dest)
    duplex.sink.end()
    while (dest.ends.length === 0) await settled()
    assert.deepEqual(dest.frames.map(label), all)
  })

  test(`G6 collect below a ${kind}`, () => {
    const duplex = create()
    let collected
    duplex.pipe(collect((err, frames) => (collected = { err, frames: frames.map(label) })))
    feed(duplex, subject)
    duplex.sink.end()
    assert.deepEqual(collected, { err: null, frames: all })
  })

  test(`G6 drain below a ${kind}, and drain that has had enough`, () => {
    const labels = []
    let done = 0
    const drained = create()
    drained.pipe(
      drain(
        (frame) => void labels.push(label(frame)),
        () => (done += 1)
      )
    )
    feed(drained, subject)
    drained.sink.end()
    assert.deepEqual(labels, all)
    assert.equal(done, 1)

    labels.length = 0
    const left = create()
    left.pipe(
      drain(
        (frame) => labels.push(label(frame)) < 2,
        () => (done += 1)
      )
    )
    feed(left, subject)
    assert.deepEqual(labels, output.slice(0, 2))
    assert.equal(done, 2)
    assert.equal(left.source.ended, true)
  })

  test(`G6 reduce below a ${kind}`, () => {
    const duplex = create()
    let total
    duplex.pipe(
      reduce(
        (n) => n + 1,
        0,
        (_err, n) => (total = n)
      )
    )
    feed(duplex, subject)
    duplex.sink.end()
    assert.equal(total, all.length)
  })

  test(`G6 G10 take below a ${kind} aborts it after its last frame`, () => {
    const duplex = create()
    const upstream = { aborts: [], resume() {}, abort: (err) => upstream.aborts.push(err) }
    duplex.sink.source = upstream
    const dest = duplex.pipe(take(2)).pipe(new Probe())
    feed(duplex, subject)
    assert.deepEqual(dest.frames.map(label), output.slice(0, 2))
    assert.deepEqual(dest.ends, [[true]])
    assert.equal(upstream.aborts.length, 1)
    assert.equal(duplex.source.ended, true)
  })

  test(`G6 G10 an error of asyncMap below a ${kind} aborts it with the error`, () => {
    const failure = new Error('no more')
    const duplex = create()
    const dest = duplex.pipe(asyncMap((_, done) => done(failure))).pipe(new Probe())
    feed(duplex, subject)
    assert.deepEqual(dest.frames, [])
    assert.deepEqual(dest.ends, [[failure]])
    assert.equal(duplex.source.ended, failure)
  })

  test(`G6 an end before the pipeline below a ${kind} is complete reaches its end all the same`, () => {
    const duplex = create()
    const first = duplex.pipe(map(same))
    duplex.sink.end()
    const dest = first.pipe(map(same)).pipe(new Probe())
    assert.deepEqual(dest.frames.map(label), ending)
    assert.deepEqual(dest.ends.flat(), [undefined])
  })
}
