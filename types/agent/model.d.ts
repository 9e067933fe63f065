// What is needed of a model and of whoever calls it. Both are pi-ai's: its models and its `Models` fit as they are.

import type { AssistantMessage, Message } from './message.js'

/** How long a model thinks before it answers; `off` is not at all. */
export type ThinkingLevel = 'off' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max'

/** A model. Only `id`, `api`, `provider`, `reasoning`, `contextWindow` and `maxTokens` are looked at. */
export interface Model<TApi extends string = any> {
  id: string
  name: string
  api: TApi
  provider: string
  baseUrl: string
  /** Whether it can think. */
  reasoning: boolean
  thinkingLevelMap?: Partial<Record<ThinkingLevel, string | null>>
  input: ('text' | 'image')[]
  cost: any
  /** Tokens. */
  contextWindow: number
  /** Tokens of one response at most. */
  maxTokens: number
  headers?: Record<string, string>
  compat?: any
}

/** What is sent to a model. */
export interface Context {
  systemPrompt?: string
  messages: Message[]
  tools?: any[]
}

/** The part of pi-ai's `Models` that summaries need. */
export interface SummaryModels {
  /**
   * Asks a model once. A failure is an answer with `stopReason: 'error'` and its words as `errorMessage`, by which it is
   * decided whether to ask again; what is thrown is the end.
   *
   * @param options - `maxTokens`, `signal`, `cacheRetention`, `sessionId`, and `reasoning` if the model is to think.
   */
  completeSimple(model: Model, context: Context, options?: any): Promise<AssistantMessage>
}

/** When a summary whose request failed is asked for again. */
export interface RetryPolicy {
  /** When false, every request is the only one. */
  enabled: boolean
  /** Requests after the first one, at most. */
  maxRetries: number
  /** Milliseconds before the second request; each later one waits twice as long as the one before. */
  baseDelayMs: number
}

/** What a retry tells. A promise is awaited before it goes on. */
export interface RetryCallbacks {
  /** Before the wait; `attempt` counts from 1. */
  onRetryScheduled?: (
    attempt: number,
    maxAttempts: number,
    delayMs: number,
    errorMessage: string
  ) => void | Promise<void>
  /** After the wait, before the request. */
  onRetryAttemptStart?: () => void | Promise<void>
  /** Once, at the end, if there was a retry at all. */
  onRetryFinished?: (success: boolean, attempt: number, finalError?: string) => void | Promise<void>
}
