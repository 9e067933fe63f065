// What the harness reads of a frame: the fields that the rules name for its type, and no others. A getter that throws
// throws here. Part of the model.
import { readArguments } from './tools.js'

const isObject = (value) => value !== null && typeof value === 'object'

/** The type, or the text that an unknown one is reported by (G25). */
export const readType = (frame) => (isObject(frame) ? String(frame.type) : 'undefined')

/** G21: the text, or undefined. */
export function readText({ content }) {
  const text = isObject(content) ? content.text : content
  return typeof text === 'string' ? text : undefined
}

/** G22: `{ kind, ...fields }`. */
export function readData({ data }) {
  if (data === null || data === undefined) return {}
  const kind = data.type
  if (kind === 'tool-result') return { kind, ...readResult(data) }
  if (kind !== 'llm-response') return { kind }
  const { content, thinking, toolCalls } = data
  // The calls are read here too, so that a getter that throws in the last one leaves nothing half done.
  return {
    kind,
    content,
    thinking,
    toolCalls: Array.isArray(toolCalls) ? Array.from(toolCalls, readOnce) : toolCalls
  }
}

/** G23. */
export const readToolResult = ({ content, data }) => readResult(isObject(content) ? content : data)

const readResult = (fields) => {
  const { callId, result, error } = fields ?? {}
  return { callId, result, error }
}

const readOnce = (call) => {
  const { id, tool, name, arguments: first, args: second, function: fn } = call ?? {}
  return { id, tool: tool ?? name ?? fn?.name, args: first ?? second ?? fn?.arguments }
}

/** A call as `readData` gave it, its arguments taken out of their JSON text (G29). */
export const readCall = ({ id, tool, args }) => ({ id, tool, ...readArguments(args) })
