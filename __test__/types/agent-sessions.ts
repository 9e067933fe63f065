// Written for @earendil-works/pi-agent-core: compiles against that package and, with another import, against this one.

import type { AssistantMessage, Message, UserMessage } from '@earendil-works/pi-ai'
import {
  type ActiveToolsChangeEntry,
  type AgentMessage,
  type BranchSummaryEntry,
  buildContextEntries,
  buildSessionContext,
  type CompactionEntry,
  type ContextEntryTransform,
  convertToLlm,
  createSessionId,
  createTimestamp,
  type CustomEntry,
  type CustomEntryContextMessageProjector,
  type CustomMessage,
  type CustomMessageEntry,
  createCustomMessage,
  defaultContextEntryTransform,
  getEntriesToFork,
  InMemorySessionRepo,
  InMemorySessionStorage,
  type JsonlSessionCreateOptions,
  type JsonlSessionListOptions,
  type JsonlSessionMetadata,
  JsonlSessionRepo,
  type JsonlSessionRepoApi,
  JsonlSessionStorage,
  type LabelEntry,
  type LeafEntry,
  loadJsonlSessionMetadata,
  type MessageEntry,
  type ModelChangeEntry,
  Session,
  type SessionContext,
  type SessionContextBuildOptions,
  type SessionCreateOptions,
  SessionError,
  type SessionErrorCode,
  type SessionForkOptions,
  type SessionInfoEntry,
  type SessionMetadata,
  type SessionRepo,
  type SessionStats,
  type SessionStorage,
  type SessionTreeEntry,
  sessionEntryToContextMessages,
  type ThinkingLevelChangeEntry,
  toSession,
  uuidv7
} from '@polyweave/gatto-agent-harness/agent'
import { NodeExecutionEnv } from '@polyweave/gatto-agent-harness/agent'

declare function is<T>(value: T): void

// A storage of one's own.
class Recorder implements SessionStorage<SessionMetadata & { tag: string }> {
  readonly #inner = new InMemorySessionStorage<SessionMetadata & { tag: string }>({
    metadata: { id: uuidv7(), createdAt: createTimestamp(), tag: 'mine' }
  })
  readonly written: SessionTreeEntry[] = []
  getMetadata = () => this.#inner.getMetadata()
  getLeafId = () => this.#inner.getLeafId()
  setLeafId = (id: string | null) => this.#inner.setLeafId(id)
  createEntryId = () => this.#inner.createEntryId()
  async appendEntry(entry: SessionTreeEntry): Promise<void> {
    this.written.push(entry)
    await this.#inner.appendEntry(entry)
  }
  getEntry = (id: string) => this.#inner.getEntry(id)
  findEntries<T extends SessionTreeEntry['type']>(type: T) {
    return this.#inner.findEntries(type)
  }
  getLabel = (id: string) => this.#inner.getLabel(id)
  getSessionName = () => this.#inner.getSessionName()
  getSessionStats = () => this.#inner.getSessionStats()
  getPathToRootOrCompaction = (id: string | null) => this.#inner.getPathToRootOrCompaction(id)
  getEntries = (options?: { afterEntrySeq?: number; limit?: number }) => this.#inner.getEntries(options)
}

// What an application adds to the context, and leaves out.
const latest: ContextEntryTransform = (entries) => entries.slice(-10)
const projector: CustomEntryContextMessageProjector = (entry, index, entries) => {
  is<number>(index)
  is<readonly SessionTreeEntry[]>(entries)
  if (entry.data === undefined) return undefined
  return [createCustomMessage(entry.customType, String(entry.data), false, undefined, entry.timestamp)]
}
const options: SessionContextBuildOptions = {
  entryTransforms: [latest],
  entryProjectors: { note: projector }
}

export async function inMemory(answer: AssistantMessage): Promise<string[]> {
  const storage = new Recorder()
  const session = new Session(storage, options)
  is<string>((await session.getMetadata()).tag)
  is<SessionStorage<SessionMetadata & { tag: string }>>(session.getStorage())

  const question: UserMessage = {
    role: 'user',
    content: [{ type: 'text', text: 'hi' }],
    timestamp: Date.now()
  }
  const id: string = await session.appendMessage(question)
  await session.appendMessage(answer)
  await session.appendMessage({
    role: 'toolResult',
    toolCallId: 'c',
    toolName: 'look',
    content: [{ type: 'image', data: '', mimeType: 'image/png' }],
    isError: false,
    timestamp: Date.now()
  })
  await session.appendThinkingLevelChange('high')
  await session.appendModelChange('anthropic', 'claude')
  await session.appendActiveToolsChange(['read', 'bash'])
  await session.appendCustomEntry('note', { any: 'thing' })
  await session.appendCustomMessageEntry<{ from: string }>('hint', 'use tabs', true, { from: 'lint' })
  await session.appendCompaction('so far', id, 1000, { readFiles: [] }, true, answer.usage, [question])
  await session.appendCompaction('so far', undefined, 1000)
  await session.appendLabel(id, 'start')
  await session.appendLabel(id, undefined)
  await session.appendSessionName('a name')
  const summary: string | undefined = await session.moveTo(id, { summary: 'tried', fromHook: false })
  await session.moveTo(null)
  // @ts-expect-error a leaf is an id or null
  await session.moveTo(undefined)

  const { messages, thinkingLevel, model, activeToolNames }: SessionContext =
    await session.buildContext(options)
  is<string>(thinkingLevel)
  is<string | undefined>(model?.modelId)
  is<string[] | null>(activeToolNames)
  const wire: Message[] = convertToLlm(messages)
  const stats: SessionStats = await session.getSessionStats()
  is<number>(
    stats.costTotal + stats.totalTokens + stats.cachedTokens + stats.uncachedTokens + stats.messageCount
  )
  const label: string | undefined = await session.getLabel(id)
  const name: string | undefined = await session.getSessionName()
  const entries = await session.getEntries({ afterEntrySeq: 1, limit: 2 })
  return [...entries.map(told), ...wire.map(({ role }) => role), label ?? '', name ?? '', summary ?? '']
}

// Every kind of entry, told apart by `type`.
function told(entry: SessionTreeEntry): string {
  is<string | null>(entry.parentId)
  switch (entry.type) {
    case 'message':
      is<MessageEntry>(entry)
      return textOf(entry.message)
    case 'thinking_level_change':
      is<ThinkingLevelChangeEntry>(entry)
      return entry.thinkingLevel
    case 'model_change':
      is<ModelChangeEntry>(entry)
      return `${entry.provider}/${entry.modelId}`
    case 'active_tools_change':
      is<ActiveToolsChangeEntry>(entry)
      return entry.activeToolNames.join()
    case 'compaction':
      is<CompactionEntry>(entry)
      is<AgentMessage[] | undefined>(entry.retainedTail)
      return entry.firstKeptEntryId ?? entry.summary
    case 'branch_summary':
      is<BranchSummaryEntry>(entry)
      return `${entry.fromId} ${entry.usage?.cost.total} ${entry.fromHook}`
    case 'custom':
      is<CustomEntry>(entry)
      return entry.customType
    case 'custom_message':
      is<CustomMessageEntry>(entry)
      is<CustomMessage['content']>(entry.content)
      return String(entry.display)
    case 'label':
      is<LabelEntry>(entry)
      return entry.label ?? entry.targetId
    case 'session_info':
      is<SessionInfoEntry>(entry)
      return entry.name ?? ''
    case 'leaf':
      is<LeafEntry>(entry)
      return entry.targetId ?? 'root'
    default:
      is<never>(entry)
      return ''
  }
}

function textOf(message: AgentMessage): string {
  switch (message.role) {
    case 'user':
    case 'custom':
      return typeof message.content === 'string'
        ? message.content
        : message.content.map(({ type }) => type).join()
    case 'assistant':
      return message.content.map((part) => (part.type === 'thinking' ? part.thinking : part.type)).join()
    case 'toolResult':
      return message.toolName
    case 'bashExecution':
      return `${message.command}: ${message.exitCode ?? 'none'}`
    case 'branchSummary':
    case 'compactionSummary':
      return message.summary
    default:
      is<never>(message)
      return ''
  }
}

// The pure functions on a path.
export function pure(path: SessionTreeEntry[]): AgentMessage[] {
  const kept: SessionTreeEntry[] = defaultContextEntryTransform(path)
  const built: SessionTreeEntry[] = buildContextEntries(kept, options)
  is<SessionContext>(buildSessionContext(path))
  return built.flatMap((entry, index) => sessionEntryToContextMessages(entry, index, built, options))
}

// Sessions in files.
export async function inFiles(cwd: string): Promise<JsonlSessionMetadata[]> {
  const fs = new NodeExecutionEnv({ cwd })
  const repo: JsonlSessionRepoApi = new JsonlSessionRepo({ fs, sessionsRoot: 'sessions' })
  const created: JsonlSessionCreateOptions = { cwd, id: createSessionId(), metadata: { by: 'me' } }
  const session: Session<JsonlSessionMetadata> = await repo.create(created)
  const metadata = await session.getMetadata()
  is<string | undefined>(metadata.parentSessionPath)
  is<Record<string, unknown> | undefined>(metadata.metadata)
  const fork: SessionForkOptions & JsonlSessionCreateOptions = { cwd, position: 'at' }
  const forked = await repo.fork(metadata, fork)
  await repo.delete(await forked.getMetadata())
  const storage: JsonlSessionStorage = await JsonlSessionStorage.open(fs, metadata.path)
  is<MessageEntry[]>(await storage.findEntries('message'))
  is<SessionTreeEntry[]>(await getEntriesToFork(storage, { entryId: 'x', position: 'before' }))
  is<Session<JsonlSessionMetadata>>(toSession(storage))
  await JsonlSessionStorage.create(fs, 'one.jsonl', {
    cwd,
    sessionId: createSessionId(),
    parentSessionPath: metadata.path
  })
  is<JsonlSessionMetadata>(await loadJsonlSessionMetadata(fs, metadata.path))
  const list: JsonlSessionListOptions = { cwd }
  return repo.list(list)
}

// Code that works with any repository.
export async function newest<M extends SessionMetadata, O extends SessionCreateOptions, L>(
  repo: SessionRepo<M, O, L>
): Promise<Session<M> | undefined> {
  const [first] = await repo.list()
  return first === undefined ? undefined : repo.open(first)
}
const memory = new InMemorySessionRepo()
is<Promise<Session | undefined>>(newest(memory))
is<Promise<Session>>(memory.create())
is<Promise<Session>>(memory.fork({ id: 'a', createdAt: createTimestamp() }, { position: 'at', entryId: 'b' }))

// Errors.
export function reasonOf(error: unknown): SessionErrorCode | undefined {
  return error instanceof SessionError ? error.code : undefined
}
throw new SessionError('not_found', 'gone', new Error('why'))
