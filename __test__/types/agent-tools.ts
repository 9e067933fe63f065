// Written for @earendil-works/pi-agent-core: compiles against that package and, with another import, against this one.

import type { AssistantMessage, Context, Tool } from '@earendil-works/pi-ai'
import type {
  AgentHarnessTool,
  AgentTool,
  AgentToolCall,
  AgentToolResult,
  AgentToolUpdateCallback,
  ExecutionToolContext,
  ThinkingLevel,
  ToolExecutionMode
} from '@polyweave/gatto-agent-harness/agent'
import { createEditTool, createWriteTool } from '@polyweave/gatto-agent-harness/agent'
import { type Static, Type } from 'typebox'

declare function is<T>(value: T): void
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

// What a tool gets follows from its schema.
const parameters = Type.Object({
  path: Type.String({ description: 'Where' }),
  mode: Type.Union([Type.Literal('text'), Type.Literal('bytes')]),
  kind: Type.Enum(['a', 'b']),
  ranges: Type.Optional(Type.Array(Type.Object({ from: Type.Integer(), to: Type.Optional(Type.Number()) }))),
  pair: Type.Tuple([Type.Number(), Type.Boolean()]),
  limits: Type.Record(Type.String(), Type.Union([Type.Number(), Type.Null()])),
  both: Type.Intersect([Type.Object({ a: Type.String() }), Type.Object({ b: Type.Number() })]),
  any: Type.Unsafe<{ wild: true }>({})
})
type Parameters = Static<typeof parameters>

interface Details {
  lines: number
}

const look: AgentTool<typeof parameters, Details> = {
  name: 'look',
  label: 'Look',
  description: 'Looks at a file.',
  parameters,
  executionMode: 'sequential',
  prepareArguments: (args) => args as Parameters,
  execute: async (toolCallId, params, signal, onUpdate) => {
    is<string>(toolCallId)
    is<string>(params.path)
    is<Same<typeof params.mode, 'text' | 'bytes'>>(true)
    is<Same<typeof params.kind, 'a' | 'b'>>(true)
    is<number | undefined>(params.ranges?.[0]?.to)
    is<Same<typeof params.pair, [number, boolean]>>(true)
    is<number | null>(Object.values(params.limits)[0] ?? null)
    is<{ a: string; b: number }>(params.both)
    is<true>(params.any.wild)
    // @ts-expect-error the schema has no such property
    params.nothing
    // @ts-expect-error optional
    params.ranges.length
    is<Parameters>(params)
    is<typeof params>({} as Parameters)
    is<boolean | undefined>(signal?.aborted)
    onUpdate?.({ content: [], details: { lines: 1 } })
    // @ts-expect-error the details are of another type
    onUpdate?.({ content: [], details: 'one' })
    return { content: [{ type: 'text', text: params.path }], details: { lines: 2 }, terminate: true }
  }
}

// Trees refer to themselves.
const tree = Type.Cyclic(
  { Node: Type.Object({ value: Type.Number(), next: Type.Optional(Type.Ref('Node')) }) },
  'Node'
)
const walk: AgentTool<typeof tree> = {
  name: 'walk',
  label: 'Walk',
  description: 'Walks a list.',
  parameters: tree,
  async execute(_id, params) {
    is<number | undefined>(params.next?.next?.value)
    return { content: [], details: undefined }
  }
}

// A list of tools of any kind, as it goes to a model.
const tools: AgentTool<any>[] = [look, walk]
const context: Context = { messages: [], tools }
is<Tool[] | undefined>(context.tools)

// A tool made by a function that knows its schema only as a type.
function named<S extends typeof parameters>(tool: AgentTool<S>): string {
  return `${tool.name}: ${tool.parameters.type}`
}
is<string>(named(look))

// Tools of a harness get a context.
interface Workspace extends ExecutionToolContext {
  user: string
}
const greet: AgentHarnessTool<Workspace, typeof parameters, undefined> = {
  name: 'greet',
  label: 'Greet',
  description: 'Greets.',
  parameters,
  async execute(_id, params, signal, _onUpdate, { user, env }) {
    is<AbortSignal | undefined>(signal)
    is<string>(user)
    is<string>(env.cwd)
    return { content: [{ type: 'text', text: params.path }], details: undefined }
  }
}
const harnessTools: AgentHarnessTool<Workspace, any, any>[] = [greet, createWriteTool(), createEditTool()]
is<number>(harnessTools.length)

const result: AgentToolResult<Details> = {
  content: [{ type: 'image', data: '', mimeType: 'image/png' }],
  details: { lines: 1 }
}
const update: AgentToolUpdateCallback<Details> = ({ details }) => is<number>(details.lines)
update(result)

declare const answer: AssistantMessage
const calls: AgentToolCall[] = answer.content.filter((part) => part.type === 'toolCall')
is<Record<string, any> | undefined>(calls[0]?.arguments)

is<ToolExecutionMode[]>(['parallel', 'sequential'])
is<ThinkingLevel[]>(['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'])
