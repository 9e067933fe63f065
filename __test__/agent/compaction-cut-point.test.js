import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as peer from '@earendil-works/pi-agent-core'
import * as agent from '@polyweave/gatto-agent-harness/agent'
import fc from '../seeded.js'
import {
  anyPath,
  assistant,
  carrying,
  chain,
  compaction,
  holds,
  message,
  pointing,
  toolResult,
  user
} from './transcript/arbitrary.js'

const { findCutPoint, findTurnStartIndex } = agent

const long = 'x'.repeat(400) // 100 tokens
const cutOf = (path, keep, start = 0) => findCutPoint(path, start, path.length, keep)
const label = { type: 'label', targetId: 'e0', label: 'x' }

test('A13.2 enough stays behind the cut', () => {
  const path = chain(...Array.from({ length: 6 }, () => message(user(long))))
  for (const [keep, at] of [
    [0, 5],
    [100, 5],
    [101, 4],
    [300, 3],
    [600, 0],
    [601, 0]
  ])
    assert.deepEqual(cutOf(path, keep), { firstKeptEntryIndex: at, turnStartIndex: -1, isSplitTurn: false })
  assert.equal(cutOf(path, 601, 2).firstKeptEntryIndex, 2)
})

test('A13.2 a result stays with its call', () => {
  const path = chain(
    message(user(long)),
    message(assistant(long)),
    message(toolResult(long)),
    message(assistant(long)),
    message(user(long))
  )
  assert.equal(cutOf(path, 300).firstKeptEntryIndex, 3)
  const only = chain(message(toolResult(long)), label)
  assert.deepEqual(cutOf(only, 10), { firstKeptEntryIndex: 0, turnStartIndex: -1, isSplitTurn: false })
})

test('A13.2 a message of every role but that of a result, and of one that is not known, can be cut at', () => {
  const at = (role) => {
    const path = chain(
      message(user(long)),
      message(assistant(long)),
      message({ role }),
      message(toolResult(long))
    )
    return cutOf(path, 50).firstKeptEntryIndex
  }
  for (const role of ['user', 'assistant', 'bashExecution', 'custom', 'branchSummary', 'compactionSummary'])
    assert.equal(at(role), 2, role)
  for (const role of ['toolResult', 'unheard', undefined]) assert.equal(at(role), 1, role)
})

test('A13.2 a cut within a turn says where the turn began', () => {
  const path = chain(
    message(user(long)),
    message(assistant(long)),
    message(user(long)),
    message(assistant(long)),
    message(assistant(long))
  )
  assert.deepEqual(cutOf(path, 100), { firstKeptEntryIndex: 4, turnStartIndex: 2, isSplitTurn: true })
  assert.deepEqual(cutOf(path, 300), { firstKeptEntryIndex: 2, turnStartIndex: -1, isSplitTurn: false })
})

test('A13.2 what was set right before the cut goes with it, a compaction does not', () => {
  const path = chain(
    message(user(long)),
    message(assistant(long)),
    { type: 'model_change', provider: 'p', modelId: 'm' },
    label,
    message(user(long))
  )
  assert.equal(cutOf(path, 100).firstKeptEntryIndex, 2)
  assert.equal(cutOf(path, 100, 3).firstKeptEntryIndex, 3)
  const compacted = chain(message(user(long)), compaction('s'), label, message(user(long)))
  assert.equal(cutOf(compacted, 100).firstKeptEntryIndex, 2)
})

test('A13.2 only messages count, but custom messages and branch summaries can be cut at', () => {
  const custom = { type: 'custom_message', customType: 'k', content: long, display: true }
  const branch = { type: 'branch_summary', summary: long, fromId: 'root' }
  const path = chain(message(user(long)), message(assistant(long)), custom, branch, message(toolResult(long)))
  // The result weighs 100; the two in front of it nothing, and they go with it.
  assert.equal(cutOf(path, 150).firstKeptEntryIndex, 1)
  assert.equal(findTurnStartIndex(path, 4, 0), 3)
  assert.equal(findTurnStartIndex(path, 2, 0), 2)
  assert.equal(findTurnStartIndex(path, 1, 0), 0)
  assert.equal(findTurnStartIndex(path, 1, 1), -1)
  const ran = { role: 'bashExecution', command: 'ls', output: '', timestamp: 0 }
  assert.equal(findTurnStartIndex(chain(message(ran), message(assistant(long))), 1, 0), 0)
})

test('A13.2 ranges that reach too far, or hold nothing, are no error', () => {
  const path = chain(message(user(long)))
  assert.equal(findCutPoint(path, 0, 9, 10).firstKeptEntryIndex, 0)
  assert.equal(findTurnStartIndex(path, 9, 0), 0)
  assert.deepEqual(findCutPoint([], 0, 0, 10), {
    firstKeptEntryIndex: 0,
    turnStartIndex: -1,
    isSplitTurn: false
  })
})

test('F36 a last result that is larger than what is to be kept does not keep everything', () => {
  const path = chain(
    message(user(long)),
    message(assistant(long)),
    message(user(long)),
    message(assistant(long)),
    message(toolResult(long.repeat(10)))
  )
  assert.equal(peer.findCutPoint(path, 0, 5, 500).firstKeptEntryIndex, 0)
  assert.deepEqual(cutOf(path, 500), { firstKeptEntryIndex: 3, turnStartIndex: 2, isSplitTurn: true })
})

test('A13.2 a budget that is no number is never reached', () => {
  const path = ['user', 'assistant', 'user'].map((role, i) => ({
    type: 'message',
    id: `${i}`,
    parentId: i === 0 ? null : `${i - 1}`,
    timestamp: 't',
    message: { role, content: role === 'user' ? 'some text' : [], timestamp: 1 }
  }))
  for (const keep of [undefined, Number.NaN, {}, Number.POSITIVE_INFINITY]) {
    const cut = findCutPoint(path, 0, 3, keep)
    assert.deepEqual(cut, peer.findCutPoint(path, 0, 3, keep))
    assert.equal(cut.firstKeptEntryIndex, 0)
  }
})

/** FIX 36: the budget is reached where only results follow. */
function isF36(path, start, end, keep) {
  let kept = 0
  for (let i = end - 1; i >= start; i--) {
    if (path[i].type !== 'message') continue
    kept += agent.estimateTokens(path[i].message)
    if (kept < keep) continue
    return path
      .slice(i, end)
      .every(({ type, message: of }) =>
        type === 'message'
          ? of.role === 'toolResult' || of.role === 'unheard'
          : type !== 'branch_summary' && type !== 'custom_message'
      )
  }
  return false
}

test('A13.2 F36 cuts are those of the published package, but where only results would be kept', () => {
  let same = 0
  let fixed = 0
  const paths = anyPath({ compactions: fc.array(fc.oneof(pointing, carrying), { maxLength: 2 }) })
  holds(
    fc.property(paths, fc.nat(30), fc.nat(3), fc.nat(2000), (path, from, short, keep) => {
      const start = Math.min(from, path.length)
      const end = Math.max(start, path.length - short)
      const cut = findCutPoint(path, start, end, keep)
      if (isF36(path, start, end, keep)) {
        fixed++
        assert.ok(cut.firstKeptEntryIndex >= peer.findCutPoint(path, start, end, keep).firstKeptEntryIndex)
      } else {
        same++
        assert.deepEqual(cut, peer.findCutPoint(path, start, end, keep))
      }
      for (let i = start; i < end; i++)
        assert.equal(findTurnStartIndex(path, i, start), peer.findTurnStartIndex(path, i, start))
    })
  )
  assert.ok(same > fixed && fixed > 0, `${same} the same, ${fixed} by FIX 36`)
})
