import assert from 'node:assert/strict'
import test from 'node:test'
import { Source } from '../../js/stream/source.js'
import { Echo } from './echo.js'
import { Probe } from './probe.js'

test('G9 frames that a write causes come after it, without recursion', () => {
  const echo = new Echo()
  let depth = 0
  let deepest = 0
  const probe = new Probe({
    onWrite(n) {
      depth += 1
      deepest = Math.max(deepest, depth)
      if (n < 100_000) echo.write(n + 1)
      depth -= 1
    }
  })
  echo.pipe(probe)
  echo.write(0)
  assert.equal(probe.frames.length, 100_001)
  assert.ok(probe.frames.every((n, i) => n === i))
  assert.equal(deepest, 1)
})

test('G9 a destination that pauses and resumes inside its write is not entered again', () => {
  const echo = new Echo()
  const order = []
  const probe = new Probe({
    paused: true,
    onWrite(frame) {
      order.push(`in ${frame}`)
      probe.paused = true
      probe.resume()
      order.push(`out ${frame}`)
    }
  })
  echo.pipe(probe)
  echo.write(1)
  echo.write(2)
  probe.resume()
  assert.deepEqual(order, ['in 1', 'out 1', 'in 2', 'out 2'])
})

test('G9 a destination that pipes elsewhere inside its write gets no more', () => {
  const echo = new Echo()
  const second = new Probe()
  const first = new Probe({ paused: true, onWrite: () => echo.pipe(second) })
  echo.pipe(first)
  for (const n of [1, 2, 3]) echo.write(n)
  first.resume()
  assert.deepEqual(first.frames, [1])
  assert.deepEqual(second.frames, [2, 3])
  assert.deepEqual(first.ends, [])
})

test('G9 a destination that pipes elsewhere inside its end passes the end on', () => {
  const echo = new Echo()
  const second = new Probe()
  const first = echo.pipe(new Probe({ onEnd: () => echo.pipe(second) }))
  echo.end()
  assert.deepEqual(first.ends, [[]])
  assert.deepEqual(second.ends, [[]])
})

test('G9 an end inside a write comes after what the write caused', () => {
  const echo = new Echo()
  const probe = new Probe({
    onWrite(frame) {
      if (frame !== 1) return
      echo.write(2)
      echo.end()
      echo.write(3)
    }
  })
  echo.pipe(probe)
  echo.write(1)
  assert.deepEqual(probe.frames, [1, 2])
  assert.deepEqual(probe.ends, [[]])
})

test('G9 G39 a destination that throws has had its frame; the error is told once', () => {
  const echo = new Echo()
  const failure = new Error('mine')
  const probe = new Probe({
    onWrite(frame) {
      if (frame === 1) throw failure
    }
  })
  echo.pipe(probe)
  echo.write(1)
  echo.write(2)
  assert.deepEqual(probe.frames, [1, 2])
  assert.deepEqual(echo.thrown, [{ error: failure, frame: 1 }])
})

test('G39 a report that fails too is not reported, whenever it is delivered', () => {
  for (const paused of [false, true]) {
    const reported = []
    const source = new Source({
      onThrow(error, frame) {
        reported.push([error.message, frame])
        source.emit(`report on ${frame}`)
      }
    })
    const probe = new Probe({
      onWrite(frame, self) {
        self.paused = paused
        throw new Error(`at ${frame}`)
      }
    })
    source.pipe(probe)
    source.emit(1)
    source.emit(2)
    for (let i = 0; i < 4; i++) probe.resume()
    assert.deepEqual(reported, [
      ['at 1', 1],
      ['at 2', 2]
    ])
    assert.deepEqual(probe.frames, [1, 'report on 1', 2, 'report on 2'])
  }
})

test('G39 a report comes before the end that is still to be told, and after an end that threw', () => {
  const failure = new Error('mine')
  const order = []
  const source = new Source({ onThrow: (error) => source.emit(error) })
  const probe = new Probe({
    paused: true,
    onWrite(frame) {
      order.push(frame)
      if (frame === 1) throw failure
    },
    onEnd() {
      order.push('end')
      throw failure
    }
  })
  source.pipe(probe)
  source.emit(1)
  source.emit(2)
  source.finish()
  source.emit('late')
  probe.resume()
  assert.deepEqual(order, [1, 2, failure, 'end', failure])
  assert.deepEqual(probe.ends, [[]])
})

test('G39 G10 after an abort there is no report', () => {
  const source = new Source({ onThrow: (error) => source.emit(error) })
  const probe = new Probe({
    onEnd() {
      throw new Error('mine')
    }
  })
  source.pipe(probe)
  source.abort()
  assert.deepEqual(probe.frames, [])
  assert.deepEqual(probe.ends, [[true]])
})

test('G39 a destination whose paused can not be read counts as one that throws in its write', () => {
  const echo = new Echo()
  const failure = new Error('mine')
  const dest = {
    source: null,
    write() {},
    end() {},
    get paused() {
      throw failure
    }
  }
  echo.write(1)
  echo.pipe(dest)
  echo.write(2)
  const frames = echo.thrown.map(({ error, frame }) => error === failure && frame)
  assert.ok(frames.includes(1) && frames.includes(2))
})

test('G39 a destination that throws in its end is told of once, and ended', () => {
  const echo = new Echo()
  const failure = new Error('mine')
  echo.pipe(
    new Probe({
      onEnd() {
        throw failure
      }
    })
  )
  echo.end()
  assert.deepEqual(echo.thrown, [{ error: failure, frame: undefined }])
  assert.equal(echo.source.ended, true)
})

test('G39 with nobody to tell, what a destination throws is an uncaught exception', async () => {
  const failure = new Error('mine')
  const source = new Source()
  source.pipe(
    new Probe({
      onWrite() {
        throw failure
      }
    })
  )
  const uncaught = new Promise((resolve) => process.setUncaughtExceptionCaptureCallback(resolve))
  source.emit(1)
  assert.equal(await uncaught, failure)
  process.setUncaughtExceptionCaptureCallback(null)
})
