// Model responses with one call of one synchronous tool.

import { startSession } from './session.mjs'

export const answer = (_args, _context, callback) => callback(null, 'done')

export const responses = (api, count, argumentsOf) =>
  Array.from({ length: count }, (_, i) =>
    api.createDataFrame({
      type: 'llm-response',
      content: 'Let me look.',
      toolCalls: [{ id: `call_${i}`, tool: 'look', arguments: argumentsOf(i) }]
    })
  )

/** A row about checks is worth nothing unless these arguments, wrong in one place, are refused. */
export function assertRefusal(api, options, args) {
  const harness = startSession(api, options)
  harness.write(responses(api, 1, () => args)[0])
  const { content } = harness.getState().history.at(-1)
  harness.end()
  if (!content.startsWith('Invalid argument at /')) throw new Error(`arguments are not checked: ${content}`)
}
