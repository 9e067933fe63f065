// A conversation as one text, for a model that is to read it and not to take part in it.

import { jsonOf } from './estimate.js'

/** Of a tool's result, in UTF-16 units: the beginning says what it was. */
const RESULT = 2000

function joined(content, separator) {
  if (typeof content === 'string') return content
  let text
  for (const block of content ?? [])
    if (block.type === 'text') text = text === undefined ? block.text : text + separator + block.text
  return text ?? ''
}

function shortened(text) {
  if (text.length <= RESULT) return text
  // Not through a surrogate pair: many providers refuse half of one.
  const isPair = /^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(RESULT - 1, RESULT + 1))
  const end = isPair ? RESULT - 1 : RESULT
  return `${text.slice(0, end)}\n\n[... ${text.length - end} more characters truncated]`
}

function signature({ name, arguments: args }) {
  const pairs = Object.entries(args ?? {}).map(([key, value]) => `${key}=${jsonOf(value)}`)
  return `${name}(${pairs.join(', ')})`
}

function response(content, sections) {
  if (!Array.isArray(content)) return
  const thinking = []
  const texts = []
  const calls = []
  for (const block of content) {
    if (block.type === 'thinking') thinking.push(block.thinking)
    else if (block.type === 'text') texts.push(block.text)
    else if (block.type === 'toolCall') calls.push(signature(block))
  }
  section(sections, 'Assistant thinking', thinking.join('\n'))
  section(sections, 'Assistant', texts.join('\n'))
  section(sections, 'Assistant tool calls', calls.join('; '))
}

function section(sections, role, text) {
  if (text !== '') sections.push(`[${role}]: ${text}`)
}

export function serializeConversation(messages) {
  const sections = []
  for (const { role, content } of messages) {
    if (role === 'user') section(sections, 'User', joined(content, ''))
    else if (role === 'assistant') response(content, sections)
    else if (role === 'toolResult') section(sections, 'Tool result', shortened(joined(content, '')))
  }
  return sections.join('\n\n')
}
