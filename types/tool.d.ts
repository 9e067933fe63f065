// Tools, what they are given, and the registry that runs them.

import type { RegistryInputFrame, RegistryOutputFrame } from './frame.js'
import type { FrameSink, FrameSource, PipeTarget } from './stream.js'

// The schema checks arguments at run time; what a tool does not declare stays open here.
// Unknown would ask for a cast in every tool that declares nothing.
type Open = any
// Plain void would let a plain return value through.
type Nothing = void | undefined

/** A JSON Schema: draft 2020-12 unless `$schema` names another. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
  readonly type?: string | readonly string[]
  readonly properties?: { readonly [name: string]: JsonSchema | boolean }
  /** Looked at first, in this order. */
  readonly required?: readonly string[]
}

/** Ends a call. A falsy `err` is success. Only the first answer to a call counts. */
export type ToolCallback<Result = unknown> = (err?: unknown, result?: Result) => void

/** What a tool is told about its call. */
export interface ToolContext {
  /** The call's id, as in the frames. */
  readonly callId: string
  /** The tool's id. */
  readonly tool: string
  /** From the harness; missing in a registry of its own. */
  readonly workspace?: string | null
  /** From the harness; missing in a registry of its own. */
  readonly task?: string | null
  /** From the harness; missing in a registry of its own. */
  readonly nodeId?: string | null
  /** From the harness; missing in a registry of its own. */
  readonly sessionId?: string | null
  /** The harness's `options.jjProvider`, by identity; missing in a registry of its own. */
  readonly jjProvider?: unknown
  /**
   * Aborts when the harness or registry ends, the source is aborted, or the call times out. Made when it is first
   * read; already aborted when that is after the fact. `signal.reason` is a DOMException: `AbortError` or
   * `TimeoutError`.
   */
  readonly signal: AbortSignal
  /** Emits PROGRESS `{ operation: 'tool-progress', callId, value }`. Ignored once the call has its result. */
  progress(value: unknown): void
}

/**
 * A tool. `Args` is what `execute` is given, `Result` what it answers.
 *
 * @typeParam Args The arguments. Checked against `parameters` at run time, not derived from it.
 * @typeParam Result What the callback or the promise yields.
 *
 * @example
 * import { createToolRegistry } from '@polyweave/gatto-agent-harness'
 *
 * const registry = createToolRegistry()
 * registry.register({
 *   id: 'add',
 *   description: 'Adds two numbers.',
 *   parameters: {
 *     type: 'object',
 *     properties: { a: { type: 'number' }, b: { type: 'number' } },
 *     required: ['a', 'b']
 *   },
 *   async execute({ a, b }) {
 *     return a + b
 *   }
 * })
 * console.log(registry.has('add')) // prints true
 */
export interface Tool<Args = Open, Result = Open> {
  /** The name a model calls it by. */
  readonly id: string
  /** For the model. Default `''` in the OpenAI format. */
  readonly description?: string | undefined
  /** The schema of the arguments. Default: no check. Compiled once, at registration. */
  readonly parameters?: JsonSchema | undefined
  /**
   * `'safe'`: a call that was open when the process died is run again after the restart. Default: it gets the
   * error result `Interrupted by a restart`.
   */
  readonly replay?: 'safe' | undefined
  /**
   * Runs the tool; `this` is the tool. The first of these is the call's result: the callback, the promise, a
   * throw, the time-out, the abort. A promise fulfilled with `undefined` counts only when the function declares
   * fewer than three parameters. A plain return value is no answer.
   */
  execute(
    args: Args,
    context: ToolContext,
    callback: ToolCallback<Result>
  ): PromiseLike<Result | Nothing> | Nothing
}

/** A tool of whatever arguments and result. */
export type AnyTool = Tool<Open, Open>

/** A tool as OpenAI's chat completions take it. */
export interface OpenAITool {
  type: 'function'
  function: { name: string; description: string; parameters: JsonSchema }
}

/** How arguments are checked before a tool runs. */
export type Validation =
  /** The required fields, then the whole schema. */
  | 'schema'
  /** Only the required fields, as 1.0.5 did. */
  | 'required'
  /** Nothing. */
  | 'none'

/** The second argument of {@link createToolRegistry}. */
export interface ToolRegistryOptions {
  /** Default `'schema'`. */
  validation?: Validation | undefined
  /** Milliseconds after which a run counts as failed: above 0, at most 2^31 - 1. Default: none. */
  toolTimeoutMs?: number | undefined
  /** How many tools run at a time, from 1 up; the rest wait in order. Default: no limit. */
  maxConcurrentTools?: number | undefined
  /** Frames of buffered output at which `sink.paused` turns true: a whole number from 1 up. Default 1024. */
  highWaterMark?: number | undefined
}

/** Runs tools: call frames in, one result frame a call out. Its methods keep working when taken off it. */
export interface ToolRegistry {
  /** Results, progress, and ERROR frames for what goes wrong in `write` itself. */
  readonly source: FrameSource<RegistryOutputFrame>
  /** Takes call frames and `register-tool` parameters; ignores any other frame. */
  readonly sink: FrameSink<RegistryInputFrame>
  /** `source.pipe`. */
  pipe<D extends PipeTarget<RegistryOutputFrame>>(dest: D): D
  /** `sink.write`. */
  write(frame: RegistryInputFrame): void
  /** `sink.end`: aborts the tools that run; later writes are ignored. */
  end(err?: unknown): void
  /** `source.paused`. */
  readonly paused: boolean
  /** `source.ended`. */
  readonly ended: unknown
  /**
   * Adds a tool, or replaces the one of that id in its place. One without an `id` string or an `execute` function
   * is ignored.
   */
  register<Args = Open, Result = Open>(tool: Tool<Args, Result>): void
  /** Whether a tool of that id is there. */
  has(id: string): boolean
  /** The tools, in the order in which their ids were first registered. */
  list(): AnyTool[]
  /** The very object that was registered. */
  get(id: string): AnyTool | undefined
  /** The tools as OpenAI's chat completions take them. */
  getToolOpenAIFormat(): OpenAITool[]
}

/**
 * A registry of its own, outside a harness.
 *
 * @param initialTools Default `[]`.
 * @throws TypeError (`ERR_GATTO_OPTION_TYPE`) naming the option, when one is of the wrong type.
 * @example
 * import { createToolCallFrame, createToolRegistry } from '@polyweave/gatto-agent-harness'
 * import { createFrameSink } from '@polyweave/gatto-agent-harness/streams'
 *
 * const registry = createToolRegistry([{ id: 'upper', execute: ({ text }, context, done) => done(null, text.toUpperCase()) }])
 * registry.pipe(createFrameSink((frame) => {
 *   if (frame.type === 'DATA' && frame.data.type === 'tool-result') console.log(frame.data.callId, frame.data.result)
 * }))
 * registry.write(createToolCallFrame('call-1', 'upper', { text: 'cat' })) // prints call-1 CAT
 */
export declare function createToolRegistry(
  initialTools?: readonly AnyTool[],
  options?: ToolRegistryOptions
): ToolRegistry
