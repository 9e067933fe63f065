import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as peer from '@earendil-works/pi-agent-core'
import * as agent from '@polyweave/gatto-agent-harness/agent'

const { err, getOrThrow, getOrUndefined, ok, toError } = agent

test('A4 a result is a value or an error, and gives either back as it is', () => {
  const value = { deep: true }
  const error = new RangeError('no')
  assert.deepEqual(ok(value), { ok: true, value })
  assert.deepEqual(err(error), { ok: false, error })
  assert.equal(getOrThrow(ok(value)), value)
  assert.throws(
    () => getOrThrow(err(error)),
    (thrown) => thrown === error
  )
  assert.equal(getOrUndefined(ok(value)), value)
  assert.equal(getOrUndefined(err(error)), undefined)
})

test('A4 whatever is thrown becomes an Error that says what it was', () => {
  const error = new TypeError('itself')
  assert.equal(toError(error), error)
  const cycle = {}
  cycle.self = cycle
  const hostile = { toJSON: () => 1n, toString: () => Symbol('no text') }
  for (const thrown of ['text', '', 0, null, true, { a: [1] }, 10n, cycle]) {
    assert.ok(toError(thrown) instanceof Error)
    assert.equal(toError(thrown).message, peer.toError(thrown).message)
  }
  assert.ok(toError(hostile) instanceof Error)
  // JSON has nothing to say of these; an empty message would say as little.
  assert.equal(toError(undefined).message, 'undefined')
  assert.equal(toError(Symbol('s')).message, 'Symbol(s)')
})

const CLASSES = [
  ['BranchSummaryError', 'summarization_failed'],
  ['AgentHarnessError', 'busy'],
  ['CompactionError', 'aborted'],
  ['ExecutionError', 'timeout'],
  ['SessionError', 'storage']
]

for (const [name, code] of CLASSES) {
  test(`A4 ${name} is an Error with its name, its code, and a cause only if there is one`, () => {
    const cause = new Error('why')
    for (const of of [agent, peer]) {
      const bare = new of[name](code, 'what')
      assert.ok(bare instanceof Error)
      assert.deepEqual([bare.name, bare.code, bare.message], [name, code, 'what'])
      assert.ok(!('cause' in bare))
      assert.equal(new of[name](code, 'what', cause).cause, cause)
    }
  })
}

test('A4 the names of errors are constants, also of what is derived from them', () => {
  for (const [name, code] of [...CLASSES, ['FileError', 'unknown']]) {
    const [ours, theirs] = [agent, peer].map((api) => {
      class Derived extends api[name] {}
      const error = new Derived(code, 'what')
      return [error.name, Object.keys(error), String(error)]
    })
    assert.deepEqual(ours, theirs)
  }
})

test('A4 FileError names the path between the message and the cause', () => {
  const cause = new Error('why')
  for (const { FileError } of [agent, peer]) {
    const error = new FileError('not_found', 'what', '/p', cause)
    assert.deepEqual(
      [error.name, error.code, error.path, error.cause],
      ['FileError', 'not_found', '/p', cause]
    )
    const bare = new FileError('unknown', 'what')
    assert.equal(bare.path, undefined)
    assert.ok(!('cause' in bare))
  }
})
