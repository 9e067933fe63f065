// How many tokens a message is, by what can be seen of it without a tokenizer.

import { quartersOf } from './weight.js'

/** An image, in characters: what providers charge for one of middling size. */
const IMAGE = 4800

const ofText = (text) => (typeof text === 'string' ? quartersOf(text) : 0)

function ofContent(content) {
  if (typeof content === 'string') return quartersOf(content)
  let sum = 0
  if (!Array.isArray(content)) return sum
  for (const block of content) {
    if (block.type === 'text') sum += ofText(block.text)
    else if (block.type === 'image') sum += IMAGE
  }
  return sum
}

function ofResponse(content) {
  let sum = 0
  if (!Array.isArray(content)) return sum
  for (const block of content) {
    if (block.type === 'text') sum += ofText(block.text)
    else if (block.type === 'thinking') sum += ofText(block.thinking)
    else if (block.type === 'toolCall') sum += block.name.length + quartersOf(jsonOf(block.arguments))
  }
  return sum
}

/** JSON, or a word in its place: a value that has none is not a reason to fail. */
export function jsonOf(value) {
  try {
    return JSON.stringify(value) ?? 'undefined'
  } catch {
    return '[unserializable]'
  }
}

function ofMessage(message) {
  switch (message?.role) {
    case 'user':
    case 'custom':
    case 'toolResult':
      return ofContent(message.content)
    case 'assistant':
      return ofResponse(message.content)
    case 'bashExecution':
      return ofText(message.command) + ofText(message.output)
    case 'branchSummary':
    case 'compactionSummary':
      return ofText(message.summary)
    default:
      return 0
  }
}

export const estimateTokens = (message) => Math.ceil(ofMessage(message) / 4)

export const calculateContextTokens = ({ totalTokens, input, output, cacheRead, cacheWrite }) =>
  totalTokens || input + output + cacheRead + cacheWrite

/** The usage that a message reports, if it counts: a response that failed says nothing about the context. */
function countedUsage(message) {
  if (message?.role !== 'assistant' || message.stopReason === 'aborted' || message.stopReason === 'error')
    return
  if (message.usage && calculateContextTokens(message.usage) > 0) return message.usage
}

export function getLastAssistantUsage(entries) {
  for (let i = entries.length - 1; i >= 0; i--) {
    const usage = entries[i].type === 'message' ? countedUsage(entries[i].message) : undefined
    if (usage !== undefined) return usage
  }
}

/** What the provider counted last, and an estimate of what came after. */
export function estimateContextTokens(messages) {
  let trailingTokens = 0
  for (let i = messages.length - 1; i >= 0; i--) {
    const usage = countedUsage(messages[i])
    if (usage !== undefined) {
      const usageTokens = calculateContextTokens(usage)
      return { tokens: usageTokens + trailingTokens, usageTokens, trailingTokens, lastUsageIndex: i }
    }
    trailingTokens += estimateTokens(messages[i])
  }
  return { tokens: trailingTokens, usageTokens: 0, trailingTokens, lastUsageIndex: null }
}
