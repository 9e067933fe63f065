import assert from 'node:assert/strict'
import test from 'node:test'
import push from 'push-stream'
import { createFrameSource, toReadableStream } from '../../streams.js'
import { Echo } from './echo.js'
import { Probe, settled } from './probe.js'
import { feed, subjects } from './subjects.js'

const { infinite, take, values } = push

/** Everything a web stream holds. */
async function read(stream) {
  const frames = []
  for await (const frame of stream) frames.push(frame)
  return frames
}

for (const [kind, subject] of Object.entries(subjects)) {
  const { create, label, output, ending } = subject
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

test('G12 several reads that wait at a ReadableStream are all answered', async () => {
  const echo = new Echo()
  const reader = toReadableStream(echo, { highWaterMark: 0 }).getReader()
  const reads = [1, 2, 3].map(() => reader.read())
  await settled()
  for (const n of [1, 2, 3]) echo.write(n)
  assert.deepEqual(
    (await Promise.all(reads)).map(({ value }) => value),
    [1, 2, 3]
  )
})

test('G12 a source is not resumed inside of its own write', async () => {
  let left = 3
  let isWriting = false
  const source = {
    pipe(sink) {
      this.sink = sink
      sink.source = this
      return sink
    },
    resume() {
      assert.equal(isWriting, false)
      while (!this.sink.paused && left > 0) {
        isWriting = true
        this.sink.write(left--)
        isWriting = false
      }
    },
    abort() {}
  }
  const reader = toReadableStream(source, { highWaterMark: 0 }).getReader()
  left = 0
  const reads = [3, 2, 1].map(() => reader.read())
  await settled()
  left = 3
  source.resume()
  const frames = await Promise.all(reads)
  assert.deepEqual(
    frames.map(({ value }) => value),
    [3, 2, 1]
  )
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

test('G12 toReadableStream reads any push-stream source, and any frame', async () => {
  assert.deepEqual(await read(toReadableStream(values([1, null, undefined]))), [1, null, undefined])
  assert.deepEqual(await read(toReadableStream(infinite().pipe(take(3)))), [0, 1, 2])
})

test('G12 what is no source for a web stream is refused, with a code', () => {
  assert.throws(() => toReadableStream({}), { code: 'ERR_GATTO_PIPE_SOURCE' })
})
