import assert from 'node:assert/strict'
import test from 'node:test'
import pull from 'pull-stream'
import push from 'push-stream'
import toPull from 'push-stream-to-pull-stream'
import { Probe, settled } from './probe.js'
import { feed, subjects } from './subjects.js'

const { map } = push
const later = (frame, done) => queueMicrotask(() => done(null, frame))

/** Collects a pull-stream: a promise of what came and how it ended. */
const collected = (...stages) =>
  new Promise((resolve) =>
    pull(
      ...stages,
      pull.collect((err, frames) => resolve({ err, frames }))
    )
  )

for (const [kind, subject] of Object.entries(subjects)) {
  const { create, input, label, output, ending } = subject
  const all = [...output, ...ending]

  test(`G6 the source of a ${kind} as a pull-stream`, async () => {
    const duplex = create()
    const result = collected(toPull(duplex.source), pull.asyncMap(later))
    feed(duplex, subject)
    duplex.sink.end()
    const { err, frames } = await result
    assert.equal(err, null)
    assert.deepEqual(frames.map(label), all)
  })

  test(`G6 G8 a pull-stream below a ${kind} takes one frame at a time`, async () => {
    const duplex = create({ highWaterMark: 2 })
    const read = toPull.source(duplex.source)
    feed(duplex, subject)
    assert.equal(duplex.sink.paused, true)
    const frames = []
    const next = () => new Promise((resolve) => read(null, (end, frame) => resolve(end ? undefined : frame)))
    for (const _ of output) frames.push(await next())
    assert.deepEqual(frames.map(label), output)
    assert.equal(duplex.sink.paused, false)
  })

  test(`G6 G10 a pull-stream that wants no more aborts the ${kind} above it`, async () => {
    const duplex = create()
    const result = collected(toPull(duplex.source), pull.take(2))
    feed(duplex, subject)
    const { frames } = await result
    assert.deepEqual(frames.map(label), output.slice(0, 2))
    assert.equal(duplex.source.ended, true)
  })

  test(`G6 a ${kind} that ends with an error fails the pull-stream below it`, async () => {
    const duplex = create()
    const failure = new Error('broken')
    const result = collected(toPull(duplex.source))
    duplex.sink.end(failure)
    assert.equal((await result).err, failure)
  })

  const targets = {
    'the sink of': (duplex) => duplex.sink,
    '(itself)': (duplex) => duplex,
    'a stage above': (duplex) => {
      const stage = map((frame) => frame)
      stage.pipe(duplex.sink)
      return stage
    }
  }

  for (const [name, targetOf] of Object.entries(targets)) {
    test(`G6 a pull-stream above ${name} a ${kind}`, async () => {
      const duplex = create({ highWaterMark: 2 })
      const dest = duplex.source.pipe(new Probe())
      const target = targetOf(duplex)
      await new Promise((resolve) => {
        dest.onEnd = resolve
        pull(pull.values(input), pull.asyncMap(later), toPull.sink(target))
        // A stage that was there before its source waits to be told.
        target.resume?.()
      })
      assert.deepEqual(dest.frames.map(label), all)
      assert.equal(dest.ends.length, 1)
    })
  }

  test(`G6 G8 a pull-stream above a ${kind} stops while it is paused`, async () => {
    const duplex = create({ highWaterMark: 2 })
    let asked = 0
    pull(
      pull.values(input),
      pull.through(() => (asked += 1)),
      toPull.sink(duplex.sink)
    )
    assert.ok(asked < input.length, `${asked} of ${input.length} were asked for`)
    const dest = duplex.source.pipe(new Probe())
    await settled()
    assert.equal(asked, input.length)
    assert.deepEqual(dest.frames.map(label), all)
  })

  test(`G6 G10 an abort of a ${kind} aborts the pull-stream above it`, async () => {
    const duplex = create({ highWaterMark: 1 })
    let aborted
    feed(duplex, subject)
    pull(
      pull.infinite(() => input.at(-1)),
      pull.through(null, (err) => (aborted = err)),
      toPull.sink(duplex.sink)
    )
    duplex.source.pipe(new Probe({ paused: true }))
    duplex.source.abort(true)
    await settled()
    assert.ok(aborted === true || aborted === null, `aborted with ${aborted}`)
  })

  test(`G6 both sides of a ${kind} between pull-streams`, async () => {
    const duplex = create({ highWaterMark: 2 })
    const through = { sink: toPull.sink(duplex.sink), source: toPull.source(duplex.source) }
    const { err, frames } = await collected(
      pull.values(input),
      pull.asyncMap(later),
      through,
      pull.asyncMap(later)
    )
    assert.equal(err, null)
    assert.deepEqual(frames.map(label), all)
  })
}
