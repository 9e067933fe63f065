// Reading the tool calls of a model's response, and the texts of their results.

import { randomUUID } from 'node:crypto'
import { readArguments } from './arguments.js'
import { errorText } from './frame.js'
import { Call } from './runner.js'

export const isPresent = (value) => value !== undefined && value !== null && value !== ''

/** Calls in the harness's shape or in OpenAI's. An id that is unusable or taken becomes a fresh one. */
export function readCalls(items, ledger) {
  const taken = new Set()
  return items.map((item) => {
    const call = readCall(item)
    if (typeof call.id !== 'string' || call.id === '' || taken.has(call.id) || ledger.isOpen(call.id)) {
      call.id = randomUUID()
    }
    taken.add(call.id)
    return call
  })
}

function readCall(item) {
  const outer = item ?? {}
  const inner = outer.function ?? {}
  const { args, broken, isJson } = readArguments(outer.arguments ?? outer.args ?? inner.arguments)
  return new Call(outer.id, outer.tool ?? outer.name ?? inner.name, args, isJson, broken)
}

/** What the history says of a result. */
export function resultText(result) {
  if (typeof result === 'string') return result
  try {
    return JSON.stringify(result) ?? errorText(result)
  } catch {
    return errorText(result)
  }
}
