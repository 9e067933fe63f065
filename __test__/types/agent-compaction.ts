// Written for @earendil-works/pi-agent-core: compiles against that package and, with another import, against this one.

import type { Api, Model, Models, RetryPolicy, Usage } from '@earendil-works/pi-ai'
import {
  type AgentMessage,
  type BranchPreparation,
  BranchSummaryError,
  type BranchSummaryErrorCode,
  type BranchSummaryResult,
  bashExecutionToText,
  type CompactionError,
  type CompactionErrorCode,
  type CompactionPreparation,
  type CompactionSettings,
  type CompactResult,
  calculateContextTokens,
  collectEntriesForBranchSummary,
  compact,
  createBranchSummaryMessage,
  createCompactionSummaryMessage,
  DEFAULT_COMPACTION_SETTINGS,
  estimateContextTokens,
  estimateTokens,
  findCutPoint,
  findTurnStartIndex,
  generateBranchSummary,
  generateSummary,
  generateSummaryWithUsage,
  getLastAssistantUsage,
  getOrThrow,
  prepareBranchEntries,
  prepareCompaction,
  type Result,
  type Session,
  type SessionTreeEntry,
  serializeConversation,
  shouldCompact,
  convertToLlm
} from '@polyweave/gatto-agent-harness/agent'

declare function is<T>(value: T): void
declare const models: Models
declare const model: Model<Api>
declare const signal: AbortSignal

const retry: RetryPolicy = { enabled: true, maxRetries: 2, baseDelayMs: 100 }
const settings: CompactionSettings = { ...DEFAULT_COMPACTION_SETTINGS, keepRecentTokens: 1000 }

export function sizes(messages: AgentMessage[], path: SessionTreeEntry[]): boolean {
  const estimate = estimateContextTokens(messages)
  is<number | null>(estimate.lastUsageIndex)
  const usage: Usage | undefined = getLastAssistantUsage(path)
  const tokens = usage === undefined ? estimate.tokens : calculateContextTokens(usage)
  is<number>(messages.reduce((sum, message) => sum + estimateTokens(message), 0))
  const cut = findCutPoint(path, 0, path.length, settings.keepRecentTokens)
  is<boolean>(cut.isSplitTurn)
  is<number>(findTurnStartIndex(path, cut.firstKeptEntryIndex, 0))
  is<string>(serializeConversation(convertToLlm(messages)))
  return shouldCompact(tokens, model.contextWindow, settings)
}

export async function compacted(path: SessionTreeEntry[], session: Session): Promise<string> {
  const prepared: Result<CompactionPreparation | undefined, CompactionError> = prepareCompaction(
    path,
    settings
  )
  if (!prepared.ok) return prepared.error.code
  if (prepared.value === undefined) return 'nothing to do'
  is<AgentMessage[]>(prepared.value.turnPrefixMessages)
  const result = await compact(prepared.value, models, model, 'be brief', signal, 'low', retry)
  if (!result.ok) {
    is<CompactionErrorCode>(result.error.code)
    throw result.error
  }
  const { summary, firstKeptEntryId, tokensBefore, details, usage, retainedTail }: CompactResult =
    result.value
  is<unknown>(details)
  return session.appendCompaction(
    summary,
    firstKeptEntryId,
    tokensBefore,
    details,
    false,
    usage,
    retainedTail
  )
}

export async function summaries(messages: AgentMessage[]): Promise<string> {
  const text: Result<string, CompactionError> = await generateSummary(messages, models, model, 16384)
  const told = await generateSummaryWithUsage(
    messages,
    models,
    model,
    16384,
    signal,
    undefined,
    'before',
    'off',
    retry,
    {}
  )
  is<Usage>(getOrThrow(told).usage)
  return getOrThrow(text) + getOrThrow(told).text
}

export async function branch(session: Session, target: string): Promise<string> {
  const { entries, commonAncestorId } = await collectEntriesForBranchSummary(
    session,
    await session.getLeafId(),
    target
  )
  is<string | null>(commonAncestorId)
  const preparation: BranchPreparation = prepareBranchEntries(entries, 1000)
  is<Set<string>>(preparation.fileOps.read)
  const result = await generateBranchSummary(entries, { models, model, signal, reserveTokens: 1000, retry })
  if (!result.ok) {
    is<BranchSummaryErrorCode>(result.error.code)
    throw new BranchSummaryError('aborted', 'stopped', result.error)
  }
  const summary: BranchSummaryResult = result.value
  is<string[]>([...summary.readFiles, ...summary.modifiedFiles])
  return summary.summary
}

const messages: AgentMessage[] = [
  createBranchSummaryMessage('tried', 'root', '2026-01-01T00:00:00.000Z'),
  createCompactionSummaryMessage('so far', 10, '2026-01-01T00:00:00.000Z')
]
is<number>(messages.length)
is<string>(
  bashExecutionToText({
    role: 'bashExecution',
    command: 'ls',
    output: '',
    exitCode: 0,
    cancelled: false,
    truncated: false,
    timestamp: 0
  })
)
