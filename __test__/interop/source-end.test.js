import assert from 'node:assert/strict'
import test from 'node:test'
import { Echo } from './echo.js'
import { oneByOne, Probe } from './probe.js'

test('G7 an end follows the last frame, without an argument', () => {
  const echo = new Echo()
  const probe = echo.pipe(oneByOne())
  echo.write(1)
  echo.write(2)
  echo.end()
  assert.equal(echo.source.ended, false)
  probe.resume()
  assert.deepEqual(probe.ends, [])
  probe.resume()
  assert.deepEqual(probe.frames, [1, 2])
  assert.deepEqual(probe.ends, [[]])
  assert.equal(echo.source.ended, true)
})

test('G7 an end with nothing buffered does not wait for a paused destination', () => {
  const echo = new Echo()
  const probe = echo.pipe(new Probe({ paused: true }))
  echo.end()
  assert.deepEqual(probe.ends, [[]])
})

test('G7 an end without a destination is an end at once; a later destination gets the frames, then the end', () => {
  const failure = new Error('broken')
  for (const [err, ended, ends] of [
    [undefined, true, [[]]],
    [failure, failure, [[failure]]]
  ]) {
    const echo = new Echo()
    echo.write(1)
    echo.end(err)
    assert.equal(echo.source.ended, ended)
    const probe = echo.pipe(new Probe())
    assert.deepEqual(probe.frames, [1])
    assert.deepEqual(probe.ends, ends)
  }
})

test('G7 after the end nothing is accepted and nothing is told twice', () => {
  const echo = new Echo()
  const probe = echo.pipe(new Probe())
  echo.end()
  echo.end(new Error('late'))
  echo.write(1)
  echo.source.abort()
  echo.source.resume()
  echo.pipe(probe)
  assert.deepEqual(probe.frames, [])
  assert.deepEqual(probe.ends, [[]])
  assert.deepEqual(echo.aborts, [])
})

test('G7 a destination that comes after the end is ended', () => {
  const echo = new Echo()
  echo.pipe(new Probe())
  echo.end()
  assert.deepEqual(echo.pipe(new Probe()).ends, [[]])
})

test('G7 G39 a destination that comes back is ended once more, behind what its end threw before', () => {
  const echo = new Echo()
  echo.onThrow = (error) => echo.source.emit(error.message)
  let isFirst = true
  const onEnd = () => {
    const throws = isFirst
    isFirst = false
    if (throws) throw new Error('report')
  }
  const probe = echo.pipe(new Probe({ paused: true, onEnd }))
  echo.end()
  assert.deepEqual(probe.ends, [[]])
  const other = echo.pipe(new Probe({ paused: true }))
  echo.pipe(probe)
  assert.deepEqual([other.frames, other.ends], [[], []])
  probe.resume()
  assert.deepEqual(probe.frames, ['report'])
  assert.deepEqual(probe.ends, [[], []])
})

test('G10 an abort drops what is buffered, tells upstream first, then ends the destination', () => {
  const order = []
  const echo = new Echo()
  echo.onAbort = (err) => order.push(['abort', err])
  echo.pipe(new Probe({ paused: true, onEnd: (err) => order.push(['end', err]) }))
  echo.write(1)
  const failure = new Error('enough')
  echo.source.abort(failure)
  echo.source.abort()
  assert.deepEqual(order, [
    ['abort', failure],
    ['end', failure]
  ])
  assert.equal(echo.source.ended, failure)
})

test('G10 an abort without a reason ends with true', () => {
  const echo = new Echo()
  const probe = echo.pipe(new Probe())
  echo.source.abort()
  assert.deepEqual(probe.ends, [[true]])
  assert.deepEqual(echo.aborts, [undefined])
})

test('G10 an abort without a destination ends the one that comes', () => {
  const echo = new Echo()
  echo.write(1)
  echo.source.abort()
  assert.equal(echo.source.ended, true)
  const probe = echo.pipe(new Probe())
  assert.deepEqual(probe.frames, [])
  assert.deepEqual(probe.ends, [[true]])
})

test('G10 an abort after the end but before it was delivered takes its place', () => {
  const echo = new Echo()
  const probe = echo.pipe(oneByOne())
  echo.write(1)
  echo.end()
  echo.source.abort()
  assert.deepEqual(probe.frames, [])
  assert.deepEqual(probe.ends, [[true]])
  assert.equal(echo.aborts.length, 1)
})

test('G9 G10 an abort inside a write takes effect before the write returns', () => {
  const echo = new Echo()
  const order = []
  const probe = new Probe({
    paused: true,
    onWrite: (frame) => {
      order.push(`write ${frame}`)
      if (frame === 2) echo.source.abort()
      order.push(`written ${frame}`)
    },
    onEnd: () => order.push('end')
  })
  echo.pipe(probe)
  for (const n of [1, 2, 3]) echo.write(n)
  probe.resume()
  assert.deepEqual(order, ['write 1', 'written 1', 'write 2', 'end', 'written 2'])
})

test('G10 what upstream throws in the abort does not keep the destination from its end', () => {
  const echo = new Echo()
  const failure = new Error('mine')
  echo.onAbort = () => {
    throw failure
  }
  const probe = echo.pipe(new Probe())
  echo.source.abort()
  assert.deepEqual(probe.ends, [[true]])
  assert.equal(echo.thrown[0].error, failure)
})
