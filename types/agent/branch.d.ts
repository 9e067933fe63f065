// What is remembered of a branch that is left.

import type { FileOperations } from './compaction.js'
import type { SessionTreeEntry } from './entry.js'
import type { BranchSummaryError } from './error.js'
import type { AgentMessage, Usage } from './message.js'
import type { Model, RetryCallbacks, RetryPolicy, SummaryModels } from './model.js'
import type { Result } from './result.js'

/** What a branch has for itself. */
export interface CollectEntriesResult {
  /** Oldest first. */
  entries: SessionTreeEntry[]
  /** The last entry that both branches have; null where they have none. */
  commonAncestorId: string | null
}

/**
 * The entries that are on the way to the old leaf and not on the way to the target, compactions or not. Without an old
 * leaf there are none. Throws what the session throws: `not_found`, `invalid_session`.
 */
export declare function collectEntriesForBranchSummary(
  session: { getBranch(fromId?: string): Promise<SessionTreeEntry[]> },
  oldLeafId: string | null,
  targetId: string
): Promise<CollectEntriesResult>

/** What a summary of a branch is made of. */
export interface BranchPreparation {
  /** Oldest first. */
  messages: AgentMessage[]
  /** The files of summaries among the entries, and of calls. */
  fileOps: FileOperations
  /** An estimate of the messages. */
  totalTokens: number
}

/** The newest messages of a branch that the budget allows, in tokens; 0 (the default) allows all. */
export declare function prepareBranchEntries(
  entries: readonly SessionTreeEntry[],
  tokenBudget?: number
): BranchPreparation

/** The files that a summary of a branch names. */
export interface BranchSummaryDetails {
  readFiles: string[]
  modifiedFiles: string[]
}

/** How a branch is summarised. */
export interface GenerateBranchSummaryOptions {
  /** Makes the request. */
  models: SummaryModels
  /** Its window limits how much of the branch is read. */
  model: Model
  /** Ends the request, and the waits before others. */
  signal: AbortSignal
  /** Added to the instructions. */
  customInstructions?: string
  /** `customInstructions` stand in place of ours. */
  replaceInstructions?: boolean
  /** Tokens of the window that the conversation has to leave free. Default 16384. */
  reserveTokens?: number
  /** Default: no retry. */
  retry?: RetryPolicy
  callbacks?: RetryCallbacks
}

/** A summary of a branch. */
export interface BranchSummaryResult {
  /** A sentence that says what it is, the answer, and the files: what `session.moveTo` takes as its summary. */
  summary: string
  /** What the request cost; undefined without one. */
  usage?: Usage
  /** Files that were read and not changed, sorted by UTF-16 units. */
  readFiles: string[]
  /** Files that were changed, sorted by UTF-16 units. */
  modifiedFiles: string[]
}

/**
 * A summary of the entries of a branch. Without any message there is no request, and the summary says so. Errors are
 * `aborted` and `summarization_failed`.
 */
export declare function generateBranchSummary(
  entries: readonly SessionTreeEntry[],
  options: GenerateBranchSummaryOptions
): Promise<Result<BranchSummaryResult, BranchSummaryError>>
