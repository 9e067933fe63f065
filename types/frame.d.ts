// Frames: what goes into the harness and the registry, and what comes out.

/** Anything a caller wants to travel with a frame. */
export interface Metadata {
  [key: string]: unknown
}

/** The fields every frame of a constructor, of the harness and of the registry has. */
export interface FrameBase<M = Metadata> {
  /** `{}` unless given. */
  metadata: M
  /** Milliseconds since the epoch. */
  timestamp: number
  /** Present only when it was given in `opts.id`. */
  id?: string
}

/**
 * A frame as a caller may write it: `metadata` and `timestamp` may be missing. TEXT and ERROR frames pass
 * through the harness as the same object, so they may be missing on the way out as well.
 */
export type Written<F extends FrameBase> = F extends unknown
  ? Omit<F, 'metadata' | 'timestamp' | 'id'> & {
      metadata?: object | undefined
      timestamp?: number | undefined
      id?: string | undefined
    }
  : never

/** Opens the task of a harness; comes out again when the task is open. */
export interface StartFrame<M = Metadata> extends FrameBase<M> {
  type: 'START'
}

/** Closes the task; comes out when the stream is about to end. */
export interface EndFrame<M = Metadata> extends FrameBase<M> {
  type: 'END'
}

/** Sets one parameter. */
export interface ParamFrame<K extends string = string, V = unknown> extends FrameBase {
  type: 'PARAM'
  key: K
  value: V
}

/** One turn of the user. */
export interface TextFrame extends FrameBase {
  type: 'TEXT'
  /**
   * The text. At run time the harness takes a plain string as well; the types leave that form out, because the
   * frame comes out as it went in and every reader would have to look which of the two it is.
   */
  content: { text: string }
}

/** A payload, told apart by `data.type`. */
export interface DataFrame<D = unknown> extends FrameBase {
  type: 'DATA'
  data: D
}

/** News about the run; the harness's own are told apart by `progress.operation`. */
export interface ProgressFrame<P = unknown> extends FrameBase {
  type: 'PROGRESS'
  progress: P
}

/** Something went wrong. The stream goes on unless an END frame follows. */
export interface ErrorFrame extends FrameBase {
  type: 'ERROR'
  /** The message. */
  error: string
  /** The stack, when an `Error` was the cause. */
  stack?: string
}

/** The answer to a call, as a frame of its own type (the registry itself answers with DATA frames). */
export interface ToolResultTypeFrame extends FrameBase {
  type: 'TOOL_RESULT'
  /** The fields, when `content` is an object. */
  content?: ToolAnswer | undefined
  /** The fields, when `content` is no object. */
  data?: ToolAnswer | undefined
}

// ---------------------------------------------------------------------------------------------- payloads

/** A call of a tool. */
export interface ToolCallData<Args = unknown> {
  type: 'tool-call'
  /** The call's id: as the model gave it, or a fresh UUID. */
  id: string
  /** The tool's id. */
  tool: string
  /** Parsed, when the model sent JSON text; the raw text, when that did not parse. */
  arguments: Args
}

/** One way in which arguments fail their schema. */
export interface ArgumentProblem {
  /** JSON Pointer into the arguments: `''` is the whole, `/files/0` the first of `files`. */
  path: string
  /** What is wrong, in words. */
  message: string
  /** What the schema asks for. */
  expected: string
  /** What stands there, shortened where it is long. */
  received: string
}

/** The one result of a call. */
export interface ToolResultData<Result = unknown, E = unknown> {
  type: 'tool-result'
  callId: string
  result: Result
  /** Falsy on success. Text, in frames that the registry or the harness makes. */
  error: E
  /** `'error'` when `error` is truthy. */
  status: 'success' | 'error'
  /** The failures of the schema check, up to 100, when that is why the call failed. */
  details?: ArgumentProblem[]
}

/** What the model thought, when it said so. */
export interface ThinkingData {
  type: 'thinking'
  content: string
}

/**
 * A call as a model may ask for it: `{ id?, tool | name, arguments | args }` or the shape of OpenAI's chat
 * completions. Arguments are an object or JSON text.
 */
export type ToolCallRequest =
  | NamedCall<{ tool: string; name?: never }>
  | NamedCall<{ name: string; tool?: never }>
  | {
      readonly id?: string | undefined
      readonly type?: 'function' | undefined
      readonly function: { readonly name: string; readonly arguments?: unknown }
    }

type NamedCall<Name> = Readonly<Name> & {
  /** A missing, empty or open id becomes a fresh UUID. */
  readonly id?: string | undefined
  readonly arguments?: unknown
  readonly args?: unknown
}

/** What a model answered. A field counts as present when it is not null, undefined or `''`. */
export interface LlmResponseData {
  readonly type: 'llm-response'
  readonly content?: string | null | undefined
  readonly thinking?: string | null | undefined
  readonly toolCalls?: readonly ToolCallRequest[] | null | undefined
}

/** The fields of an answer from outside the harness. */
export interface ToolAnswer {
  /** The call that is answered. Without it the answer is taken and never counts as a second one. */
  readonly callId?: string | undefined
  readonly result?: unknown
  readonly error?: unknown
  readonly status?: 'success' | 'error' | undefined
}

/** A call of a tool: asks a registry to run it, and comes out of a harness before it runs. */
export type ToolCallFrame<Args = unknown> = DataFrame<ToolCallData<Args>>
/** The one result of a call: comes out of a registry, and out of a harness only with `emitToolResults`. */
export type ToolResultFrame<Result = unknown, E = unknown> = DataFrame<ToolResultData<Result, E>>
/** What the model thought: comes out of a harness in front of the calls of the same response. */
export type ThinkingFrame = DataFrame<ThinkingData>
/** What a model answered: goes into a harness. */
export type LlmResponseFrame = DataFrame<LlmResponseData>

// ---------------------------------------------------------------------------------------------- progress

/** Follows START: the task is open. */
export interface InitializedProgress {
  operation: 'initialized'
  workspace: string
  task: string
  maxTurns: number
}

/** The limit of turns is reached; the stream ends. */
export interface MaxTurnsProgress {
  operation: 'max-turns-reached'
  currentTurn: number
  maxTurns: number
}

/** A call has its result; the result itself is in the history. */
export interface ToolCompletedProgress {
  operation: 'tool-completed'
  callId: string | undefined
  status: 'success' | 'error'
}

/** What a running tool told through `context.progress(value)`. */
export interface ToolProgress {
  operation: 'tool-progress'
  callId: string
  value: unknown
}

/** Every `progress` that the harness makes, told apart by `operation`. */
export type HarnessProgress = InitializedProgress | MaxTurnsProgress | ToolCompletedProgress | ToolProgress

// --------------------------------------------------------------------------------------- observable state

/** Sets a key of the observable state. */
export interface MetaSetFrame extends FrameBase {
  type: 'META'
  key: string
  value: unknown
  action?: never
}

/** Turns the META frames of changes on the harness's source on or off. */
export interface MetaSubscribeFrame extends FrameBase {
  type: 'META'
  action: 'subscribe' | 'unsubscribe'
  /** Which keys; all of them when missing. */
  keys?: readonly string[] | undefined
  key?: never
}

/** One key of the state changed. Comes out only after a subscription. */
export interface MetaChangeFrame<K extends string = string, V = unknown> {
  type: 'META'
  key: K
  value: V
  previous: V
  appended?: never
  timestamp: number
}

/** The history grew. Stands in place of a {@link MetaChangeFrame} for the key `history`. */
export interface MetaHistoryFrame {
  type: 'META'
  key: 'history'
  /** The new entries. */
  appended: import('./state.js').HistoryEntry[]
  /** How many entries there are now. */
  length: number
  timestamp: number
}

// ------------------------------------------------------------------------------------------- what goes in

/** The PARAM frames that a harness acts on; it ignores any other key. */
export type HarnessParamFrame =
  | ParamFrame<'workspace' | 'task' | 'nodeId' | 'sessionId', string>
  | ParamFrame<'maxTurns', number>
  | ParamFrame<'tool', import('./tool.js').AnyTool>

/**
 * What a harness's sink takes. Any other frame gives an ERROR frame at run time.
 *
 * @example
 * import { createAgentHarness, createParamFrame } from '@polyweave/gatto-agent-harness'
 *
 * const { write, getState } = createAgentHarness()
 * write(createParamFrame('workspace', '/srv/work'))
 * write({ type: 'PARAM', key: 'task', value: 'count the files' }) // metadata and timestamp may be missing
 * console.log(getState().task) // prints count the files
 */
export type InputFrame =
  | Written<StartFrame>
  | Written<EndFrame>
  | Written<HarnessParamFrame>
  | Written<MetaSetFrame>
  | Written<MetaSubscribeFrame>
  | Written<TextFrame>
  | Written<DataFrame<LlmResponseData>>
  | Written<DataFrame<{ readonly type: 'tool-result' } & ToolAnswer>>
  | Written<ToolResultTypeFrame>
  | Written<ErrorFrame>

/** What a registry's sink acts on; it ignores any other frame, so that a harness can be piped into it. */
export type RegistryInputFrame =
  | Written<ToolCallFrame>
  | Written<ParamFrame<'register-tool', import('./tool.js').AnyTool>>
  | OutputFrame

// ------------------------------------------------------------------------------------------ what comes out

/** The metadata of the START frame that a harness emits. */
export interface StartMetadata {
  phase: 'task-execution'
  workspace: string
  task: string
  nodeId: string | null
  sessionId: string | null
  /** Present when a run is taken up again from its log. */
  resumed?: true
}

/** The metadata of the END frame that answers an END frame: what was written there, and the phase. */
export interface TaskCompleteMetadata extends Metadata {
  phase: 'task-complete'
  reason?: never
}

/** The metadata of the last frame of a harness. */
export interface EndMetadata {
  reason: 'completed' | 'error'
  currentTurn: number
  maxTurns: number
}

/**
 * What comes out of a harness. `type` tells the frames apart, `data.type` the DATA frames and
 * `progress.operation` the PROGRESS frames.
 *
 * @example
 * import { createAgentHarness } from '@polyweave/gatto-agent-harness'
 * import { createFrameSink } from '@polyweave/gatto-agent-harness/streams'
 *
 * const harness = createAgentHarness()
 * harness.pipe(createFrameSink((frame) => {
 *   if (frame.type === 'PROGRESS' && frame.progress.operation === 'initialized') console.log(frame.progress.task)
 * }))
 * harness.write({ type: 'PARAM', key: 'workspace', value: '.' })
 * harness.write({ type: 'PARAM', key: 'task', value: 'say hello' })
 * harness.write({ type: 'START' }) // prints say hello
 */
export type OutputFrame =
  | StartFrame<StartMetadata>
  | EndFrame<TaskCompleteMetadata>
  | EndFrame<EndMetadata>
  | Written<TextFrame>
  | ProgressFrame<HarnessProgress>
  | Written<ErrorFrame>
  | ThinkingFrame
  | ToolCallFrame
  | ToolResultFrame<unknown, string | undefined>
  | MetaChangeFrame
  | MetaHistoryFrame

/** What comes out of a registry. */
export type RegistryOutputFrame =
  | ToolResultFrame<unknown, string | undefined>
  | ProgressFrame<ToolProgress>
  | ErrorFrame
