import type * as peer from '@earendil-works/pi-agent-core'
import type * as ai from '@earendil-works/pi-ai'
import {
  type AgentMessage,
  type AssistantMessage,
  type Context,
  convertToLlm,
  createCustomMessage,
  type Message,
  type Model,
  type SessionTreeEntry,
  type SummaryModels,
  type ThinkingLevel,
  type ToolResultMessage,
  type Usage
} from '@polyweave/gatto-agent-harness/agent'

declare function is<T>(value: T): void

// what is typed against pi-ai or the published package is taken here, and the other way round
declare const theirs: {
  message: ai.Message
  assistant: ai.AssistantMessage
  result: ai.ToolResultMessage
  usage: ai.Usage
  model: ai.Model<ai.Api>
  models: ai.Models
  agent: peer.AgentMessage
  entry: peer.SessionTreeEntry
  level: peer.ThinkingLevel
  context: ai.Context
}
is<Message>(theirs.message)
is<AssistantMessage>(theirs.assistant)
is<ToolResultMessage>(theirs.result)
is<Usage>(theirs.usage)
is<Model>(theirs.model)
is<SummaryModels>(theirs.models)
is<AgentMessage>(theirs.agent)
is<SessionTreeEntry>(theirs.entry)
is<ThinkingLevel>(theirs.level)
is<Context>(theirs.context)

declare const ours: {
  message: Message
  assistant: AssistantMessage
  result: ToolResultMessage
  usage: Usage
  model: Model
  agent: AgentMessage
  entry: SessionTreeEntry
  level: ThinkingLevel
  context: Context
}
is<ai.Message>(ours.message)
is<ai.AssistantMessage>(ours.assistant)
is<ai.ToolResultMessage>(ours.result)
is<ai.Usage>(ours.usage)
is<ai.Model<any>>(ours.model)
is<peer.AgentMessage>(ours.agent)
is<peer.SessionTreeEntry>(ours.entry)
is<peer.ThinkingLevel>(ours.level)
is<ai.Context>(ours.context)

// an application's own role, told to both
declare module '@earendil-works/pi-agent-core' {
  interface CustomAgentMessages {
    note: { role: 'note'; text: string; timestamp: number }
  }
}
declare module '@polyweave/gatto-agent-harness/agent' {
  interface CustomAgentMessages {
    note: { role: 'note'; text: string; timestamp: number }
  }
}
is<AgentMessage>({ role: 'note', text: 'look here', timestamp: 0 })
// @ts-expect-error nobody declared this role
is<AgentMessage>({ role: 'unheard', timestamp: 0 })

is<Message[]>(convertToLlm([createCustomMessage('hint', 'use tabs', true, undefined, '2026-01-01')]))

declare const message: AgentMessage
if (message.role === 'assistant') is<Usage>(message.usage)
if (message.role === 'bashExecution') is<number | undefined>(message.exitCode)
