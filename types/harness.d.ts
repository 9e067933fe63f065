// The harness.

import type { DurabilityOptions } from './durability.js'
import type { InputFrame, OutputFrame } from './frame.js'
import type { HarnessState, ObservableState } from './state.js'
import type { FrameSink, FrameSource, PipeTarget } from './stream.js'
import type { AnyTool, ToolRegistry, Validation } from './tool.js'

/** The options of {@link createAgentHarness}. Unknown ones are ignored. */
export interface AgentHarnessOptions {
  /**
   * How many TEXT frames a task may take: a number >= 0, or `Infinity`. The one that reaches the limit ends the
   * stream and is not passed on. Default 100.
   */
  maxTurns?: number | undefined
  /** Tools to register. Default `[]`. */
  tools?: readonly AnyTool[] | undefined
  /** Handed to every tool as `context.jjProvider`. Default null. */
  jjProvider?: unknown
  /** The log. Default `{}`: none. */
  durability?: DurabilityOptions | undefined
  /** Frames of buffered output at which `sink.paused` turns true: a whole number from 1 up. Default 1024. */
  highWaterMark?: number | undefined
  /** Answers TEXT and TOOL_RESULT before START with an ERROR frame. Default false. */
  strict?: boolean | undefined
  /** Emits every tool result as a frame, before its PROGRESS. Default false. */
  emitToolResults?: boolean | undefined
  /** Leaves calls of unregistered tools open for an executor outside the harness. Default false. */
  externalTools?: boolean | undefined
  /** How arguments are checked. Default `'schema'`. */
  validation?: Validation | undefined
  /** Milliseconds after which a run counts as failed: above 0, at most 2^31 - 1. Default: none. */
  toolTimeoutMs?: number | undefined
  /** How many tools run at a time, from 1 up; the rest wait in order. Default: no limit. */
  maxConcurrentTools?: number | undefined
  /** The text of the system entry, or a function of the state that gives it. Default: `Workspace: ...`, `Task: ...`. */
  system?: string | ((state: HarnessState) => string) | undefined
  /** Milliseconds since the epoch. Default `Date.now`, looked up at each use. */
  clock?: (() => number) | undefined
}

/**
 * A harness. Its methods keep working when taken off it.
 *
 * @typeParam Keys The caller's own keys of the observable state.
 */
export interface AgentHarness<Keys extends object = object> extends AsyncDisposable {
  /** What comes out. */
  readonly source: FrameSource<OutputFrame>
  /** What goes in. */
  readonly sink: FrameSink<InputFrame>
  /** `source.pipe`. */
  pipe<D extends PipeTarget<OutputFrame>>(dest: D): D
  /** `sink.write`: takes one frame. Never throws. */
  write(frame: InputFrame): void
  /** `sink.end`: closes open calls, emits ERROR when there is an error, then END. Never throws. */
  end(err?: unknown): void
  /** A fresh snapshot; works after the end. Costs no more than copying the array of the history. */
  getState(): HarnessState & Partial<Keys>
  /** The harness's tools. Its source carries only results of calls that were written to its own sink. */
  readonly registry: ToolRegistry
  /** The state as something to watch. */
  readonly state: ObservableState<Keys>
  /**
   * Resolves when all that was logged is on the disk; at once without a log. Rejects with `ERR_GATTO_JOURNAL_IO` when
   * the disk refuses, and while the log lacks something that it refused before.
   */
  flush(): Promise<void>
  /** Ends the harness and flushes its log. */
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Makes a harness: a duplex of push-streams that keeps the history of one task, counts its turns and runs its tools.
 *
 * @typeParam Keys The caller's own keys of the observable state.
 * @throws TypeError (`ERR_GATTO_OPTION_TYPE`) naming the option, when one is of the wrong type.
 * @throws GattoError `ERR_GATTO_JOURNAL_CORRUPT` or `ERR_GATTO_JOURNAL_LOCKED`, when the log of `durability.wrapperId` is
 *   broken or has a live writer. One that cannot be opened otherwise gives an ERROR frame.
 * @example
 * import { createAgentHarness, createDataFrame, createTextFrame } from '@polyweave/gatto-agent-harness'
 *
 * const harness = createAgentHarness({
 *   tools: [{ id: 'add', execute: async ({ a, b }) => a + b }]
 * })
 * harness.write({ type: 'PARAM', key: 'workspace', value: '.' })
 * harness.write({ type: 'PARAM', key: 'task', value: 'add up' })
 * harness.write({ type: 'START' })
 * harness.write(createTextFrame('What is 1 + 2?'))
 * harness.write(createDataFrame({ type: 'llm-response', toolCalls: [{ id: 'c1', tool: 'add', arguments: { a: 1, b: 2 } }] }))
 *
 * for await (const frame of harness.source) {
 *   if (frame.type === 'PROGRESS' && frame.progress.operation === 'tool-completed') break
 * }
 * const last = harness.getState().history.at(-1)
 * console.log(last?.role, last?.content) // prints tool 3
 */
export declare function createAgentHarness<Keys extends object = object>(
  options?: AgentHarnessOptions
): AgentHarness<Keys>
