// A session of coding: a question, a call, its result, an answer; about 750 bytes an entry.

const words = (text, length) => text.repeat(Math.ceil(length / text.length)).slice(0, length)
const usage = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: 0,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 }
}

function messageAt(i) {
  const timestamp = i
  const text = (of, length) => ({ type: 'text', text: `${i} ${words(of, length)}` })
  const assistant = (stopReason, ...content) => ({
    role: 'assistant',
    content,
    api: 'test',
    provider: 'anyone',
    model: 'any',
    usage,
    stopReason,
    timestamp
  })
  switch (i % 4) {
    case 0:
      return { role: 'user', content: [text('Please look at this. ', 500)], timestamp }
    case 1:
      return assistant('toolUse', text('I will read it. ', 200), {
        type: 'toolCall',
        id: `call-${i}`,
        name: 'read',
        arguments: { path: `src/file-${i}.ts`, offset: i, limit: 200 }
      })
    case 2:
      return {
        role: 'toolResult',
        toolCallId: `call-${i - 1}`,
        toolName: 'read',
        content: [text('export const value = 1\n', 600)],
        isError: false,
        timestamp
      }
    default:
      return assistant('stop', text('It defines a value. ', 400))
  }
}

/** A path of messages, from the root. */
export const transcript = (length) =>
  Array.from({ length }, (_, i) => ({
    type: 'message',
    id: `e${i}`,
    parentId: i === 0 ? null : `e${i - 1}`,
    timestamp: '2026-01-01T00:00:00.000Z',
    message: messageAt(i)
  }))
