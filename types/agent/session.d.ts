// A session: a tree of entries, with a leaf where the conversation goes on.

import type { SessionContext, SessionContextBuildOptions } from './context.js'
import type { SessionTreeEntry } from './entry.js'
import type { AgentMessage, CustomMessage, Usage } from './message.js'
import type { SessionEntryCursorOptions, SessionMetadata, SessionStats, SessionStorage } from './storage.js'

/**
 * A session. Appenders give the id of the new entry, whose parent is the leaf; calls that are not awaited append in the
 * order of the calls.
 *
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
  constructor(storage: SessionStorage<TMetadata>, contextBuildOptions?: SessionContextBuildOptions)
  getMetadata(): Promise<TMetadata>
  getStorage(): SessionStorage<TMetadata>
  getLeafId(): Promise<string | null>
  getEntry(id: string): Promise<SessionTreeEntry | undefined>
  getEntries(options?: SessionEntryCursorOptions): Promise<SessionTreeEntry[]>
  /** The way to an entry, or to the leaf. */
  getBranch(fromId?: string): Promise<SessionTreeEntry[]>
  buildContextEntries(options?: SessionContextBuildOptions): Promise<SessionTreeEntry[]>
  /** What a model gets at the leaf. Thinking level, model and tools are those of the whole way, compacted or not. */
  buildContext(options?: SessionContextBuildOptions): Promise<SessionContext>
  getLabel(id: string): Promise<string | undefined>
  getSessionStats(): Promise<SessionStats>
  getSessionName(): Promise<string | undefined>
  appendMessage(message: AgentMessage): Promise<string>
  appendThinkingLevelChange(thinkingLevel: string): Promise<string>
  appendModelChange(provider: string, modelId: string): Promise<string>
  appendActiveToolsChange(activeToolNames: string[]): Promise<string>
  appendCompaction<T = unknown>(
    summary: string,
    firstKeptEntryId: string | undefined,
    tokensBefore: number,
    details?: T,
    fromHook?: boolean,
    usage?: Usage,
    retainedTail?: AgentMessage[]
  ): Promise<string>
  appendCustomEntry(customType: string, data?: unknown): Promise<string>
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
