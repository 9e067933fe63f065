import assert from 'node:assert/strict'
import test from 'node:test'
import push from 'push-stream'
import { createFrameSink, createFrameSource } from '../../streams.js'
import { Echo } from './echo.js'
import { settled } from './probe.js'
import { feed, subjects } from './subjects.js'

const { values } = push

for (const [kind, subject] of Object.entries(subjects)) {
  const { create, label, output, ending } = subject
  const all = [...output, ...ending]

  test(`G12 a frame sink below a ${kind} gets every frame, then the end`, () => {
    const duplex = create()
    const seen = []
    duplex.source.pipe(
      createFrameSink(
        (frame) => seen.push(label(frame)),
        (...args) => seen.push(args)
      )
    )
    feed(duplex, subject)
    duplex.sink.end()
    assert.deepEqual(seen, [...all, []])
  })

  test(`G12 G8 a frame sink whose function is asynchronous holds a ${kind} back`, async () => {
    const duplex = create({ highWaterMark: 1 })
    const seen = []
    const ended = new Promise((resolve) => {
      const sink = createFrameSink(async (frame) => {
        seen.push(label(frame))
        await settled()
        seen.push('handled')
      }, resolve)
      duplex.source.pipe(sink)
    })
    feed(duplex, subject)
    assert.deepEqual(seen, output.slice(0, 1))
    assert.equal(duplex.sink.paused, true)
    duplex.sink.end()
    assert.equal(await ended, undefined)
    assert.deepEqual(
      seen,
      all.flatMap((name) => [name, 'handled'])
    )
  })

  test(`G12 G10 a rejection in a frame sink aborts the ${kind} above it`, async () => {
    const duplex = create()
    const failure = new Error('mine')
    const ended = new Promise((resolve) => {
      duplex.source.pipe(createFrameSink(() => Promise.reject(failure), resolve))
    })
    feed(duplex, subject)
    assert.equal(await ended, failure)
    assert.equal(duplex.source.ended, failure)
  })
}

test('G12 a frame sink without onEnd is fine with an end', () => {
  const sink = createFrameSink(() => {})
  sink.end(new Error('broken'))
  sink.end()
})

test('G12 onEnd of a frame sink gets the error of the end, and is called once', () => {
  const failure = new Error('broken')
  for (const [end, args] of [
    [[failure], [failure]],
    [[true], []],
    [[null], []],
    [[], []]
  ]) {
    const calls = []
    const sink = createFrameSink(
      () => assert.fail('nothing was written'),
      (...got) => calls.push(got)
    )
    sink.end(...end)
    sink.end(new Error('late'))
    sink.write(1)
    assert.deepEqual(calls, [args])
  }
})

test('G12 an end during an asynchronous frame waits for it; a failure of that frame is told', async () => {
  const failure = new Error('mine')
  const calls = []
  let reject
  const sink = createFrameSink(
    () => new Promise((_, no) => (reject = no)),
    (err) => calls.push(err)
  )
  sink.write(1)
  sink.end()
  assert.deepEqual(calls, [])
  reject(failure)
  await settled()
  assert.deepEqual(calls, [failure])
})

test('G12 frames that come against the pause of a frame sink are handled in order', async () => {
  const seen = []
  const ended = new Promise((resolve) => {
    const sink = createFrameSink(async (n) => {
      await settled()
      seen.push(n)
    }, resolve)
    for (const n of [1, 2, 3]) sink.write(n)
    sink.end()
  })
  await ended
  assert.deepEqual(seen, [1, 2, 3])
})

test('G12 a rejection in a frame sink with nothing above it reaches onEnd, or nobody', async () => {
  const failure = new Error('mine')
  const ended = new Promise((resolve) => createFrameSink(() => Promise.reject(failure), resolve).write(1))
  assert.equal(await ended, failure)
  createFrameSink(() => Promise.reject(failure)).write(1)
  await settled()
})

test('G12 a synchronous throw of onFrame goes to the writer; a late one ends the sink', async () => {
  const failure = new Error('mine')
  const sink = createFrameSink(() => {
    throw failure
  })
  assert.throws(
    () => sink.write(1),
    (thrown) => thrown === failure
  )
  const ended = new Promise((resolve) => {
    const later = createFrameSink((n) => {
      if (n === 2) throw failure
      return settled()
    }, resolve)
    later.write(1)
    later.write(2)
  })
  assert.equal(await ended, failure)
})

test('G12 what onEnd throws behind an asynchronous frame is an uncaught exception', async () => {
  const failure = new Error('mine')
  const uncaught = new Promise((resolve) => process.setUncaughtExceptionCaptureCallback(resolve))
  const sink = createFrameSink(
    () => settled(),
    () => {
      throw failure
    }
  )
  sink.write(1)
  sink.end()
  assert.equal(await uncaught, failure)
  process.setUncaughtExceptionCaptureCallback(null)
})

test('G12 a frame sink goes with any push-stream', async () => {
  const seen = []
  await new Promise((resolve) => {
    values([1, 2, 3]).pipe(
      createFrameSink(async (n) => {
        await settled()
        seen.push(n)
      }, resolve)
    )
  })
  createFrameSource([4]).pipe(createFrameSink((n) => seen.push(n)))
  assert.deepEqual(seen, [1, 2, 3, 4])
})

test('G12 G39 a throw of onFrame below a source is a throw of its destination', () => {
  const echo = new Echo()
  const failure = new Error('mine')
  echo.pipe(
    createFrameSink(() => {
      throw failure
    })
  )
  echo.write(1)
  assert.deepEqual(echo.thrown, [{ error: failure, frame: 1 }])
})

test('G12 a frame sink needs functions', () => {
  for (const args of [[], [1], [{}], [() => {}, 1], [() => {}, null]]) {
    assert.throws(() => createFrameSink(...args), { name: 'TypeError', code: 'ERR_GATTO_FRAMES_HANDLER' })
  }
})
