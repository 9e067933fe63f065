// How deep the stack is. An input that overflowed it half-way would leave the core and the glue at odds.

import { GattoError } from './error.js'
import { native } from './native.js'

/** Whether so little of the stack is left that an input might not be carried through. */
export function isStackNearlyFull() {
  return native.isStackNearlyFull() !== undefined
}

/** What a raw function answers that looks at the stack itself, and takes no input there: src/stack.rs. */
export const STACK_FULL = -2_147_483_648

/** Why an input was refused there. */
export function stackError() {
  const message = 'The stack is nearly full: write from a shallower place, or from a new tick (setImmediate)'
  return new GattoError('ERR_GATTO_STACK_FULL', message)
}
