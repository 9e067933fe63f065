// Compaction: the oldest part of a conversation gives way to a summary of it.

import type { SessionTreeEntry } from './entry.js'
import type { CompactionError } from './error.js'
import type { AgentMessage, Message, Usage } from './message.js'
import type { Model, RetryCallbacks, RetryPolicy, SummaryModels, ThinkingLevel } from './model.js'
import type { Result } from './result.js'

/** When a context is compacted, and how much of it stays. */
export interface CompactionSettings {
  /** Whether `shouldCompact` ever says yes. */
  enabled: boolean
  /** Tokens of the window that a context has to leave free; requests for summaries take their limits from it. */
  reserveTokens: number
  /** Tokens of the newest messages that stay as they are, at least. */
  keepRecentTokens: number
}

/** `{ enabled: true, reserveTokens: 16384, keepRecentTokens: 20000 }` */
export declare const DEFAULT_COMPACTION_SETTINGS: CompactionSettings

/**
 * Whether a context leaves less of the window free than is reserved. False where compaction is not `enabled`.
 *
 * @example
 * import { DEFAULT_COMPACTION_SETTINGS, shouldCompact } from '@polyweave/gatto-agent-harness/agent'
 *
 * console.log(shouldCompact(180_000, 200_000, DEFAULT_COMPACTION_SETTINGS)) // prints false
 * console.log(shouldCompact(190_000, 200_000, DEFAULT_COMPACTION_SETTINGS)) // prints true
 */
export declare function shouldCompact(
  contextTokens: number,
  contextWindow: number,
  settings: CompactionSettings
): boolean

/** The tokens of a context, as a response reports them: `totalTokens`, or the sum of the others where that is 0. */
export declare function calculateContextTokens(usage: Usage): number

/** The usage of the last response that did not fail and reports any: the very object. */
export declare function getLastAssistantUsage(entries: readonly SessionTreeEntry[]): Usage | undefined

/** How large a context is. */
export interface ContextUsageEstimate {
  /** `usageTokens + trailingTokens` */
  tokens: number
  /** What the last response that counts reports. */
  usageTokens: number
  /** An estimate of the messages after it; of all of them where there is none. */
  trailingTokens: number
  /** The index of that response; null where there is none. */
  lastUsageIndex: number | null
}

/** The size of a context: what the last response reports, and an estimate of what came after. */
export declare function estimateContextTokens(messages: readonly AgentMessage[]): ContextUsageEstimate

/**
 * About how many tokens a message is: a quarter for each UTF-16 unit, one for each Chinese, Japanese or Korean character
 * and each character beyond the basic plane, 1200 for an image.
 *
 * @example
 * import { estimateTokens } from '@polyweave/gatto-agent-harness/agent'
 *
 * console.log(estimateTokens({ role: 'user', content: 'eight ch', timestamp: 0 })) // prints 2
 * console.log(estimateTokens({ role: 'user', content: '日本語', timestamp: 0 })) // prints 3
 */
export declare function estimateTokens(message: AgentMessage): number

/** The index of the entry that begins the turn of `entries[entryIndex]`, at `startIndex` or after it; -1 for none. */
export declare function findTurnStartIndex(
  entries: readonly SessionTreeEntry[],
  entryIndex: number,
  startIndex: number
): number

/** Where a path is cut. */
export interface CutPointResult {
  /** The first entry behind the cut; `startIndex` where there is no place to cut. */
  firstKeptEntryIndex: number
  /** Where the turn begins that the cut goes through; -1 when it goes through none. */
  turnStartIndex: number
  /** Whether the cut goes through a turn. */
  isSplitTurn: boolean
}

/**
 * Where to cut `entries` from `startIndex` to before `endIndex`, so that at least `keepRecentTokens` stay behind the cut.
 * No cut parts a tool's result from its call.
 */
export declare function findCutPoint(
  entries: readonly SessionTreeEntry[],
  startIndex: number,
  endIndex: number,
  keepRecentTokens: number
): CutPointResult

/** The files that calls of read, write and edit name. */
export interface FileOperations {
  /** Paths that `read` was called with. */
  read: Set<string>
  /** Paths that `write` was called with. */
  written: Set<string>
  /** Paths that `edit` was called with, and those that an earlier summary says were changed. */
  edited: Set<string>
}

/** What a compaction is to do. */
export interface CompactionPreparation {
  /** The first entry that is kept as it is. */
  firstKeptEntryId: string
  /** The messages that a checkpoint takes the place of. */
  messagesToSummarize: AgentMessage[]
  /** The beginning of the turn that is cut: summarised by itself. */
  turnPrefixMessages: AgentMessage[]
  /** The messages that stay. */
  retainedTail: AgentMessage[]
  /** Whether the cut goes through a turn. */
  isSplitTurn: boolean
  /** The size of the context before, in tokens. */
  tokensBefore: number
  /** The checkpoint that this one goes on from. */
  previousSummary?: string
  /** The files of the previous summary, and of the calls among the messages that are summarised. */
  fileOps: FileOperations
  /** What `prepareCompaction` was given. */
  settings: CompactionSettings
}

/**
 * Decides what a compaction of a path is to do. The value is undefined when there is nothing to compact. The error is
 * `invalid_session` when the entry that would be kept first has no id.
 *
 * @param pathEntries - From the root, or from the last compaction, to the leaf: what `session.getBranch()` gives.
 */
export declare function prepareCompaction(
  pathEntries: readonly SessionTreeEntry[],
  settings: CompactionSettings
): Result<CompactionPreparation | undefined, CompactionError>

/** The files that a summary names, sorted by UTF-16 units. What was changed is not listed as read. */
export interface CompactionDetails {
  readFiles: string[]
  modifiedFiles: string[]
}

/** What a compaction gives, to be appended to the session. */
export interface CompactResult<T = unknown> {
  /** The checkpoint, with the files behind it. */
  summary: string
  firstKeptEntryId?: string
  /** The size of the context that was summarised, in tokens. */
  tokensBefore: number
  /** What the requests cost. */
  usage?: Usage
  /** The messages that follow the summary. */
  retainedTail?: AgentMessage[]
  details?: T
}

/**
 * Summarises what a preparation says: in one request, or two when a turn is cut. Errors are `aborted`,
 * `summarization_failed` (the provider failed, the models object threw, or there was no text) and `invalid_session`. It
 * writes to no session: hand what it gives to `session.appendCompaction`, as at the beginning of docs/compaction.md.
 *
 * @param customInstructions - Added to the instructions, behind `Additional focus: `.
 * @param signal - Ends the requests and the waits between them.
 * @param thinkingLevel - Counts if the model can think. Default: `off`.
 * @param retry - Default: no retry.
 */
export declare function compact(
  preparation: CompactionPreparation,
  models: SummaryModels,
  model: Model,
  customInstructions?: string,
  signal?: AbortSignal,
  thinkingLevel?: ThinkingLevel,
  retry?: RetryPolicy,
  callbacks?: RetryCallbacks
): Promise<Result<CompactResult<CompactionDetails>, CompactionError>>

/**
 * A checkpoint of messages; with `previousSummary` one that goes on from it. Errors are as of `compact`.
 *
 * @param reserveTokens - The answer may have four fifths of these tokens, or what the model can give, if that is less.
 */
export declare function generateSummary(
  messages: readonly AgentMessage[],
  models: SummaryModels,
  model: Model,
  reserveTokens: number,
  signal?: AbortSignal,
  customInstructions?: string,
  previousSummary?: string,
  thinkingLevel?: ThinkingLevel,
  retry?: RetryPolicy,
  callbacks?: RetryCallbacks
): Promise<Result<string, CompactionError>>

/** `generateSummary` with what it cost. */
export declare function generateSummaryWithUsage(
  messages: readonly AgentMessage[],
  models: SummaryModels,
  model: Model,
  reserveTokens: number,
  signal?: AbortSignal,
  customInstructions?: string,
  previousSummary?: string,
  thinkingLevel?: ThinkingLevel,
  retry?: RetryPolicy,
  callbacks?: RetryCallbacks
): Promise<Result<{ text: string; usage: Usage }, CompactionError>>

/**
 * A conversation as one text, for a model that is to read it and not to take part. Results of tools are cut at 2000 UTF-16
 * units, images are left out.
 *
 * @example
 * import { serializeConversation } from '@polyweave/gatto-agent-harness/agent'
 *
 * console.log(serializeConversation([{ role: 'user', content: 'hello', timestamp: 0 }])) // prints [User]: hello
 */
export declare function serializeConversation(messages: readonly Message[]): string
