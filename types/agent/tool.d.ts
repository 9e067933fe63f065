// What a tool is, and what the tools of this package are given.

import type { ExecutionEnv } from './environment.js'
import type { ImageContent, TextContent, ToolCall, Usage } from './message.js'
import type { ToolSchema, ValueOf } from './schema.js'

/** A call of a tool, as a model asked for it. */
export type AgentToolCall = ToolCall

/** Whether the calls of one response run one after another, or side by side. */
export type ToolExecutionMode = 'sequential' | 'parallel'

/** What a tool answers. */
export interface AgentToolResult<T> {
  /** What the model sees. */
  content: (TextContent | ImageContent)[]
  /** What logs and displays see. */
  details: T
  /** What the call itself cost, if it asked a model. */
  usage?: Usage
  /** Names of tools that the model may call from here on. */
  addedToolNames?: string[]
  /** The run may end after this batch, if every result of it says so. */
  terminate?: boolean
}

/** Takes what a tool has so far. */
export type AgentToolUpdateCallback<T = any> = (partialResult: AgentToolResult<T>) => void

/**
 * A tool that a model may call.
 *
 * @typeParam TParameters - The schema of the arguments. What `execute` gets follows from it where it is of TypeBox.
 */
export interface AgentTool<TParameters extends ToolSchema = ToolSchema, TDetails = any> {
  /** What the model calls it by. */
  name: string
  /** What people see. */
  label: string
  /** What the model reads of it. */
  description: string
  /** JSON Schema of the arguments: they are coerced to it and checked before the tool runs. */
  parameters: TParameters
  /** How a provider is to hold the model to the schema while it writes. */
  constrainedSampling?:
    | false
    | { type: 'json_schema'; strict: 'prefer' | 'require' }
    | { type: 'grammar'; variants: any }
  /** Puts arguments right before they are checked. */
  prepareArguments?: (args: unknown) => ValueOf<TParameters>
  /** Does the work. A failure is thrown. */
  execute: (
    toolCallId: string,
    params: ValueOf<TParameters>,
    signal?: AbortSignal,
    onUpdate?: AgentToolUpdateCallback<TDetails>
  ) => Promise<AgentToolResult<TDetails>>
  /** Overrides the mode of the run: `sequential` never runs beside another. */
  executionMode?: ToolExecutionMode
}

/** An AgentTool whose `execute` gets what an application gives its harness as `toolContext`. */
export type AgentHarnessTool<
  TContext extends object | undefined,
  TParameters extends ToolSchema = ToolSchema,
  TDetails = unknown
> = Omit<AgentTool<TParameters, TDetails>, 'execute'> & {
  /** Does the work. A failure is thrown. */
  execute(
    toolCallId: string,
    params: ValueOf<TParameters>,
    signal: AbortSignal | undefined,
    onUpdate: AgentToolUpdateCallback<TDetails> | undefined,
    context: TContext
  ): Promise<AgentToolResult<TDetails>>
}

/** What the tools of this package need of their context. */
export interface ExecutionToolContext {
  /** The files and the shell that they work with. */
  env: ExecutionEnv
}

/** A tool that works on an execution environment: its `execute` gets a context that has one as `env`. */
export interface CodingTool<TContext, TInput, TDetails> {
  name: string
  label: string
  description: string
  /** JSON Schema of the arguments. */
  parameters: { type: 'object'; properties: Record<string, object>; required: string[] }
  /**
   * Does the work. A failure is thrown.
   *
   * @param params - Arguments that match `parameters`.
   * @param signal - Aborts the call, which then throws an Error whose message has `aborted` in it.
   * @param onUpdate - Gets what there is so far; only `bash` calls it.
   * @throws {Error} Whatever kept the tool from its answer, in words for a model; or the FileError or ExecutionError of the
   * environment.
   */
  execute(
    toolCallId: string,
    params: TInput,
    signal: AbortSignal | undefined,
    onUpdate: AgentToolUpdateCallback<TDetails> | undefined,
    context: TContext
  ): Promise<AgentToolResult<TDetails>>
}
