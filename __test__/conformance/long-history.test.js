import assert from 'node:assert/strict'
import test from 'node:test'
import { createTextFrame } from './package.js'
import { llmResponse, startSession } from './session.js'

// More than are kept in JavaScript, twice over.
const TURNS = 300_000

/** Texts of each kind: short and plain, of two bytes a unit, half a pair, long. */
function textOf(turn) {
  if (turn % 9973 === 0) return `${turn} `.repeat(100)
  if (turn % 101 === 0) return `turn ${turn} 🙂`
  if (turn % 103 === 0) return `turn ${turn} \ud800`
  return turn % 107 === 0 ? '' : `turn ${turn} é`
}

function play({ middle }) {
  let time = 1000
  const { harness } = startSession({ maxTurns: Number.POSITIVE_INFINITY, clock: () => time })
  const expected = harness.getState().history.map((entry) => ({ ...entry }))
  let snapshot = []
  for (let turn = 1; turn <= TURNS; turn++) {
    if (turn % 10 === 0) time += 1
    harness.write(createTextFrame(textOf(turn)))
    expected.push({ role: 'user', content: textOf(turn), timestamp: time })
    if (turn % 5003 === 0) {
      harness.write(llmResponse({ content: `answer ${turn}` }))
      expected.push({ role: 'assistant', content: `answer ${turn}`, timestamp: time })
    }
    if (turn === middle) snapshot = harness.getState().history
  }
  return { history: harness.getState().history, expected, snapshot }
}

for (const middle of [undefined, 120_000]) {
  test(`G18 a history longer than what is kept at hand is whole and in order, read in the middle: ${middle}`, () => {
    const { history, expected, snapshot } = play({ middle })
    assert.equal(history.length, expected.length)
    for (const [i, entry] of expected.entries()) {
      const { role, content, timestamp } = history[i]
      if (role !== entry.role || content !== entry.content || timestamp !== entry.timestamp)
        assert.deepEqual(history[i], entry, `entry ${i}`)
    }
    for (const [i, entry] of snapshot.entries()) assert.equal(history[i], entry)
  })
}

test('G18 a long run of texts alone is whole and in order', () => {
  const { harness } = startSession({ maxTurns: Number.POSITIVE_INFINITY, clock: () => 7 })
  for (let turn = 1; turn <= TURNS; turn++) harness.write(createTextFrame(textOf(turn)))
  const { history } = harness.getState()
  assert.equal(history.length, TURNS + 1)
  for (let turn = 1; turn <= TURNS; turn++) {
    if (history[turn].content !== textOf(turn))
      assert.equal(history[turn].content, textOf(turn), `turn ${turn}`)
  }
})
