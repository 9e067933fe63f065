// How many tokens a message is, by what can be seen of it without a tokenizer.

/** An image, in characters: what providers charge for one of middling size. */
const IMAGE = 4800

/** Scripts of which a character is a token by itself, more or less. Texts of one byte a character never match: no scan. */
const WIDE =
  /[\u1100-\u11ff\u2e80-\ua4cf\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\ud800-\udbff]/

/** Quarters of a token: one for a UTF-16 unit, four for a wide character, whether it is one unit or two. */
function quarters(text) {
  return WIDE.test(text) ? text.length + extraOfWide(text) : text.length
}

function extraOfWide(text) {
  let extra = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x1100) continue
    if (isWide(unit)) extra += 3
    else if (isHigh(unit) && isLow(text.charCodeAt(i + 1))) {
      extra += 2
      i++
    }
  }
  return extra
}

const isWide = (unit) =>
  unit <= 0x11ff ||
  (unit >= 0x2e80 && unit <= 0xa4cf) ||
  (unit >= 0xa960 && unit <= 0xa97f) ||
  (unit >= 0xac00 && unit <= 0xd7ff) ||
  (unit >= 0xf900 && unit <= 0xfaff) ||
  (unit >= 0xfe30 && unit <= 0xfe4f) ||
  (unit >= 0xff00 && unit <= 0xffef)
const isHigh = (unit) => unit >= 0xd800 && unit <= 0xdbff
const isLow = (unit) => unit >= 0xdc00 && unit <= 0xdfff

const ofText = (text) => (typeof text === 'string' ? quarters(text) : 0)

function ofContent(content) {
  if (typeof content === 'string') return quarters(content)
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
    else if (block.type === 'toolCall') sum += ofText(block.name) + quarters(jsonOf(block.arguments))
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

function quartersOf(message) {
  switch (message.role) {
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

export const estimateTokens = (message) => Math.ceil(quartersOf(message) / 4)

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
