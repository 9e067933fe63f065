import assert from 'node:assert/strict'
import { once } from 'node:events'
import { PassThrough, Readable, Writable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import test from 'node:test'
import push from 'push-stream'
import { createFrameSink, toReadable, toWritable } from '../../streams.js'
import { oneByOne, Probe, settled } from './probe.js'
import { subjects } from './subjects.js'

const { asyncMap, collect, map, take } = push

for (const [kind, subject] of Object.entries(subjects)) {
  const { create, input, label, output, ending } = subject

  for (const [name, sideOf] of [
    ['the sink of a', (duplex) => duplex.sink],
    ['a', (duplex) => duplex]
  ]) {
    test(`G12 toWritable of ${name} ${kind} writes to its end`, async () => {
      const duplex = create()
      const dest = duplex.source.pipe(new Probe())
      const writable = toWritable(sideOf(duplex))
      assert.ok(writable instanceof Writable)
      await pipeline(Readable.from(input), writable)
      assert.deepEqual(dest.frames.map(label), [...output, ...ending])
      assert.deepEqual(dest.ends, [[]])
      assert.equal(writable.destroyed, true)
    })
  }

  test(`G12 G8 the Writable of a ${kind} is held back by a slow destination`, async () => {
    const duplex = create({ highWaterMark: 2 })
    const dest = duplex.source.pipe(oneByOne())
    const readable = Readable.from(input)
    const piped = pipeline(readable, toWritable(duplex, { highWaterMark: 1 }))
    await settled()
    assert.equal(readable.readableEnded, false)
    while (dest.ends.length === 0) {
      dest.resume()
      await settled()
    }
    await piped
    assert.deepEqual(dest.frames.map(label), [...output, ...ending])
  })

  test(`G12 G10 an abort of a ${kind} destroys the Writable above it`, async () => {
    const failure = new Error('enough')
    for (const err of [undefined, failure]) {
      const duplex = create()
      const writable = toWritable(duplex)
      const closed = finished(writable)
      duplex.source.abort(err)
      await assert.rejects(closed, err ?? { code: 'ERR_STREAM_PREMATURE_CLOSE' })
      assert.equal(writable.destroyed, true)
    }
  })

  test(`G12 a ${kind} between Node streams, both ways`, async () => {
    const duplex = create({ highWaterMark: 2 })
    const frames = []
    const last = new PassThrough({ objectMode: true, highWaterMark: 1 })
    const read = (async () => {
      for await (const frame of last) frames.push(frame)
    })()
    await Promise.all([
      pipeline(Readable.from(input), toWritable(duplex, { highWaterMark: 1 })),
      pipeline(toReadable(duplex, { highWaterMark: 1 }), last)
    ])
    await read
    assert.deepEqual(frames.map(label), [...output, ...ending])
  })
}

test('G12 a write is finished when the sink would take another frame', async () => {
  const probe = new Probe({ paused: true })
  const writable = toWritable(probe)
  const finishedWrites = []
  writable.write(1, () => finishedWrites.push(1))
  writable.write(2, () => finishedWrites.push(2))
  await settled()
  assert.deepEqual(probe.frames, [])
  probe.onWrite = () => {
    probe.paused = true
  }
  probe.resume()
  await settled()
  assert.deepEqual(probe.frames, [1])
  assert.deepEqual(finishedWrites, [])
  probe.resume()
  await settled()
  assert.deepEqual(probe.frames, [1, 2])
  assert.deepEqual(finishedWrites, [1])
  writable.end()
  await settled()
  assert.deepEqual(probe.ends, [])
  probe.resume()
  await once(writable, 'finish')
  assert.deepEqual(finishedWrites, [1, 2])
  assert.deepEqual(probe.ends, [[]])
})

test('G12 destroying a Writable ends the sink with the error, or with true, and drops what waits', async () => {
  const failure = new Error('broken')
  for (const [err, end] of [
    [failure, failure],
    [undefined, true]
  ]) {
    const probe = new Probe({ paused: true })
    const writable = toWritable(probe)
    const written = new Promise((resolve) => writable.write(1, resolve))
    const closed = new Promise((resolve) => writable.on('close', resolve))
    const errors = []
    writable.on('error', (error) => errors.push(error))
    writable.destroy(err)
    await closed
    assert.deepEqual(errors, err ? [failure] : [])
    const error = await written
    if (err) assert.equal(error, failure)
    else assert.equal(error.code, 'ERR_GATTO_STREAM_ABORTED')
    probe.resume()
    assert.deepEqual(probe.frames, [])
    assert.deepEqual(probe.ends, [[end]])
  }
})

test('G12 an AbortSignal destroys a Writable and ends the sink, also one that was aborted before', async () => {
  for (const early of [true, false]) {
    const probe = new Probe()
    const controller = new AbortController()
    if (early) controller.abort()
    const writable = toWritable(probe, { signal: controller.signal })
    controller.abort()
    await assert.rejects(finished(writable), { name: 'AbortError' })
    assert.equal(probe.ends[0][0].name, 'AbortError')
  }
})

test('G12 a sink that wants no more destroys the Writable above it, after its last frame', async () => {
  const frames = await new Promise((resolve) => {
    const stage = take(2)
    stage.pipe(collect((_, collected) => resolve(collected)))
    const writable = toWritable(stage)
    for (const n of [1, 2, 3]) writable.write(n, () => {})
  })
  assert.deepEqual(frames, [1, 2])
})

test('G12 what a sink throws is an error of the Writable, not of its writer', async () => {
  const failure = new Error('mine')
  const probe = new Probe({
    onWrite() {
      throw failure
    }
  })
  const writable = toWritable(probe)
  writable.write(1)
  const [thrown] = await once(writable, 'error')
  assert.equal(thrown, failure)
  assert.deepEqual(probe.ends, [[failure]])

  const ending = toWritable(
    new Probe({
      onEnd() {
        throw failure
      }
    })
  )
  ending.end()
  assert.equal((await once(ending, 'error'))[0], failure)
})

test('G12 toWritable writes to any sink, from the head of its pipeline', async () => {
  const collected = await new Promise((resolve) => {
    const tail = map((n) => n * 2)
      .pipe(asyncMap((n, done) => setImmediate(done, null, n)))
      .pipe(collect((_, frames) => resolve(frames)))
    pipeline(Readable.from([1, 2, 3]), toWritable(tail))
  })
  assert.deepEqual(collected, [2, 4, 6])
})

test('G12 a frame sink that takes its time is waited for', async () => {
  const frames = []
  let busy = 0
  const sink = createFrameSink(async (frame) => {
    assert.equal(++busy, 1)
    await settled()
    frames.push(frame)
    busy -= 1
  })
  await pipeline(Readable.from([1, 2, 3]), toWritable(sink))
  assert.deepEqual(frames, [1, 2, 3])
})

test('G12 what is no sink is refused, with a code', () => {
  for (const nothing of [undefined, null, 1, {}, []]) {
    assert.throws(() => toWritable(nothing), { name: 'TypeError', code: 'ERR_GATTO_PIPE_SINK' })
  }
})
