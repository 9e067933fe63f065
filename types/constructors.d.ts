// The constructors of frames, and the names of their types.

import type {
  DataFrame,
  EndFrame,
  ErrorFrame,
  Metadata,
  ParamFrame,
  ProgressFrame,
  StartFrame,
  TextFrame,
  ThinkingFrame,
  ToolCallFrame,
  ToolResultFrame
} from './frame.js'

/** The last argument of every constructor. */
export interface FrameOptions {
  /** Put on the frame when given; a frame has no id of its own accord. */
  id?: string | undefined
  /** Milliseconds since the epoch. Default: `Date.now()`. */
  timestamp?: number | undefined
}

/**
 * The frame types of the pipeline. Frozen; each value equals its key.
 *
 * @example
 * import { FrameType } from '@polyweave/gatto-agent-harness'
 *
 * console.log(FrameType.TOOL_RESULT) // prints TOOL_RESULT
 */
export declare const FrameType: Readonly<{
  START: 'START'
  END: 'END'
  PARAM: 'PARAM'
  META: 'META'
  TEXT: 'TEXT'
  PROGRESS: 'PROGRESS'
  ERROR: 'ERROR'
  TOOL_CALL: 'TOOL_CALL'
  TOOL_RESULT: 'TOOL_RESULT'
}>
/** One of the values of {@link FrameType}. */
export type FrameType = (typeof FrameType)[keyof typeof FrameType]

/**
 * All of {@link FrameType}, and the names that are the harness's own. Frozen; each value equals its key.
 *
 * @example
 * import { FrameType, GattoFrameType } from '@polyweave/gatto-agent-harness'
 *
 * console.log(GattoFrameType.START === FrameType.START, GattoFrameType.THINKING) // prints true THINKING
 */
export declare const GattoFrameType: Readonly<{
  START: 'START'
  END: 'END'
  PARAM: 'PARAM'
  META: 'META'
  TEXT: 'TEXT'
  PROGRESS: 'PROGRESS'
  ERROR: 'ERROR'
  TOOL_CALL: 'TOOL_CALL'
  TOOL_RESULT: 'TOOL_RESULT'
  DATA: 'DATA'
  THINKING: 'THINKING'
  TASK_START: 'TASK_START'
  TASK_COMPLETE: 'TASK_COMPLETE'
  AGENT_INITIALIZED: 'AGENT_INITIALIZED'
  MAX_TURNS_REACHED: 'MAX_TURNS_REACHED'
}>
/** One of the values of {@link GattoFrameType}. */
export type GattoFrameType = (typeof GattoFrameType)[keyof typeof GattoFrameType]

/**
 * A START frame: opens the task once workspace and task are set.
 *
 * @param metadata Default `{}`. Held by reference.
 * @example
 * import { createStartFrame } from '@polyweave/gatto-agent-harness'
 *
 * console.log(createStartFrame({ origin: 'cli' }, { timestamp: 0 }))
 * // prints { type: 'START', metadata: { origin: 'cli' }, timestamp: 0 }
 */
export declare function createStartFrame<M extends object = Metadata>(
  metadata?: M,
  opts?: FrameOptions
): StartFrame<M>

/**
 * An END frame: closes the task and ends the stream.
 *
 * @param metadata Default `{}`. Comes out again on the END frame that the harness emits.
 * @example
 * import { createEndFrame } from '@polyweave/gatto-agent-harness'
 *
 * console.log(createEndFrame().type) // prints END
 */
export declare function createEndFrame<M extends object = Metadata>(
  metadata?: M,
  opts?: FrameOptions
): EndFrame<M>

/**
 * A PARAM frame: sets `workspace`, `task`, `nodeId`, `sessionId` or `maxTurns`, or registers a `tool`.
 *
 * @param key The parameter's name; a harness ignores names that it does not know.
 * @param value Held by reference.
 * @example
 * import { createParamFrame } from '@polyweave/gatto-agent-harness'
 *
 * const frame = createParamFrame('workspace', '/srv/work')
 * console.log(frame.key, frame.value) // prints workspace /srv/work
 */
export declare function createParamFrame<K extends string, V>(
  key: K,
  value: V,
  metadata?: object,
  opts?: FrameOptions
): ParamFrame<K, V>

/**
 * A DATA frame around any payload.
 *
 * @param data Held by reference, whatever it is.
 * @example
 * import { createDataFrame } from '@polyweave/gatto-agent-harness'
 *
 * const answer = createDataFrame({ type: 'llm-response', content: 'Done.' })
 * console.log(answer.data.content) // prints Done.
 */
export declare function createDataFrame<const D>(
  data: D,
  metadata?: object,
  opts?: FrameOptions
): DataFrame<D>

/**
 * A PROGRESS frame.
 *
 * @param progress Held by reference.
 * @example
 * import { createProgressFrame } from '@polyweave/gatto-agent-harness'
 *
 * console.log(createProgressFrame({ operation: 'loading', percent: 40 }).progress.percent) // prints 40
 */
export declare function createProgressFrame<P>(
  progress: P,
  metadata?: object,
  opts?: FrameOptions
): ProgressFrame<P>

/**
 * An ERROR frame. Never throws, whatever `error` is.
 *
 * @param error An `Error` (also of another realm) gives its message and stack, a string is the message, an object
 *   with a string `message` gives that, anything else its text.
 * @example
 * import { createErrorFrame } from '@polyweave/gatto-agent-harness'
 *
 * console.log(createErrorFrame(new TypeError('no such file')).error) // prints no such file
 * console.log(createErrorFrame({ message: 'busy' }).error) // prints busy
 */
export declare function createErrorFrame(error: unknown, metadata?: object, opts?: FrameOptions): ErrorFrame

/**
 * A TEXT frame: one turn of the user.
 *
 * @example
 * import { createTextFrame } from '@polyweave/gatto-agent-harness'
 *
 * console.log(createTextFrame('List the files.').content) // prints { text: 'List the files.' }
 */
export declare function createTextFrame(text: string, metadata?: object, opts?: FrameOptions): TextFrame

/**
 * A DATA frame that asks a registry to run a tool.
 *
 * @param id The call's id.
 * @param tool The tool's id.
 * @param args Its arguments. Held by reference.
 * @example
 * import { createToolCallFrame } from '@polyweave/gatto-agent-harness'
 *
 * const { data } = createToolCallFrame('call-1', 'read', { path: 'a.txt' })
 * console.log(data.type, data.tool, data.arguments) // prints tool-call read { path: 'a.txt' }
 */
export declare function createToolCallFrame<Args>(
  id: string,
  tool: string,
  args: Args,
  metadata?: object,
  opts?: FrameOptions
): ToolCallFrame<Args>

/**
 * A DATA frame that answers a call.
 *
 * @param callId The id of the call.
 * @param result Held by reference.
 * @param error Truthy when the call failed; `status` is then `'error'`. Held by reference.
 * @example
 * import { createToolResultFrame } from '@polyweave/gatto-agent-harness'
 *
 * console.log(createToolResultFrame('call-1', 'hello').data.status) // prints success
 * console.log(createToolResultFrame('call-2', null, 'no such file').data.status) // prints error
 */
export declare function createToolResultFrame<Result, E = undefined>(
  callId: string,
  result: Result,
  error?: E,
  metadata?: object,
  opts?: FrameOptions
): ToolResultFrame<Result, E>

/**
 * A DATA frame with what the model thought.
 *
 * @example
 * import { createThinkingFrame } from '@polyweave/gatto-agent-harness'
 *
 * console.log(createThinkingFrame('The folder may be empty.').data.type) // prints thinking
 */
export declare function createThinkingFrame(
  content: string,
  metadata?: object,
  opts?: FrameOptions
): ThinkingFrame
