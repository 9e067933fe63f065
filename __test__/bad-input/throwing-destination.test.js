import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAgentHarness, isAlive, keeper, OPERATION, piped, respond, started, text } from './pipeline.js'

/** Makes the destination throw at its nth frame from now on. */
const throwAt = (dest, ...positions) => {
  let at = 0
  dest.write = (frame) => {
    dest.frames.push(frame)
    if (positions.includes(at++)) throw new Error('destination')
  }
}
const kinds = (frames) => frames.map((each) => each.progress?.operation ?? each.data?.type ?? each.type)

test('G9 G39 a destination that throws has had the frame, and one ERROR frame tells of it', () => {
  const pipeline = started()
  throwAt(pipeline.dest, 0)
  const frame = text('hi')
  pipeline.harness.write(frame)
  assert.equal(pipeline.dest.frames[0], frame)
  assert.equal(pipeline.dest.frames.length, 2)
  const { type, error, stack, metadata } = pipeline.dest.frames[1]
  assert.deepEqual([type, error, typeof stack], ['ERROR', 'destination', 'string'])
  assert.equal(metadata.operation, OPERATION)
  assert.equal(metadata.frame, frame)
  assert.ok(isAlive(pipeline))
})

test('G9 G39 throwing in the middle of a response loses no frame of it and closes every call once', () => {
  const tools = [{ id: 'echo', execute: (args, _, done) => done(null, args) }]
  for (let at = 0; at < 6; at++) {
    const { harness, dest } = started({ tools })
    throwAt(dest, at)
    harness.write(respond({ id: 'a', tool: 'echo' }, { id: 'b', tool: 'none' }))
    const seen = kinds(dest.frames).filter((kind) => kind !== 'ERROR')
    assert.deepEqual(seen, ['tool-call', 'tool-completed', 'tool-call', 'tool-completed'])
    assert.equal(dest.frames.length, at < 4 ? 5 : 4)
    const results = harness.getState().history.filter(({ role }) => role === 'tool')
    assert.deepEqual(
      results.map(({ callId }) => callId),
      ['a', 'b']
    )
  }
})

test('G39 a destination that always throws is told of each frame once, without recursion', () => {
  const { harness, dest } = started({ maxTurns: Infinity })
  dest.write = (frame) => {
    dest.frames.push(frame)
    throw new Error('always')
  }
  for (let i = 0; i < 100; i++) harness.write(text('hi'))
  assert.equal(dest.frames.length, 200)
  assert.equal(dest.frames.filter(({ type }) => type === 'TEXT').length, 100)
  harness.end()
  assert.equal(dest.frames.filter(({ type }) => type === 'END').length, 1)
  assert.equal(dest.ends.length, 1)
})

test('G39 a destination that throws while the buffer is flushed gets the rest of it in order', () => {
  const harness = createAgentHarness()
  const errors = Array.from({ length: 5 }, (_, n) => ({ type: 'ERROR', error: `${n}` }))
  for (const error of errors) harness.write(error)
  const dest = keeper()
  throwAt(dest, 1, 3)
  harness.pipe(dest)
  const own = dest.frames.filter((frame) => errors.includes(frame))
  assert.deepEqual(own, errors)
  assert.deepEqual(
    dest.frames.filter((frame) => !errors.includes(frame)).map(({ metadata }) => metadata.frame),
    [errors[1], errors[3]]
  )
})

test('G27 G39 an end that throws is caught, and called once', () => {
  for (const finish of [
    (harness) => harness.end(),
    (harness) => harness.end(new Error('x')),
    (harness) => harness.source.abort()
  ]) {
    const { harness, dest } = piped()
    dest.end = (...args) => {
      dest.ends.push(args)
      throw new Error('end')
    }
    finish(harness)
    harness.end()
    harness.source.abort()
    assert.equal(dest.ends.length, 1)
    assert.equal(harness.getState().status, 'idle')
  }
})

test('G9 G39 a destination that writes and then throws is served in the order of cause', () => {
  const { harness, dest } = started()
  let isFirst = true
  dest.write = (frame) => {
    dest.frames.push(frame)
    if (!isFirst) return
    isFirst = false
    harness.write(text('second'))
    throw new Error('after the write')
  }
  harness.write(text('first'))
  const texts = dest.frames.filter(({ type }) => type === 'TEXT').map(({ content }) => content.text)
  assert.deepEqual(texts, ['first', 'second'])
  assert.equal(dest.frames.filter(({ type }) => type === 'ERROR').length, 1)
})

test('G27 G39 a sink whose properties throw neither breaks the harness nor throws out of write', () => {
  const { harness } = started()
  const hostile = {
    get paused() {
      throw new Error('paused')
    },
    write() {
      throw new Error('write')
    },
    end() {
      throw new Error('end')
    }
  }
  try {
    harness.pipe(hostile)
  } catch {
    // attaching to it may be refused, as with any misuse of pipe
  }
  harness.write(text('hi'))
  harness.end()
  assert.equal(harness.getState().currentTurn, 1)
  assert.equal(harness.getState().status, 'idle')
})

test('G10 G39 an upstream whose abort or resume throws does not keep the destination from its end', () => {
  const { harness, dest } = started({ highWaterMark: 1 })
  harness.sink.source = {
    resume() {
      throw new Error('resume')
    },
    abort() {
      throw new Error('abort')
    }
  }
  dest.paused = true
  harness.write(text('one'))
  harness.write(text('two'))
  dest.paused = false
  harness.source.resume()
  assert.deepEqual(
    dest.frames.filter(({ type }) => type === 'TEXT').map(({ content }) => content.text),
    ['one', 'two']
  )
  try {
    harness.source.abort()
  } catch {
    // an abort hands on what the upstream threw, or not: it is the abort that counts
  }
  assert.equal(dest.ends.length, 1)
})
