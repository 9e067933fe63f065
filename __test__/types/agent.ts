// What needs no other package's types: the declarations of /agent have to stand by themselves.

import {
  type AgentTool,
  type AgentToolResult,
  parseToolArguments,
  validateToolArguments
} from '@polyweave/gatto-agent-harness/agent'

declare function is<T>(value: T): void

// Of a schema that is not of TypeBox nothing is known.
const parameters = { type: 'object', properties: { line: { type: 'integer' } }, required: ['line'] }
const tool: AgentTool = {
  name: 'look',
  label: 'Look',
  description: 'Shows a line.',
  parameters,
  execute: async (_id, params) => ({
    content: [{ type: 'text', text: `line ${params.line}` }],
    details: undefined
  })
}
is<number>(validateToolArguments(tool, { name: 'look', arguments: { line: '1' } }).line)
is<number>(parseToolArguments(tool, '{}').line)
// @ts-expect-error arguments are an object
validateToolArguments(tool, { name: 'look', arguments: 'text' })
// @ts-expect-error a result has details
is<AgentToolResult<string>>({ content: [] })
