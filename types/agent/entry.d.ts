// What a session holds: entries, each with its parent.

import type { AgentMessage, CustomMessage, Usage } from './message.js'

/** What every entry has. */
export interface SessionTreeEntryBase {
  type: string
  id: string
  /** The entry before it; null for the first. */
  parentId: string | null
  /** ISO 8601, UTC, with milliseconds. */
  timestamp: string
}

/** A message of the conversation. */
export interface MessageEntry extends SessionTreeEntryBase {
  type: 'message'
  message: AgentMessage
}

/** From here on the model thinks as long as this says. */
export interface ThinkingLevelChangeEntry extends SessionTreeEntryBase {
  type: 'thinking_level_change'
  thinkingLevel: string
}

/** From here on it is this model. */
export interface ModelChangeEntry extends SessionTreeEntryBase {
  type: 'model_change'
  provider: string
  modelId: string
}

/** From here on the model has these tools. */
export interface ActiveToolsChangeEntry extends SessionTreeEntryBase {
  type: 'active_tools_change'
  activeToolNames: string[]
}

/** A summary in the place of what went before. */
export interface CompactionEntry<T = unknown> extends SessionTreeEntryBase {
  type: 'compaction'
  summary: string
  /** The first entry that the summary leaves as it is. Counts only without `retainedTail`. */
  firstKeptEntryId?: string
  /** The size of the context that was summarised. */
  tokensBefore: number
  /** The messages that follow the summary in place of those before it. */
  retainedTail?: AgentMessage[]
  details?: T
  usage?: Usage
  /** The summary is an application's, not ours: `details` are in its own form. */
  fromHook?: boolean
}

/** What happened on a branch that the conversation came back from. */
export interface BranchSummaryEntry<T = unknown> extends SessionTreeEntryBase {
  type: 'branch_summary'
  /** The entry at which the branch began; `root` for none. */
  fromId: string
  summary: string
  details?: T
  usage?: Usage
  /** The summary is an application's, not ours: `details` are in its own form. */
  fromHook?: boolean
}

/** What an application keeps for itself. */
export interface CustomEntry<T = unknown> extends SessionTreeEntryBase {
  type: 'custom'
  customType: string
  data?: T
}

/** What an application adds to the conversation. */
export interface CustomMessageEntry<T = unknown> extends SessionTreeEntryBase {
  type: 'custom_message'
  customType: string
  content: CustomMessage['content']
  details?: T
  display: boolean
}

/** A name for an entry; without `label` it has none any more. */
export interface LabelEntry extends SessionTreeEntryBase {
  type: 'label'
  targetId: string
  label: string | undefined
}

/** A name for the session. */
export interface SessionInfoEntry extends SessionTreeEntryBase {
  type: 'session_info'
  name?: string
}

/** The conversation goes on from another entry. */
export interface LeafEntry extends SessionTreeEntryBase {
  type: 'leaf'
  /** Null: from the very beginning. */
  targetId: string | null
}

/** Any entry. */
export type SessionTreeEntry =
  | MessageEntry
  | ThinkingLevelChangeEntry
  | ModelChangeEntry
  | ActiveToolsChangeEntry
  | CompactionEntry
  | BranchSummaryEntry
  | CustomEntry
  | CustomMessageEntry
  | LabelEntry
  | SessionInfoEntry
  | LeafEntry
