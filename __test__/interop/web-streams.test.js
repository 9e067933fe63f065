import assert from 'node:assert/strict'
import test from 'node:test'
import push from 'push-stream'
import { createFrameSource, toReadableStream, toWritableStream } from '../../streams.js'
import { Echo } from './echo.js'
import { oneByOne, Probe, settled } from './probe.js'
import { feed, subjects } from './subjects.js'

const { asyncMap, collect, infinite, map, take, values } = push

/** Everything a web stream holds. */
async function read(stream) {
  const frames = []
  for await (const frame of stream) frames.push(frame)
  return frames
}

for (const [kind, subject] of Object.entries(subjects)) {
  const { create, input, label, output, ending } = subject
  const all = [...output, ...ending]

  test(`G12 toReadableStream of a ${kind} reads to its end`, async () => {
    for (const sideOf of [(duplex) => duplex, (duplex) => duplex.source]) {
      const duplex = create()
      const stream = toReadableStream(sideOf(duplex))
      assert.ok(stream instanceof ReadableStream)
      feed(duplex, subject)
      duplex.sink.end()
      assert.deepEqual((await read(stream)).map(label), all)
    }
  })

  test(`G12 toWritableStream of a ${kind} writes to its end`, async () => {
    for (const sideOf of [(duplex) => duplex, (duplex) => duplex.sink]) {
      const duplex = create()
      const dest = duplex.source.pipe(new Probe())
      const stream = toWritableStream(sideOf(duplex))
      assert.ok(stream instanceof WritableStream)
      await ReadableStream.from(input).pipeTo(stream)
      assert.deepEqual(dest.frames.map(label), all)
      assert.deepEqual(dest.ends, [[]])
    }
  })

  test(`G12 a ${kind} between web streams, both ways, with backpressure`, async () => {
    const duplex = create({ highWaterMark: 1 })
    const piped = ReadableStream.from(input).pipeTo(toWritableStream(duplex))
    const frames = []
    for await (const frame of toReadableStream(duplex, { highWaterMark: 0 })) {
      frames.push(frame)
      await settled()
    }
    await piped
    assert.deepEqual(frames.map(label), all)
  })

  test(`G12 cancelling the web stream of a ${kind} aborts it`, async () => {
    const failure = new Error('enough')
    for (const [reason, ended] of [
      [undefined, true],
      [failure, failure]
    ]) {
      const duplex = create()
      await toReadableStream(duplex).cancel(reason)
      assert.equal(duplex.source.ended, ended)
    }
  })

  test(`G12 G10 an abort of a ${kind} puts the web stream above it into error`, async () => {
    const failure = new Error('enough')
    for (const err of [undefined, failure]) {
      const duplex = create()
      const writer = toWritableStream(duplex).getWriter()
      await writer.ready
      duplex.source.abort(err)
      await assert.rejects(writer.write(input[0]), err ?? { code: 'ERR_GATTO_STREAM_ABORTED' })
    }
  })
}

test('G12 a ReadableStream asks for no more than it holds', async () => {
  for (const highWaterMark of [0, 1, 3]) {
    let given = 0
    const source = createFrameSource(
      (function* () {
        for (;;) yield given++
      })()
    )
    const reader = toReadableStream(source, { highWaterMark }).getReader()
    await settled()
    assert.equal(given, highWaterMark)
    for (let n = 0; n < 5; n++) assert.deepEqual(await reader.read(), { value: n, done: false })
    await settled()
    assert.equal(given, 5 + highWaterMark)
    await reader.cancel()
  }
})

test('G12 an error of the source comes behind the frames before it in a web stream', async () => {
  const failure = new Error('broken')
  for (const highWaterMark of [0, 1, 2, 16]) {
    for (const late of [true, false]) {
      const echo = new Echo()
      const reader = toReadableStream(echo, { highWaterMark }).getReader()
      for (const n of [1, 2, 3]) echo.write(n)
      if (!late) echo.end(failure)
      for (const n of [1, 2, 3]) {
        assert.deepEqual(await reader.read(), { value: n, done: false })
        await settled()
      }
      const next = assert.rejects(reader.read(), (thrown) => thrown === failure)
      if (late) echo.end(failure)
      await next
      assert.deepEqual(echo.aborts, [])
    }
  }
})

test('G12 leaving a loop over a web stream aborts the source', async () => {
  const echo = new Echo()
  echo.write(1)
  for await (const _ of toReadableStream(echo)) break
  assert.equal(echo.source.ended, true)
})

test('G12 a web stream whose source went to another consumer ends', async () => {
  const echo = new Echo()
  const stream = toReadableStream(echo)
  echo.write(1)
  await settled()
  echo.pipe(new Probe())
  assert.deepEqual(await read(stream), [1])
})

test('G12 a write to a web stream is finished when the sink would take another frame', async () => {
  const echo = new Echo({ highWaterMark: 1 })
  const probe = echo.source.pipe(oneByOne())
  const writer = toWritableStream(echo).getWriter()
  const order = []
  const written = writer.write(1).then(() => order.push('written'))
  await settled()
  assert.deepEqual(order, [])
  order.push('resumed')
  probe.resume()
  await written
  assert.deepEqual(order, ['resumed', 'written'])
  await writer.close()
  assert.deepEqual(probe.ends, [[]])
})

test('G12 aborting a web stream ends the sink, also when it is paused in a write', async () => {
  const failure = new Error('broken')
  for (const [reason, end] of [
    [failure, failure],
    [undefined, true]
  ]) {
    const probe = new Probe({ paused: true })
    const writer = toWritableStream(probe).getWriter()
    const written = assert.rejects(writer.write(1))
    await settled()
    await writer.abort(reason)
    await written
    probe.resume()
    assert.deepEqual(probe.frames, [])
    assert.deepEqual(probe.ends, [[end]])
  }
})

test('G12 what a sink throws is an error of the web stream', async () => {
  const failure = new Error('mine')
  const probe = new Probe({
    onWrite() {
      throw failure
    }
  })
  const writer = toWritableStream(probe).getWriter()
  await assert.rejects(writer.write(1), (thrown) => thrown === failure)
  await assert.rejects(writer.closed, (thrown) => thrown === failure)
})

test('G12 web streams go with any push-stream', async () => {
  assert.deepEqual(await read(toReadableStream(values([1, null, undefined]))), [1, null, undefined])
  assert.deepEqual(await read(toReadableStream(infinite().pipe(take(3)))), [0, 1, 2])
  const collected = await new Promise((resolve) => {
    const tail = map((n) => n * 2)
      .pipe(asyncMap((n, done) => setImmediate(done, null, n)))
      .pipe(collect((_, frames) => resolve(frames)))
    ReadableStream.from([1, 2, 3]).pipeTo(toWritableStream(tail))
  })
  assert.deepEqual(collected, [2, 4, 6])
})

test('G12 what is no stream for a web stream is refused, with a code', () => {
  assert.throws(() => toReadableStream({}), { code: 'ERR_GATTO_PIPE_SOURCE' })
  assert.throws(() => toWritableStream({}), { code: 'ERR_GATTO_PIPE_SINK' })
})
