// What a session holds: entries, each with its parent.

import type { AgentMessage, CustomMessage, Usage } from './message.js'

/** What every entry has. */
export interface SessionTreeEntryBase {
  /** Its kind. One that nobody knows is part of the tree, and of no context. */
  type: string
  /** No other entry of the session has it: 8 hexadecimal digits, or any other text that is not empty. */
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
  /** A `ThinkingLevel`. */
  thinkingLevel: string
}

/** From here on it is this model. */
export interface ModelChangeEntry extends SessionTreeEntryBase {
  type: 'model_change'
  /** As `Model.provider`. */
  provider: string
  /** As `Model.id`. */
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
  /** The size of the context that was summarised, in tokens. */
  tokensBefore: number
  /** The messages that follow the summary in place of those before it. */
  retainedTail?: AgentMessage[]
  /** For the application, and for the next compaction: a `CompactionDetails` unless `fromHook`. */
  details?: T
  /** What the summary cost. */
  usage?: Usage
  /** The summary is an application's, not ours: `details` are in its own form. */
  fromHook?: boolean
}

/** What happened on a branch that the conversation came back from. */
export interface BranchSummaryEntry<T = unknown> extends SessionTreeEntryBase {
  type: 'branch_summary'
  /** The entry at which the branch began; `root` for none. */
  fromId: string
  /** An empty one is no part of the context. */
  summary: string
  /** A `BranchSummaryDetails` unless `fromHook`. */
  details?: T
  /** What the summary cost. */
  usage?: Usage
  /** The summary is an application's, not ours: `details` are in its own form. */
  fromHook?: boolean
}

/** What an application keeps for itself. Models see it only through a `CustomEntryContextMessageProjector`. */
export interface CustomEntry<T = unknown> extends SessionTreeEntryBase {
  type: 'custom'
  /** The application's own kind. */
  customType: string
  /** Anything that JSON holds. */
  data?: T
}

/** What an application adds to the conversation. */
export interface CustomMessageEntry<T = unknown> extends SessionTreeEntryBase {
  type: 'custom_message'
  /** The application's own kind. */
  customType: string
  content: CustomMessage['content']
  /** For the application: models do not see it. */
  details?: T
  /** Whether it is to be shown to people. */
  display: boolean
}

/** A name for an entry; without `label` it has none any more. */
export interface LabelEntry extends SessionTreeEntryBase {
  type: 'label'
  /** The id of the entry. */
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
