import assert from 'node:assert/strict'
import test from 'node:test'
import { Echo } from './echo.js'
import { Probe, settled } from './probe.js'

const entry = (value) => ({ value, done: false })
const done = (value) => ({ value, done: true })

test('G12 an iterator takes a frame only when it is asked for one', async () => {
  const echo = new Echo({ highWaterMark: 2 })
  const iterator = echo.source[Symbol.asyncIterator]()
  assert.equal(echo.source.paused, true)
  echo.write(1)
  echo.write(2)
  assert.equal(echo.sink.paused, true)
  assert.deepEqual(await iterator.next(), entry(1))
  assert.equal(echo.sink.paused, false)
  assert.deepEqual(await iterator.next(), entry(2))
  const next = iterator.next()
  assert.equal(echo.source.paused, false)
  echo.write(3)
  assert.deepEqual(await next, entry(3))
})

test('G12 many calls of next() are answered in their order', async () => {
  const echo = new Echo()
  const iterator = echo.source[Symbol.asyncIterator]()
  const answers = Array.from({ length: 5 }, () => iterator.next())
  for (const n of [1, 2, 3]) echo.write(n)
  echo.end()
  assert.deepEqual(await Promise.all(answers), [entry(1), entry(2), entry(3), done(), done()])
  assert.deepEqual(await iterator.next(), done())
})

test('G12 an error at the end goes to the first who asks behind the frames, then it is over', async () => {
  const failure = new Error('broken')
  const early = new Echo()
  const waiting = early.source[Symbol.asyncIterator]()
  const answers = Promise.allSettled(Array.from({ length: 3 }, () => waiting.next()))
  early.write(1)
  early.end(failure)
  const [first, second, third] = await answers
  assert.deepEqual(first.value, entry(1))
  assert.equal(second.reason, failure)
  assert.deepEqual(third.value, done())

  const late = new Echo()
  late.write(1)
  late.end(failure)
  const iterator = late.source[Symbol.asyncIterator]()
  assert.deepEqual(await iterator.next(), entry(1))
  await settled()
  await assert.rejects(iterator.next(), (thrown) => thrown === failure)
  assert.deepEqual(await iterator.next(), done())
})

test('G12 leaving early aborts the source, once', async () => {
  const echo = new Echo()
  echo.write(1)
  for await (const frame of echo.source) if (frame === 1) break
  assert.deepEqual(echo.aborts, [undefined])
  assert.equal(echo.source.ended, true)

  const iterator = new Echo().source[Symbol.asyncIterator]()
  assert.deepEqual(await iterator.return('value'), done('value'))
  assert.deepEqual(await iterator.return(Promise.resolve('later')), done('later'))
  assert.deepEqual(await iterator.next(), done())
})

test('G12 leaving answers those who still wait', async () => {
  const echo = new Echo()
  const iterator = echo.source[Symbol.asyncIterator]()
  const next = iterator.next()
  await iterator.return()
  assert.deepEqual(await next, done())
})

test('G12 throw() aborts the source with the error', async () => {
  const echo = new Echo()
  const iterator = echo.source[Symbol.asyncIterator]()
  const failure = new Error('mine')
  const next = iterator.next()
  await assert.rejects(iterator.throw(failure), (thrown) => thrown === failure)
  assert.deepEqual(echo.aborts, [failure])
  assert.deepEqual(await next, done())
})

test('G12 await using leaves as return() does', async () => {
  const echo = new Echo()
  const iterator = echo.source[Symbol.asyncIterator]()
  await iterator[Symbol.asyncDispose]()
  assert.equal(echo.source.ended, true)
})

test('G12 after the end, or when another has taken over, leaving aborts nothing', async () => {
  const ended = new Echo()
  ended.end(new Error('never asked for'))
  const last = ended.source[Symbol.asyncIterator]()
  assert.deepEqual(await last.return(), done())
  assert.deepEqual(await last.next(), done())
  assert.deepEqual(ended.aborts, [])

  const echo = new Echo()
  const first = echo.source[Symbol.asyncIterator]()
  const waiting = first.next()
  const second = echo.source[Symbol.asyncIterator]()
  assert.deepEqual(await waiting, done())
  assert.deepEqual(await first.next(), done())
  await first.return()
  echo.write(1)
  assert.deepEqual(await second.next(), entry(1))
  const probe = echo.source.pipe(new Probe())
  assert.deepEqual(await second.next(), done())
  echo.write(2)
  assert.deepEqual(probe.frames, [2])
  assert.deepEqual(echo.aborts, [])
})

test('G12 an abort by somebody else ends the loop; with an error it is thrown', async () => {
  const echo = new Echo()
  const next = echo.source[Symbol.asyncIterator]().next()
  echo.source.abort()
  assert.deepEqual(await next, done())

  const failure = new Error('enough')
  const other = new Echo()
  const rejected = assert.rejects(other.source[Symbol.asyncIterator]().next(), (thrown) => thrown === failure)
  other.source.abort(failure)
  await rejected
})

test('G12 a source that has ended ends its loops at once', async () => {
  const echo = new Echo()
  echo.pipe(new Probe())
  echo.end()
  for await (const _ of echo.source) assert.fail('no frame is left')
})

test('G12 a loop may write to what it reads', async () => {
  const echo = new Echo()
  echo.write(0)
  const seen = []
  for await (const n of echo.source) {
    seen.push(n)
    if (n < 100) echo.write(n + 1)
    else echo.end()
  }
  assert.equal(seen.length, 101)
})

test('G12 an iterator is its own iterable', () => {
  const iterator = new Echo().source[Symbol.asyncIterator]()
  assert.equal(iterator[Symbol.asyncIterator](), iterator)
  assert.equal(typeof iterator.write, 'undefined')
})
