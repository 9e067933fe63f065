// A session: a tree of entries, with a leaf where the conversation goes on.

import type { SessionContext, SessionContextBuildOptions } from './context.js'
import type { SessionTreeEntry } from './entry.js'
import type { AgentMessage, CustomMessage, Usage } from './message.js'
import type { SessionEntryCursorOptions, SessionMetadata, SessionStats, SessionStorage } from './storage.js'

/**
 * A session. Appenders give the id of the new entry, whose parent is the leaf; calls that are not awaited append in the
 * order of the calls. Their promises resolve when the entry is stored, in a local file when it is written.
 *
 * @throws SessionError From every method: `storage` when the file system refuses or another writer has appended,
 * `invalid_session` when a parent is missing or parents lead in a circle; from appenders `invalid_entry` for what JSON cannot
 * hold. Else as the methods say.
 * @example
 * import { InMemorySessionStorage, Session } from '@polyweave/gatto-agent-harness/agent'
 *
 * const session = new Session(new InMemorySessionStorage())
 * const question = await session.appendMessage({ role: 'user', content: 'hi', timestamp: Date.now() })
 * await session.appendThinkingLevelChange('high')
 * await session.appendLabel(question, 'start')
 * const branch = await session.getBranch()
 * console.log(branch.map((entry) => entry.type).join(' ')) // prints message thinking_level_change label
 * console.log(await session.getLabel(question)) // prints start
 */
export declare class Session<TMetadata extends SessionMetadata = SessionMetadata> {
  /** @param contextBuildOptions - Used by every context; transforms of a call run after these. */
  constructor(storage: SessionStorage<TMetadata>, contextBuildOptions?: SessionContextBuildOptions)
  /** What is known of the session: its id, when it was made, and of a file its path and working directory. */
  getMetadata(): Promise<TMetadata>
  getStorage(): SessionStorage<TMetadata>
  /** Where the conversation goes on; null before the first entry. */
  getLeafId(): Promise<string | null>
  /** An entry, whichever branch it is on. */
  getEntry(id: string): Promise<SessionTreeEntry | undefined>
  /** All entries in the order in which they came, left branches included: a new array of the stored objects. */
  getEntries(options?: SessionEntryCursorOptions): Promise<SessionTreeEntry[]>
  /**
   * The way to an entry, or to the leaf, oldest first: from the root, or from what the last compaction has kept.
   *
   * @throws SessionError `not_found`
   */
  getBranch(fromId?: string): Promise<SessionTreeEntry[]>
  /** The entries that make the context at the leaf: the branch after its last compaction, through the transforms. */
  buildContextEntries(options?: SessionContextBuildOptions): Promise<SessionTreeEntry[]>
  /** What a model gets at the leaf. Thinking level, model and tools are those of the whole way, compacted or not. */
  buildContext(options?: SessionContextBuildOptions): Promise<SessionContext>
  /** The last label of an entry, trimmed. */
  getLabel(id: string): Promise<string | undefined>
  /** Sums over all entries; as quick for a long session as for a short one. */
  getSessionStats(): Promise<SessionStats>
  /** The last name of the session, trimmed. */
  getSessionName(): Promise<string | undefined>
  /** Adds to the conversation. The message is kept as it is, not copied. */
  appendMessage(message: AgentMessage): Promise<string>
  /** @param thinkingLevel - A `ThinkingLevel`. */
  appendThinkingLevelChange(thinkingLevel: string): Promise<string>
  appendModelChange(provider: string, modelId: string): Promise<string>
  /** @param activeToolNames - Copied. */
  appendActiveToolsChange(activeToolNames: string[]): Promise<string>
  /**
   * Puts a summary in the place of what went before: what `compact` gives.
   *
   * @param firstKeptEntryId - Where what is kept begins, for readers that find no `retainedTail`.
   * @param tokensBefore - The size of the context that was summarised, in tokens.
   * @param fromHook - The summary is the application's own, and so is the form of `details`.
   * @param usage - What the summary cost.
   * @param retainedTail - The messages that follow the summary.
   */
  appendCompaction<T = unknown>(
    summary: string,
    firstKeptEntryId: string | undefined,
    tokensBefore: number,
    details?: T,
    fromHook?: boolean,
    usage?: Usage,
    retainedTail?: AgentMessage[]
  ): Promise<string>
  /** Keeps something of the application's. Models do not see it, unless a projector makes messages of it. */
  appendCustomEntry(customType: string, data?: unknown): Promise<string>
  /**
   * Adds something of the application's to the conversation: models read it as the user's words.
   *
   * @param display - Whether it is to be shown to people.
   * @param details - For the application.
   */
  appendCustomMessageEntry<T = unknown>(
    customType: string,
    content: CustomMessage['content'],
    display: boolean,
    details?: T
  ): Promise<string>
  /**
   * Names an entry; undefined takes its name away.
   *
   * @throws SessionError `not_found`
   */
  appendLabel(targetId: string, label: string | undefined): Promise<string>
  /** Names the session. Line breaks become spaces. */
  appendSessionName(name: string): Promise<string>
  /**
   * Goes on from another entry, or from the very beginning. Gives the id of the summary, if there is one.
   *
   * @throws SessionError `not_found`
   */
  moveTo(
    entryId: string | null,
    summary?: { summary: string; details?: unknown; usage?: Usage; fromHook?: boolean }
  ): Promise<string | undefined>
}

/** A session over a storage. */
export declare function toSession<TMetadata extends SessionMetadata>(
  storage: SessionStorage<TMetadata>
): Session<TMetadata>
