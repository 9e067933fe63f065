// The face of '@polyweave/gatto-agent-harness/agent'. Each subject has a file of its own in types/agent/.

export { createBashTool } from './types/agent/bash.js'
export type {
  BashExecution,
  BashPrepare,
  BashToolDetails,
  BashToolInput,
  BashToolOptions
} from './types/agent/bash.js'
export { parseToolArguments, validateToolArguments } from './types/agent/arguments.js'
export { executeShellWithCapture, sanitizeBinaryOutput } from './types/agent/capture.js'
export type {
  ShellCaptureOptions,
  ShellCaptureProgress,
  ShellCaptureResult
} from './types/agent/capture.js'
export { NodeExecutionEnv } from './types/agent/environment.js'
export type {
  ExecutionEnv,
  FileInfo,
  FileKind,
  FileSystem,
  Shell,
  ShellExecOptions
} from './types/agent/environment.js'
export {
  collectEntriesForBranchSummary,
  generateBranchSummary,
  prepareBranchEntries
} from './types/agent/branch.js'
export type {
  BranchPreparation,
  BranchSummaryDetails,
  BranchSummaryResult,
  CollectEntriesResult,
  GenerateBranchSummaryOptions
} from './types/agent/branch.js'
export {
  calculateContextTokens,
  compact,
  DEFAULT_COMPACTION_SETTINGS,
  estimateContextTokens,
  estimateTokens,
  findCutPoint,
  findTurnStartIndex,
  generateSummary,
  generateSummaryWithUsage,
  getLastAssistantUsage,
  prepareCompaction,
  serializeConversation,
  shouldCompact
} from './types/agent/compaction.js'
export type {
  CompactionDetails,
  CompactionPreparation,
  CompactionSettings,
  CompactResult,
  ContextUsageEstimate,
  CutPointResult,
  FileOperations
} from './types/agent/compaction.js'
export {
  buildContextEntries,
  buildSessionContext,
  defaultContextEntryTransform,
  sessionEntryToContextMessages
} from './types/agent/context.js'
export type {
  ContextEntryTransform,
  CustomEntryContextMessageProjector,
  SessionContext,
  SessionContextBuildOptions
} from './types/agent/context.js'
export type {
  ActiveToolsChangeEntry,
  BranchSummaryEntry,
  CompactionEntry,
  CustomEntry,
  CustomMessageEntry,
  LabelEntry,
  LeafEntry,
  MessageEntry,
  ModelChangeEntry,
  SessionInfoEntry,
  SessionTreeEntry,
  SessionTreeEntryBase,
  ThinkingLevelChangeEntry
} from './types/agent/entry.js'
export { createEditTool } from './types/agent/edit.js'
export type { EditToolDetails, EditToolInput } from './types/agent/edit.js'
export {
  AgentHarnessError,
  BranchSummaryError,
  CompactionError,
  ExecutionError,
  FileError,
  SessionError
} from './types/agent/error.js'
export type {
  AgentHarnessErrorCode,
  BranchSummaryErrorCode,
  CompactionErrorCode,
  ExecutionErrorCode,
  FileErrorCode,
  SessionErrorCode
} from './types/agent/error.js'
export { createSessionId, createTimestamp, create_timestamp, uuidv7 } from './types/agent/identifier.js'
export {
  BRANCH_SUMMARY_PREFIX,
  BRANCH_SUMMARY_SUFFIX,
  bashExecutionToText,
  COMPACTION_SUMMARY_PREFIX,
  COMPACTION_SUMMARY_SUFFIX,
  convertToLlm,
  createBranchSummaryMessage,
  createCompactionSummaryMessage,
  createCustomMessage
} from './types/agent/message.js'
export type {
  AgentMessage,
  AssistantMessage,
  AssistantMessageDiagnostic,
  BashExecutionMessage,
  BranchSummaryMessage,
  CompactionSummaryMessage,
  CustomAgentMessages,
  CustomMessage,
  ImageContent,
  Message,
  StopReason,
  TextContent,
  ThinkingContent,
  ToolCall,
  ToolResultMessage,
  Usage,
  UserMessage
} from './types/agent/message.js'
export type {
  Context,
  Model,
  RetryCallbacks,
  RetryPolicy,
  SummaryModels,
  ThinkingLevel
} from './types/agent/model.js'
export {
  formatPromptTemplateInvocation,
  loadPromptTemplates,
  loadSourcedPromptTemplates,
  parseCommandArgs,
  substituteArgs
} from './types/agent/prompt-template.js'
export type {
  PromptTemplate,
  PromptTemplateDiagnostic,
  PromptTemplateDiagnosticCode
} from './types/agent/prompt-template.js'
export {
  getEntriesToFork,
  getFileSystemResultOrThrow,
  InMemorySessionRepo,
  JsonlSessionRepo
} from './types/agent/repo.js'
export type {
  JsonlSessionCreateOptions,
  JsonlSessionListOptions,
  JsonlSessionRepoApi,
  JsonlSessionRepoFileSystem,
  SessionCreateOptions,
  SessionForkOptions,
  SessionRepo
} from './types/agent/repo.js'
export { err, getOrThrow, getOrUndefined, ok, toError } from './types/agent/result.js'
export type { Result } from './types/agent/result.js'
export { Session, toSession } from './types/agent/session.js'
export {
  formatSkillInvocation,
  formatSkillsForSystemPrompt,
  loadSkills,
  loadSourcedSkills
} from './types/agent/skill.js'
export type { Skill, SkillDiagnostic, SkillDiagnosticCode } from './types/agent/skill.js'
export {
  InMemorySessionStorage,
  JsonlSessionStorage,
  loadJsonlSessionMetadata
} from './types/agent/storage.js'
export type {
  JsonlSessionFileSystem,
  JsonlSessionMetadata,
  SessionEntryCursorOptions,
  SessionFsync,
  SessionMetadata,
  SessionStats,
  SessionStorage
} from './types/agent/storage.js'
export type {
  AgentHarnessTool,
  AgentTool,
  AgentToolCall,
  AgentToolResult,
  AgentToolUpdateCallback,
  CodingTool,
  ExecutionToolContext,
  ToolExecutionMode
} from './types/agent/tool.js'
export { createReadTool } from './types/agent/read.js'
export type {
  ReadImageProcessor,
  ReadImageProcessorResult,
  ReadToolDetails,
  ReadToolInput,
  ReadToolOptions
} from './types/agent/read.js'
export { createFindTool, createGrepTool, createLsTool } from './types/agent/search.js'
export type {
  FindToolDetails,
  FindToolInput,
  GrepToolDetails,
  GrepToolInput,
  LsToolDetails,
  LsToolInput
} from './types/agent/search.js'
export { createWriteTool } from './types/agent/write.js'
export type { WriteToolInput } from './types/agent/write.js'
export {
  DEFAULT_MAX_BYTES,
  DEFAULT_MAX_LINES,
  formatSize,
  GREP_MAX_LINE_LENGTH,
  truncateHead,
  truncateLine,
  truncateTail
} from './types/agent/truncate.js'
export type { TruncationOptions, TruncationResult } from './types/agent/truncate.js'
