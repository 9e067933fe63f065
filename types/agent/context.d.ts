// From the path of a session to what a model gets.

import type { CustomEntry, SessionTreeEntry } from './entry.js'
import type { AgentMessage } from './message.js'

/** Changes which entries make a context: gets them in order, and gives those that are to be used. */
export type ContextEntryTransform = (entries: readonly SessionTreeEntry[]) => readonly SessionTreeEntry[]

/** Makes messages of an application's own entry; undefined is none. */
export type CustomEntryContextMessageProjector = (
  entry: CustomEntry,
  index: number,
  entries: readonly SessionTreeEntry[]
) => readonly AgentMessage[] | undefined

/** How a context is made. */
export interface SessionContextBuildOptions {
  /** Run in order, after {@link defaultContextEntryTransform}, each on what the one before gave. */
  entryTransforms?: readonly ContextEntryTransform[]
  /** Which messages the entries of the kind `custom` give, by `customType`. Default: none. */
  entryProjectors?: Readonly<Record<string, CustomEntryContextMessageProjector>>
}

/** What a session says about its next request. */
export interface SessionContext {
  messages: AgentMessage[]
  /** `off` when nothing set it. */
  thinkingLevel: string
  /** The model that was chosen or that answered last; null when there was none. */
  model: { provider: string; modelId: string } | null
  /** Null when nothing chose them. */
  activeToolNames: string[] | null
}

/**
 * The entries that count after the last compaction: the compaction, what it kept, and what follows. All of them where
 * there is no compaction.
 */
export declare function defaultContextEntryTransform(
  pathEntries: readonly SessionTreeEntry[]
): SessionTreeEntry[]

/** The default transform, then those of the options. */
export declare function buildContextEntries(
  pathEntries: readonly SessionTreeEntry[],
  options?: SessionContextBuildOptions
): SessionTreeEntry[]

/** The messages that one entry adds to a context: the very objects that the entry has. None for settings, labels and names. */
export declare function sessionEntryToContextMessages(
  entry: SessionTreeEntry,
  index: number,
  entries: readonly SessionTreeEntry[],
  options?: SessionContextBuildOptions
): AgentMessage[]

/**
 * The context at the end of a path (entries from the root, or from a compaction, to a leaf).
 *
 * @example
 * import { buildSessionContext } from '@polyweave/gatto-agent-harness/agent'
 *
 * const timestamp = '2026-01-01T00:00:00.000Z'
 * const { messages, thinkingLevel, model } = buildSessionContext([
 *   { type: 'thinking_level_change', id: 'a', parentId: null, timestamp, thinkingLevel: 'high' },
 *   { type: 'message', id: 'b', parentId: 'a', timestamp, message: { role: 'user', content: 'hi', timestamp: 0 } }
 * ])
 * console.log(messages.length, thinkingLevel, model) // prints 1 high null
 */
export declare function buildSessionContext(
  pathEntries: readonly SessionTreeEntry[],
  options?: SessionContextBuildOptions
): SessionContext
