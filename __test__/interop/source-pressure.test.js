import assert from 'node:assert/strict'
import test from 'node:test'
import { Echo } from './echo.js'
import { oneByOne, Probe } from './probe.js'

test('G8 pressure begins at the mark and ends at half of it, rounded down', () => {
  for (const [highWaterMark, half] of [
    [1, 0],
    [4, 2],
    [5, 2]
  ]) {
    const echo = new Echo({ highWaterMark })
    const probe = echo.pipe(oneByOne())
    for (let n = 1; n < highWaterMark; n++) echo.write(n)
    assert.deepEqual(echo.pressure, [])
    echo.write('last')
    echo.write('one more')
    assert.deepEqual(echo.pressure, [true])
    for (let left = highWaterMark; left > half; left--) {
      probe.resume()
      assert.deepEqual(echo.pressure, [true])
    }
    probe.resume()
    assert.deepEqual(echo.pressure, [true, false])
  }
})

test('G8 the mark is 1024 unless set', () => {
  const echo = new Echo()
  for (let n = 0; n < 1023; n++) echo.write(n)
  assert.deepEqual(echo.pressure, [])
  echo.write(1023)
  assert.deepEqual(echo.pressure, [true])
})

test('G8 frames on their way to a destination that takes them are no pressure', () => {
  const echo = new Echo({ highWaterMark: 1 })
  const probe = new Probe()
  echo.pipe(probe)
  echo.write(1)
  probe.paused = true
  echo.write(2)
  probe.paused = false
  echo.write(3)
  assert.deepEqual(probe.frames, [1, 2, 3])
  assert.deepEqual(echo.pressure, [true, false])
})

test('G8 what one write causes is pressure when it reaches the mark', () => {
  const echo = new Echo({ highWaterMark: 4 })
  let written = 0
  echo.pipe(
    new Probe({
      onWrite() {
        while (!echo.sink.paused && written < 100) echo.write(written++)
      }
    })
  )
  echo.write('first')
  assert.equal(written, 100)
  assert.ok(echo.pressure.length > 2)
  assert.equal(echo.pressure.at(-1), false)
})

test('G8 an abort drops the frames and their pressure without a word', () => {
  const echo = new Echo({ highWaterMark: 1 })
  echo.write(1)
  echo.source.abort()
  echo.pipe(new Probe())
  assert.deepEqual(echo.pressure, [true])
})

test('G7 a million frames in one tick are kept and given out in order', () => {
  const echo = new Echo()
  const count = 1_000_000
  for (let n = 0; n < count; n++) echo.write(n)
  let next = 0
  const probe = {
    paused: false,
    source: null,
    write: (n) => {
      assert.ok(n === next)
      next += 1
    },
    end() {}
  }
  echo.pipe(probe)
  assert.equal(next, count)
})

test('G7 a buffer that never runs empty keeps its order', () => {
  const echo = new Echo({ highWaterMark: Infinity })
  const probe = echo.pipe(oneByOne())
  for (let n = 0; n < 10; n++) echo.write(n)
  for (let n = 10; n < 5000; n++) {
    echo.write(n)
    probe.resume()
  }
  assert.deepEqual(
    probe.frames,
    Array.from({ length: 4990 }, (_, n) => n)
  )
})
