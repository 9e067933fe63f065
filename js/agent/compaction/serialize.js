// A conversation as one text, for a model that is to read it and not to take part in it.

import { jsonOf } from './estimate.js'

/** Of a tool's result, in UTF-16 units: the beginning says what it was. */
const RESULT = 2000

function joined(content) {
  if (typeof content === 'string') return content
  let text = ''
  if (Array.isArray(content)) for (const block of content) if (block.type === 'text') text += block.text
  return text
}

function shortened(text) {
  if (text.length <= RESULT) return text
  // Not through a surrogate pair: many providers refuse half of one.
  const isPair = /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(RESULT - 1, RESULT + 1))
  const end = isPair ? RESULT - 1 : RESULT
  return `${text.slice(0, end)}\n\n[... ${text.length - end} more characters truncated]`
}

function callOf({ name, arguments: args }) {
  let list = ''
  if (args !== undefined && args !== null)
    for (const key of Object.keys(args)) {
      const value = args[key]
      // Most arguments are short texts and numbers; a number that is finite is its own JSON.
      const json = Number.isFinite(value) ? value : jsonOf(value)
      list += list === '' ? `${key}=${json}` : `, ${key}=${json}`
    }
  return `${name}(${list})`
}

function add(sections, role, text) {
  if (text) sections.push(`[${role}]: ${text}`)
}

/** Thinking, texts and calls, each together. */
function addResponse(sections, content) {
  if (!Array.isArray(content)) return
  let thinking
  let texts
  let calls
  for (const block of content) {
    if (block.type === 'text') texts = texts === undefined ? block.text : `${texts}\n${block.text}`
    else if (block.type === 'toolCall')
      calls = calls === undefined ? callOf(block) : `${calls}; ${callOf(block)}`
    else if (block.type === 'thinking')
      thinking = thinking === undefined ? block.thinking : `${thinking}\n${block.thinking}`
  }
  add(sections, 'Assistant thinking', thinking)
  add(sections, 'Assistant', texts)
  add(sections, 'Assistant tool calls', calls)
}

export function serializeConversation(messages) {
  const sections = []
  for (const { role, content } of messages) {
    if (role === 'user') add(sections, 'User', joined(content))
    else if (role === 'assistant') addResponse(sections, content)
    else if (role === 'toolResult') add(sections, 'Tool result', shortened(joined(content)))
  }
  return sections.join('\n\n')
}
