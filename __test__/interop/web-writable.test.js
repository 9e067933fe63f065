import assert from 'node:assert/strict'
import test from 'node:test'
import push from 'push-stream'
import { toReadableStream, toWritableStream } from '../../streams.js'
import { Echo } from './echo.js'
import { oneByOne, Probe, settled } from './probe.js'
import { subjects } from './subjects.js'

const { asyncMap, collect, map } = push

for (const [kind, subject] of Object.entries(subjects)) {
  const { create, input, label, output, ending } = subject
  const all = [...output, ...ending]

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

test('G12 toWritableStream writes to any sink, from the head of its pipeline', async () => {
  const collected = await new Promise((resolve) => {
    const tail = map((n) => n * 2)
      .pipe(asyncMap((n, done) => setImmediate(done, null, n)))
      .pipe(collect((_, frames) => resolve(frames)))
    ReadableStream.from([1, 2, 3]).pipeTo(toWritableStream(tail))
  })
  assert.deepEqual(collected, [2, 4, 6])
})

test('G12 what is no sink for a web stream is refused, with a code', () => {
  assert.throws(() => toWritableStream({}), { code: 'ERR_GATTO_PIPE_SINK' })
})
