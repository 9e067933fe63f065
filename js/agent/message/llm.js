// What a model reads of a transcript.

export const COMPACTION_SUMMARY_PREFIX =
  'Earlier messages of this session were replaced by a checkpoint. It says where things stood:\n\n<summary>\n'
export const COMPACTION_SUMMARY_SUFFIX = '\n</summary>'
export const BRANCH_SUMMARY_PREFIX =
  'Another line of this session was tried and left before the messages below. In short, it went like this:\n\n<summary>\n'
export const BRANCH_SUMMARY_SUFFIX = '</summary>'

/** A command and what came of it. Nothing is escaped: models read fences in fences well, and backslashes badly. */
export function bashExecutionToText({ command, output, exitCode, cancelled, truncated, fullOutputPath }) {
  let text = `Executed \`${command}\`\n`
  text += output ? `\`\`\`\n${output}\n\`\`\`` : '(no output)'
  if (cancelled) text += '\n\n(cancelled before it ended)'
  else if (typeof exitCode === 'number' && exitCode !== 0) text += `\n\nExit code: ${exitCode}`
  if (truncated && fullOutputPath) text += `\n\n[Only a part of the output. All of it: ${fullOutputPath}]`
  return text
}

const asUser = (content, { timestamp }) => ({ role: 'user', content, timestamp })
const textBlocks = (text) => [{ type: 'text', text }]

function converted(message) {
  switch (message.role) {
    case 'bashExecution':
      return message.excludeFromContext
        ? undefined
        : asUser(textBlocks(bashExecutionToText(message)), message)
    case 'custom':
      return asUser(
        typeof message.content === 'string' ? textBlocks(message.content) : message.content,
        message
      )
    case 'branchSummary':
      return asUser(textBlocks(BRANCH_SUMMARY_PREFIX + message.summary + BRANCH_SUMMARY_SUFFIX), message)
    case 'compactionSummary':
      return asUser(
        textBlocks(COMPACTION_SUMMARY_PREFIX + message.summary + COMPACTION_SUMMARY_SUFFIX),
        message
      )
  }
}

/** Messages of models stay the same objects; the others become the user's, or are left out. */
export function convertToLlm(messages) {
  const result = []
  for (const message of messages) {
    const role = message?.role
    if (role === 'user' || role === 'assistant' || role === 'toolResult') result.push(message)
    else if (role !== undefined) {
      const user = converted(message)
      if (user !== undefined) result.push(user)
    }
  }
  return result
}
