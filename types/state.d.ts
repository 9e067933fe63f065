// What a harness knows, and how to watch it.

import type { MetaChangeFrame, MetaHistoryFrame, ToolCallRequest } from './frame.js'

/** What the harness is doing. */
export type HarnessStatus =
  /** Nothing is asked for: before a turn, after the end. */
  | 'idle'
  /** The model is at work. */
  | 'thinking'
  /** Calls are open. */
  | 'executing'

interface EntryBase {
  content: string
  /** Milliseconds since the epoch. */
  timestamp: number
}

/** Written by START. */
export interface SystemEntry extends EntryBase {
  role: 'system'
}

/** Written by TEXT. */
export interface UserEntry extends EntryBase {
  role: 'user'
}

/** Written by a model's response that has content or calls. */
export interface AssistantEntry extends EntryBase {
  role: 'assistant'
  /** The calls as the model asked for them; where an id was replaced, the new one. */
  toolCalls?: readonly (ToolCallRequest & { readonly id: string })[]
  thinking?: string
}

/** Written by a tool's result. */
export interface ToolEntry extends EntryBase {
  role: 'tool'
  callId: string | undefined
  /** By identity, when the result was made in this process; else as the log holds it. */
  result: unknown
  /** The text of the error; undefined on success. */
  error: string | undefined
}

/** One entry of the history, told apart by `role`. */
export type HistoryEntry = SystemEntry | UserEntry | AssistantEntry | ToolEntry

/** A snapshot. Changing it changes nothing in the harness. */
export interface HarnessState {
  /** Set by PARAM; null before. START needs it. */
  workspace: string | null
  /** Set by PARAM; null before. START needs it. */
  task: string | null
  /** Oldest first. A fresh array of entries that all snapshots share. */
  history: HistoryEntry[]
  status: HarnessStatus
  /** How many TEXT frames were taken since START. */
  currentTurn: number
  /** Whether START was taken. */
  initialized: boolean
  /** Set by PARAM; null before. */
  nodeId: string | null
  /** Set by PARAM; null before. */
  sessionId: string | null
}

/** What a listener of {@link ObservableState.subscribe} is given, by the keys that it asked for. */
export type StateChange<K extends string = string, Keys extends object = object> = string extends K
  ? MetaChangeFrame | MetaHistoryFrame
  : K extends 'history'
    ? MetaHistoryFrame
    : K extends keyof HarnessState
      ? MetaChangeFrame<K, HarnessState[K]>
      : K extends keyof Keys
        ? MetaChangeFrame<K, Keys[K] | undefined>
        : MetaChangeFrame<K>

/** The keys a caller may set besides its own. */
export type WritableStateKey = 'workspace' | 'task' | 'nodeId' | 'sessionId'

/**
 * The state as something to watch, and a place for the caller's own keys.
 *
 * @typeParam Keys The caller's own keys and their types.
 * @example
 * import { createAgentHarness } from '@polyweave/gatto-agent-harness'
 *
 * const { state } = createAgentHarness()
 * const stop = state.subscribe('mood', (change) => console.log(change.previous, '->', change.value))
 * state.set('mood', 'curious') // prints undefined -> curious
 * stop()
 * console.log(state.get('mood')) // prints curious
 */
export interface ObservableState<Keys extends object = object> {
  /** The value of a key, or `undefined`. `history` is a fresh array. */
  get<K extends keyof HarnessState>(key: K): HarnessState[K]
  get<K extends keyof Keys>(key: K): Keys[K] | undefined
  get(key: string): unknown
  /** The harness's own keys and the caller's, as `getState()`. */
  getAll(): HarnessState & Partial<Keys>
  /**
   * Sets a key. Those of PARAM do what PARAM does. Ignored after the end.
   *
   * @throws TypeError (`ERR_GATTO_STATE_READ_ONLY`) for `history`, `status`, `currentTurn` and `initialized`.
   */
  set<K extends WritableStateKey>(key: K, value: string | null): void
  set(key: 'maxTurns', value: number): void
  set<K extends keyof Keys>(key: K, value: Keys[K]): void
  set<K extends string>(
    key: K extends keyof HarnessState | keyof Keys | 'maxTurns' ? never : K,
    value: unknown
  ): void
  /**
   * Calls `fn` for each change, after the last output of the input that made it, one call a key.
   *
   * @param keys Which keys; all of them when left out or null.
   * @throws TypeError (`ERR_GATTO_OPTION_TYPE`) when `fn` is no function.
   * @returns The function that ends the subscription.
   */
  subscribe(fn: (change: StateChange) => void): () => void
  subscribe<const K extends string = string>(
    keys: K | readonly K[] | null | undefined,
    fn: (change: StateChange<K, Keys>) => void
  ): () => void
}
