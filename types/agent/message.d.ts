// The messages of a transcript. User, assistant and toolResult messages and their content have the shapes of pi-ai: what
// is typed there is taken here, and the other way round.

/** A text. */
export interface TextContent {
  type: 'text'
  text: string
  /** What a provider wants back with the text. */
  textSignature?: string
}

/** What a model thought before it answered. */
export interface ThinkingContent {
  type: 'thinking'
  thinking: string
  /** What a provider wants back with the thinking. */
  thinkingSignature?: string
  /** The provider hid the text; only the signature counts. */
  redacted?: boolean
}

/** An image. */
export interface ImageContent {
  type: 'image'
  /** Base64, without a `data:` prefix. */
  data: string
  /** As `image/png`. */
  mimeType: string
}

/** A call of a tool, as a model asked for it. */
export interface ToolCall {
  type: 'toolCall'
  id: string
  name: string
  arguments: Record<string, any>
  /** What a provider wants back with the call. */
  thoughtSignature?: string
}

/** What a response cost, in tokens and in US dollars. */
export interface Usage {
  /** What was sent and was in no cache. */
  input: number
  output: number
  /** What was sent and came from a cache. */
  cacheRead: number
  /** What was sent and went into a cache. */
  cacheWrite: number
  /** The part of `cacheWrite` that is kept for an hour. */
  cacheWrite1h?: number
  /** The part of `output` that was thinking. */
  reasoning?: number
  /** The size of the context after the response; 0 where the provider does not say. */
  totalTokens: number
  /** US dollars. */
  cost: { input: number; output: number; cacheRead: number; cacheWrite: number; total: number }
}

/** Why a model stopped; `pending` only while it has not. */
export type StopReason = 'pending' | 'stop' | 'length' | 'toolUse' | 'error' | 'aborted'

/** What a person, or a program in their place, said. */
export interface UserMessage {
  role: 'user'
  content: string | (TextContent | ImageContent)[]
  /** Milliseconds since 1970. */
  timestamp: number
}

/** What a provider says of a failure that it got over. */
export interface AssistantMessageDiagnostic {
  type: string
  /** Milliseconds since 1970. */
  timestamp: number
  error?: { name?: string; message: string; stack?: string; code?: string | number }
  details?: Record<string, unknown>
}

/** What a model answered. */
export interface AssistantMessage {
  role: 'assistant'
  content: (TextContent | ThinkingContent | ToolCall)[]
  /** The wire protocol, as `anthropic-messages`. */
  api: string
  provider: string
  /** The id of the model that was asked. */
  model: string
  /** The id of the model that answered, when the provider says that it was another. */
  responseModel?: string
  responseId?: string
  diagnostics?: AssistantMessageDiagnostic[]
  usage: Usage
  stopReason: StopReason
  /** With `error` and `aborted`: what the provider said. */
  errorMessage?: string
  rawStopReason?: string
  /** Milliseconds since 1970. */
  timestamp: number
}

/** What a tool answered. */
export interface ToolResultMessage<TDetails = any> {
  role: 'toolResult'
  toolCallId: string
  toolName: string
  content: (TextContent | ImageContent)[]
  /** For the application: models do not see it. */
  details?: TDetails
  /** What the call itself cost, if it asked a model. */
  usage?: Usage
  /** Names of tools that the model may call from here on. */
  addedToolNames?: string[]
  /** The content says what went wrong. */
  isError: boolean
  /** Milliseconds since 1970. */
  timestamp: number
}

/** What is sent to a model. */
export type Message = UserMessage | AssistantMessage | ToolResultMessage

/** A command that the user ran beside the conversation. */
export interface BashExecutionMessage {
  role: 'bashExecution'
  command: string
  /** What it wrote, as far as it is kept here: `ShellCaptureResult.output`. */
  output: string
  /** Undefined when the command has none: it was stopped, or never began. */
  exitCode: number | undefined
  /** It was aborted. */
  cancelled: boolean
  /** `output` is only a part. */
  truncated: boolean
  /** The file with all of the output. */
  fullOutputPath?: string
  /** Milliseconds since 1970. */
  timestamp: number
  /** Models do not see it. */
  excludeFromContext?: boolean
}

/** What an application adds to a conversation: models read it as the user's words. */
export interface CustomMessage<T = unknown> {
  role: 'custom'
  /** The application's own kind. */
  customType: string
  content: string | (TextContent | ImageContent)[]
  /** Whether it is to be shown to people. */
  display: boolean
  details?: T
  /** Milliseconds since 1970. */
  timestamp: number
}

/** What happened on a branch that the conversation came back from. */
export interface BranchSummaryMessage {
  role: 'branchSummary'
  summary: string
  /** The entry at which the other branch began. */
  fromId: string
  /** Milliseconds since 1970. */
  timestamp: number
}

/** What happened before the messages that a compaction kept. */
export interface CompactionSummaryMessage {
  role: 'compactionSummary'
  summary: string
  /** The size of the context that was summarised, in tokens. */
  tokensBefore: number
  /** Milliseconds since 1970. */
  timestamp: number
}

/**
 * The roles that a transcript may hold besides those of models. Add yours by declaration merging; convert them to what a
 * model understands in your `convertToLlm`.
 *
 * ```ts
 * declare module '@polyweave/gatto-agent-harness/agent' {
 *   interface CustomAgentMessages {
 *     note: { role: 'note'; text: string; timestamp: number }
 *   }
 * }
 * ```
 */
export interface CustomAgentMessages {
  bashExecution: BashExecutionMessage
  custom: CustomMessage
  branchSummary: BranchSummaryMessage
  compactionSummary: CompactionSummaryMessage
}

/** Whatever a transcript may hold. */
export type AgentMessage = Message | CustomAgentMessages[keyof CustomAgentMessages]

/** What stands in front of the summary of a compaction. */
export declare const COMPACTION_SUMMARY_PREFIX: string

/** What stands behind the summary of a compaction. */
export declare const COMPACTION_SUMMARY_SUFFIX: string

/** What stands in front of the summary of a branch. */
export declare const BRANCH_SUMMARY_PREFIX: string

/** What stands behind the summary of a branch. */
export declare const BRANCH_SUMMARY_SUFFIX: string

/**
 * A message of the application's own kind.
 *
 * @param timestamp An ISO time, or whatever else `Date` takes; the message has milliseconds since 1970.
 */
export declare function createCustomMessage(
  customType: string,
  content: string | (TextContent | ImageContent)[],
  display: boolean,
  details: unknown,
  timestamp: string | number | Date
): CustomMessage

/** The summary of a branch as a message. `timestamp` is as in `createCustomMessage`. */
export declare function createBranchSummaryMessage(
  summary: string,
  fromId: string,
  timestamp: string | number | Date
): BranchSummaryMessage

/** The summary of a compaction as a message. `timestamp` is as in `createCustomMessage`. */
export declare function createCompactionSummaryMessage(
  summary: string,
  tokensBefore: number,
  timestamp: string | number | Date
): CompactionSummaryMessage

/**
 * A command and what came of it, as a text for a model: the command, its output in a fence, how it ended if not well, and
 * where all of the output is if this is only a part.
 */
export declare function bashExecutionToText(message: BashExecutionMessage): string

/**
 * The messages as a model can take them. Those that it knows stay the same objects; commands, custom messages and
 * summaries become user messages with their time; what nobody knows, and commands with `excludeFromContext`, are left out.
 *
 * @example
 * import { convertToLlm, createCustomMessage } from '@polyweave/gatto-agent-harness/agent'
 *
 * const hint = createCustomMessage('hint', 'use tabs', true, undefined, '2026-01-01T00:00:00.000Z')
 * const messages = convertToLlm([{ role: 'user', content: 'hello', timestamp: 0 }, hint])
 * console.log(JSON.stringify(messages[1]?.content)) // prints [{"type":"text","text":"use tabs"}]
 */
export declare function convertToLlm(messages: readonly AgentMessage[]): Message[]
