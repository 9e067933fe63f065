// How V8 keeps a text. What it keeps in one byte a unit can be counted without a look at it, or without widening it.

import process from 'node:process'

let ask

/**
 * Whether V8 says that all units of a text are below 256. It may keep such a text in two bytes a unit, and Node 20 does
 * not ask it: false means nothing. It costs less than any look at the text.
 */
export function isOneByte(text) {
  // Loaded for the first text that is to be looked at: most programs have none.
  ask ??= process.getBuiltinModule?.('node:v8').isStringOneByteRepresentation ?? (() => false)
  return ask(text)
}
