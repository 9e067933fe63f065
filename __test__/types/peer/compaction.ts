import type * as peer from '@earendil-works/pi-agent-core'
import type * as ai from '@earendil-works/pi-ai'
import {
  buildSessionContext,
  type CollectEntriesResult,
  type CompactionPreparation,
  type CompactionSettings,
  type CompactResult,
  collectEntriesForBranchSummary,
  compact,
  estimateTokens,
  generateBranchSummary,
  generateSummary,
  getOrThrow,
  prepareCompaction,
  type SessionContext,
  type SessionTreeEntry
} from '@polyweave/gatto-agent-harness/agent'

declare function is<T>(value: T): void

// models, entries and preparations of the published package are taken as they are
declare const models: ai.Models
declare const model: ai.Model<'anthropic-messages'>
declare const entries: peer.SessionTreeEntry[]
declare const retry: ai.RetryPolicy
declare const callbacks: ai.RetryCallbacks
declare const prepared: peer.CompactionPreparation
declare const session: peer.Session
declare const { signal }: AbortController

is<SessionContext>(buildSessionContext(entries))
is<peer.SessionContext>(buildSessionContext(entries))
is<number>(estimateTokens({ role: 'user', content: 'hi', timestamp: 0 }))

const preparation = getOrThrow(
  prepareCompaction(entries, { enabled: true, reserveTokens: 1, keepRecentTokens: 1 })
)
if (preparation !== undefined) {
  is<CompactionPreparation>(preparation)
  is<peer.CompactionPreparation>(preparation)
  is<string | undefined>(preparation.previousSummary)
}
is<CompactionSettings>(prepared.settings)

const result = await compact(prepared, models, model, 'focus', signal, 'high', retry, callbacks)
if (result.ok) {
  is<string[] | undefined>(result.value.details?.readFiles)
  is<CompactResult>(result.value)
  is<peer.CompactResult>(result.value)
} else {
  is<'aborted' | 'summarization_failed' | 'invalid_session' | 'unknown'>(result.error.code)
}

is<string>(getOrThrow(await generateSummary([], models, model, 1000)))

const collected = await collectEntriesForBranchSummary(session, 'a', 'b')
is<CollectEntriesResult>(collected)
is<SessionTreeEntry[]>(collected.entries)
const branch = getOrThrow(
  await generateBranchSummary(collected.entries, { models, model, signal, retry, callbacks })
)
is<peer.BranchSummaryResult>(branch)

// @ts-expect-error a model takes a level that there is
await compact(prepared, models, model, undefined, signal, 'enormous')
// @ts-expect-error models have to complete
await compact(prepared, {}, model)
