import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import test from 'node:test'
import push from 'push-stream'
import { createFrameSource } from '../../streams.js'
import { oneByOne, Probe, settled } from './probe.js'
import { subjects } from './subjects.js'

const { asyncMap, collect, map, take } = push

/** An iterable that writes down how it is used. `isAsync` gives promises. */
function counted(frames, { isAsync = false, fail } = {}) {
  const uses = { asked: 0, returned: 0 }
  const iterator = {
    next() {
      const n = uses.asked++
      if (n === frames.length && fail) throw fail
      const result = n < frames.length ? { value: frames[n], done: false } : { value: undefined, done: true }
      return isAsync ? settled().then(() => result) : result
    },
    return() {
      uses.returned += 1
      return isAsync ? Promise.reject(new Error('nobody cares')) : { done: true }
    }
  }
  return Object.assign({ [isAsync ? Symbol.asyncIterator : Symbol.iterator]: () => iterator }, { uses })
}

async function* later(frames) {
  for (const frame of frames) {
    await settled()
    yield frame
  }
}

for (const [kind, subject] of Object.entries(subjects)) {
  const { create, input, label, output, ending } = subject
  const all = [...output, ...ending]
  const iterables = {
    'an array': () => input,
    'a generator': () => input.values(),
    'an async generator': () => later(input),
    'a Node stream': () => Readable.from(input)
  }
  for (const [name, iterable] of Object.entries(iterables)) {
    test(`G12 a frame source of ${name} feeds a ${kind}, fast and slow`, async () => {
      for (const dest of [new Probe(), oneByOne()]) {
        const duplex = create({ highWaterMark: 2 })
        duplex.source.pipe(dest)
        const source = createFrameSource(iterable())
        assert.equal(source.pipe(duplex), duplex)
        while (dest.ends.length === 0) {
          dest.resume()
          await settled()
        }
        assert.deepEqual(dest.frames.map(label), all)
        assert.deepEqual(dest.ends, [[]])
        assert.equal(source.ended, true)
      }
    })
  }

  test(`G12 G10 an abort of a ${kind} returns the iterator above it`, async () => {
    for (const isAsync of [false, true]) {
      const duplex = create({ highWaterMark: 1 })
      const iterable = counted(input, { isAsync })
      createFrameSource(iterable).pipe(duplex)
      duplex.source.abort()
      await settled()
      assert.equal(iterable.uses.returned, 1)
    }
  })
}

for (const isAsync of [false, true]) {
  const name = isAsync ? 'an async iterable' : 'an iterable'

  test(`G12 a frame source of ${name} asks for a frame only when there is room`, async () => {
    const iterable = counted([1, 2, 3], { isAsync })
    const probe = createFrameSource(iterable).pipe(oneByOne())
    await settled()
    assert.equal(iterable.uses.asked, 0)
    probe.resume()
    await settled()
    await settled()
    assert.deepEqual(probe.frames, [1])
    assert.equal(iterable.uses.asked, 1)
  })

  test(`G12 a frame source of ${name} that fails ends with the error`, async () => {
    const failure = new Error('broken')
    const iterable = counted([1], { isAsync, fail: failure })
    const source = createFrameSource(iterable)
    const probe = source.pipe(new Probe())
    await settled()
    await settled()
    assert.deepEqual(probe.frames, [1])
    assert.deepEqual(probe.ends, [[failure]])
    assert.equal(source.ended, failure)
    assert.equal(iterable.uses.returned, 0)
  })

  test(`G12 an abort of a frame source of ${name} ends its destination once and gives nothing more`, async () => {
    const failure = new Error('enough')
    const iterable = counted([1, 2, 3], { isAsync })
    const source = createFrameSource(iterable)
    const probe = source.pipe(new Probe({ onWrite: () => source.abort(failure) }))
    await settled()
    await settled()
    source.abort()
    source.resume()
    assert.deepEqual(probe.frames, [1])
    assert.deepEqual(probe.ends, [[failure]])
    assert.equal(iterable.uses.returned, 1)
  })
}

test('G12 an abort while a frame is on its way drops the frame', async () => {
  const source = createFrameSource(later([1, 2]))
  const probe = source.pipe(new Probe())
  source.abort()
  await settled()
  await settled()
  assert.deepEqual(probe.frames, [])
  assert.equal(probe.ends.length, 1)
})

test('G12 a frame that arrives at a sink that has paused since waits for it', async () => {
  const probe = createFrameSource(later([1, 2])).pipe(new Probe())
  probe.paused = true
  await settled()
  await settled()
  assert.deepEqual(probe.frames, [])
  while (probe.ends.length === 0) {
    probe.resume()
    await settled()
  }
  assert.deepEqual(probe.frames, [1, 2])
})

test('G12 a frame source that is resumed twice asks once', async () => {
  const iterable = counted([1, 2, 3], { isAsync: true })
  const source = createFrameSource(iterable)
  const probe = source.pipe(oneByOne())
  probe.resume()
  probe.resume()
  source.resume()
  await settled()
  await settled()
  assert.equal(iterable.uses.asked, 1)
  assert.deepEqual(probe.frames, [1])
})

test('G12 a frame source moves to another destination and goes on there', () => {
  const source = createFrameSource([1, 2, 3])
  const first = source.pipe(oneByOne())
  first.resume()
  const second = source.pipe(new Probe())
  assert.equal(first.source, null)
  assert.deepEqual(first.frames, [1])
  assert.deepEqual(second.frames, [2, 3])
  assert.deepEqual(source.pipe(new Probe()).ends, [[]])
})

test('G12 a frame source feeds any push-stream, from the head of a pipeline', async () => {
  const frames = await new Promise((resolve) => {
    const tail = map((n) => n * 2)
      .pipe(asyncMap((n, done) => setImmediate(done, null, n)))
      .pipe(collect((_, collected) => resolve(collected)))
    createFrameSource(later([1, 2, 3])).pipe(tail)
  })
  assert.deepEqual(frames, [2, 4, 6])
  const iterable = counted([1, 2, 3])
  const probe = createFrameSource(iterable).pipe(take(2)).pipe(new Probe())
  assert.deepEqual(probe.frames, [1, 2])
  assert.equal(iterable.uses.returned, 1)
})

test('G12 what a sink throws goes to the caller, and the iterator is returned', () => {
  const failure = new Error('mine')
  const iterable = counted([1, 2])
  const source = createFrameSource(iterable)
  const probe = new Probe({
    onWrite() {
      throw failure
    }
  })
  assert.throws(
    () => source.pipe(probe),
    (thrown) => thrown === failure
  )
  assert.equal(iterable.uses.returned, 1)
  assert.equal(source.ended, failure)
})

test('G12 what a sink throws with no caller there is an uncaught exception', async () => {
  const failure = new Error('mine')
  const uncaught = new Promise((resolve) => process.setUncaughtExceptionCaptureCallback(resolve))
  createFrameSource(later([1])).pipe(
    new Probe({
      onWrite() {
        throw failure
      }
    })
  )
  assert.equal(await uncaught, failure)
  process.setUncaughtExceptionCaptureCallback(null)
})

test('G12 a frame source needs an iterable', () => {
  for (const nothing of [undefined, null, 1, {}, () => {}]) {
    assert.throws(() => createFrameSource(nothing), { name: 'TypeError', code: 'ERR_GATTO_FRAMES_ITERABLE' })
  }
})
