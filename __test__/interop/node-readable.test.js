import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Readable, Writable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import test from 'node:test'
import push from 'push-stream'
import { toReadable } from '../../streams.js'
import { Echo } from './echo.js'
import { Probe, settled } from './probe.js'
import { feed, subjects } from './subjects.js'

const { asyncMap, infinite, map, take, values } = push

for (const [kind, subject] of Object.entries(subjects)) {
  const { create, label, output, ending } = subject

  for (const [name, sideOf] of [
    ['the source of a', (duplex) => duplex.source],
    ['a', (duplex) => duplex]
  ]) {
    test(`G12 toReadable of ${name} ${kind} reads to its end`, async () => {
      const duplex = create()
      const readable = toReadable(sideOf(duplex))
      assert.ok(readable instanceof Readable)
      feed(duplex, subject)
      duplex.sink.end()
      const labels = []
      for await (const frame of readable) labels.push(label(frame))
      assert.deepEqual(labels, [...output, ...ending])
      assert.equal(readable.destroyed, true)
    })
  }

  test(`G12 destroying the Readable of a ${kind} aborts it`, async () => {
    const duplex = create()
    const failure = new Error('enough')
    const readable = toReadable(duplex)
    readable.destroy(failure)
    const [thrown] = await once(readable, 'error')
    assert.equal(thrown, failure)
    assert.equal(duplex.source.ended, failure)
  })
}

test('G12 a Readable asks for nothing before somebody reads, and for no more than it holds', async () => {
  const echo = new Echo({ highWaterMark: 2 })
  const readable = toReadable(echo, { highWaterMark: 3 })
  for (let n = 0; n < 10; n++) echo.write(n)
  await settled()
  assert.equal(readable.readableLength, 0)
  assert.equal(readable.read(), 0)
  await settled()
  assert.equal(readable.readableLength, 3)
  assert.equal(echo.sink.paused, true)
  assert.deepEqual(await readable.take(8).toArray(), [1, 2, 3, 4, 5, 6, 7, 8])
})

test('G12 a slow pipeline of Node streams holds the writer back and loses nothing', async () => {
  const echo = new Echo({ highWaterMark: 4 })
  const frames = []
  let most = 0
  const slow = new Writable({
    objectMode: true,
    highWaterMark: 1,
    write(frame, _, next) {
      frames.push(frame)
      setImmediate(next)
    }
  })
  const piped = pipeline(toReadable(echo, { highWaterMark: 1 }), slow)
  let n = 0
  const more = () => {
    while (!echo.sink.paused && n < 50) echo.write(n++)
    most = Math.max(most, n - frames.length)
    if (n === 50) echo.end()
  }
  echo.sink.source = { resume: more, abort() {} }
  more()
  await piped
  assert.deepEqual(
    frames,
    Array.from({ length: 50 }, (_, i) => i)
  )
  assert.ok(most < 10, `${most} were under way`)
})

test('G12 an error of the source comes behind the frames before it', async () => {
  const failure = new Error('broken')
  for (const highWaterMark of [1, 2, 16]) {
    const echo = new Echo()
    for (const n of [1, 2, 3]) echo.write(n)
    echo.end(failure)
    const frames = []
    await assert.rejects(
      async () => {
        for await (const frame of toReadable(echo, { highWaterMark })) {
          frames.push(frame)
          await settled()
        }
      },
      (thrown) => thrown === failure
    )
    assert.deepEqual(frames, [1, 2, 3])
    assert.deepEqual(echo.aborts, [])
  }
})

test('G12 an error of the source reaches one who listens to data', async () => {
  const failure = new Error('broken')
  const echo = new Echo()
  const readable = toReadable(echo)
  const frames = []
  readable.on('data', (frame) => frames.push(frame))
  echo.write(1)
  await settled()
  echo.write(2)
  echo.end(failure)
  const [thrown] = await once(readable, 'error')
  assert.equal(thrown, failure)
  assert.deepEqual(frames, [1, 2])
})

test('G12 leaving a loop over a Readable aborts the source', async () => {
  const echo = new Echo()
  echo.write(1)
  for await (const _ of toReadable(echo)) break
  assert.notEqual(echo.source.ended, false)
  assert.equal(echo.aborts.length, 1)
})

test('G12 an AbortSignal destroys a Readable and aborts the source, also one that was aborted before', async () => {
  for (const early of [true, false]) {
    const echo = new Echo()
    const controller = new AbortController()
    if (early) controller.abort()
    const readable = toReadable(echo, { signal: controller.signal })
    controller.abort()
    await assert.rejects(finished(readable), { name: 'AbortError' })
    assert.equal(echo.source.ended.name, 'AbortError')
  }
})

test('G12 a Readable whose source went to another consumer ends', async () => {
  const echo = new Echo()
  const readable = toReadable(echo)
  for (const n of [1, 2, 3]) echo.write(n)
  assert.equal(readable.read(), 1)
  await settled()
  echo.pipe(new Probe())
  assert.deepEqual(await readable.toArray(), [2, 3])
  assert.deepEqual(echo.aborts, [])
})

test('G12 null, which a Node stream can not carry, destroys it with a code', async () => {
  const echo = new Echo()
  const readable = toReadable(echo)
  echo.write(null)
  await assert.rejects(readable.toArray(), { name: 'TypeError', code: 'ERR_GATTO_STREAM_NULL' })
  assert.equal(echo.source.ended.code, 'ERR_GATTO_STREAM_NULL')
})

test('G12 undefined, false, 0 and the empty string are frames', async () => {
  const frames = [undefined, false, 0, '']
  assert.deepEqual(await toReadable(values(frames)).toArray(), frames)
})

test('G12 toReadable reads any push-stream source', async () => {
  assert.deepEqual(await toReadable(values([1, 2])).toArray(), [1, 2])
  assert.deepEqual(await toReadable(values([1, 2]).pipe(map((n) => n * 2))).toArray(), [2, 4])
  const later = asyncMap((n, done) => setImmediate(done, null, n))
  assert.deepEqual(await toReadable(values([1, 2]).pipe(later)).toArray(), [1, 2])
  assert.deepEqual(await toReadable(infinite().pipe(take(3))).toArray(), [0, 1, 2])
  const endless = infinite()
  assert.deepEqual(await toReadable(endless).take(20).toArray(), [...Array(20).keys()])
  assert.equal(endless.ended !== undefined, true)
})

test('G12 a reader that asks for more within its data is served without recursion', async () => {
  const count = 50_000
  const readable = toReadable(values(Array.from({ length: count }, (_, n) => n)))
  let next = 0
  readable.on('data', (n) => {
    assert.equal(n, next++)
    readable.read(0)
  })
  await finished(readable)
  assert.equal(next, count)
})

test('G12 what a stage throws is an error of the Readable', async () => {
  const failure = new Error('mine')
  const stage = map(() => {
    throw failure
  })
  await assert.rejects(toReadable(values([1]).pipe(stage)).toArray(), (thrown) => thrown === failure)
})

test('G12 what is no source is refused, with a code', () => {
  for (const nothing of [undefined, null, 1, {}, new Probe(), []]) {
    assert.throws(() => toReadable(nothing), { name: 'TypeError', code: 'ERR_GATTO_PIPE_SOURCE' })
  }
})
