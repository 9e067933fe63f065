// The raw functions of the native core, the numbers that cross with them, and the clock.

import { loadBinding } from './load.js'

/** The native exports. Their types are in binding.d.ts; the raw functions are described in src/harness/hot.rs. */
export const native = loadBinding()

/**
 * The mailbox: numbers that both sides read and write. The time of an input goes in at TIME and comes back there;
 * answers to questions stand from ANSWERS on, and the credit at CREDIT; outputs are pairs from PAIRS on.
 */
export const box = new Float64Array(native.mailbox)
export const TIME = 0
export const ANSWERS = 1
export const CREDIT = 15
export const PAIRS = 16
/** How many pairs there is room for. */
export const MOST = (box.length - PAIRS) / 2

/** What the core wants done; the numbers are those of src/harness/outbox.rs. */
export const Output = Object.freeze({
  FORWARD: 0,
  RESET: 1,
  START: 2,
  INITIALIZED: 3,
  THINKING: 4,
  CALL: 5,
  DISPATCH: 6,
  RUN: 7,
  INTERRUPTED: 8,
  COMPLETED: 9,
  MAX_TURNS: 10,
  TASK_COMPLETE: 11,
  CLOSE: 12,
  ABORTED: 13,
  SHUTDOWN: 14,
  END: 15,
  FINISH: 16,
  REFUSE: 17,
  ID_TAKEN: 18,
  KEEP: 19
})

/** How a call was answered. */
export const Answer = Object.freeze({ SUCCESS: 0, ERROR: 1, NOT_FOUND: 2 })

const dateNow = Date.now

/** The time now, by a caller's clock or by whatever stands in `Date.now` at this moment, in milliseconds. */
export function now(clock) {
  return clock === undefined ? Date.now() : Number(clock())
}

/**
 * The time now, or NaN to leave it to the core, whose clock is that of `Date.now` and cheaper to ask on the way. It
 * may stand in only while nobody has replaced `Date.now`.
 */
export function timeOrCore(clock) {
  if (clock !== undefined) return Number(clock())
  return Date.now === dateNow ? Number.NaN : Date.now()
}

/** Outputs out of the mailbox, as columns: what is to be done, and with what number. */
class Outputs {
  codes = []
  numbers = []
  length = 0

  read(slot, count) {
    let end = 0
    for (let rest = count; rest > 0; rest = rest === MOST ? native.more(slot) : 0) {
      for (let i = PAIRS; i < PAIRS + 2 * rest; i += 2) {
        this.codes[end] = box[i] | 0
        this.numbers[end++] = box[i + 1]
      }
    }
    this.length = end
  }
}

// Where outputs are performed from, one list for each level of nesting: a tool that answers at once is a level.
const lists = []
let level = 0

/**
 * Calls `body` with the outputs of an input that gave `count`. They are another's again when `body` has returned.
 *
 * @param {(outputs: Outputs, first: any, second: any) => void} body
 */
export function withOutputs(slot, count, body, first, second) {
  lists[level] ??= new Outputs()
  const outputs = lists[level]
  level += 1
  try {
    outputs.read(slot, count)
    body(outputs, first, second)
  } finally {
    level -= 1
    if (outputs.length > LONGEST_LIST) lists[level] = undefined
  }
}
const LONGEST_LIST = 128
