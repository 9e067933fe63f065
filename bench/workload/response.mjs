// Model responses with one call of one synchronous tool.

export const answer = (_args, _context, callback) => callback(null, 'done')

export const responses = (api, count, argumentsOf) =>
  Array.from({ length: count }, (_, i) =>
    api.createDataFrame({
      type: 'llm-response',
      content: 'Let me look.',
      toolCalls: [{ id: `call_${i}`, tool: 'look', arguments: argumentsOf(i) }]
    })
  )
