// Entry of '@polyweave/gatto-agent-harness/agent': AgentCore.

export { createBashTool } from './js/agent/coding/bash.js'
export { sanitizeBinaryOutput } from './js/agent/coding/capture.js'
export { createFindTool } from './js/agent/coding/find.js'
export { createGrepTool } from './js/agent/coding/grep.js'
export { createLsTool } from './js/agent/coding/ls.js'
export { createReadTool } from './js/agent/coding/read.js'
export { createEditTool } from './js/agent/coding/edit.js'
export { executeShellWithCapture } from './js/agent/coding/shell.js'
export {
  DEFAULT_MAX_BYTES,
  DEFAULT_MAX_LINES,
  formatSize,
  GREP_MAX_LINE_LENGTH,
  truncateHead,
  truncateLine,
  truncateTail
} from './js/agent/coding/truncate.js'
export { createWriteTool } from './js/agent/coding/write.js'
export { generateBranchSummary, prepareBranchEntries } from './js/agent/compaction/branch.js'
export { collectEntriesForBranchSummary } from './js/agent/compaction/branch-entries.js'
export { findCutPoint, findTurnStartIndex } from './js/agent/compaction/cut-point.js'
export {
  calculateContextTokens,
  estimateContextTokens,
  estimateTokens,
  getLastAssistantUsage
} from './js/agent/compaction/estimate.js'
export { prepareCompaction } from './js/agent/compaction/prepare.js'
export { serializeConversation } from './js/agent/compaction/serialize.js'
export { DEFAULT_COMPACTION_SETTINGS, shouldCompact } from './js/agent/compaction/settings.js'
export { compact, generateSummary, generateSummaryWithUsage } from './js/agent/compaction/summarize.js'
export { NodeExecutionEnv } from './js/agent/environment/node.js'
export {
  AgentHarnessError,
  BranchSummaryError,
  CompactionError,
  ExecutionError,
  FileError,
  SessionError
} from './js/agent/error.js'
export { createSessionId, createTimestamp, create_timestamp, uuidv7 } from './js/agent/identifier.js'
export {
  createBranchSummaryMessage,
  createCompactionSummaryMessage,
  createCustomMessage
} from './js/agent/message/custom.js'
export {
  BRANCH_SUMMARY_PREFIX,
  BRANCH_SUMMARY_SUFFIX,
  bashExecutionToText,
  COMPACTION_SUMMARY_PREFIX,
  COMPACTION_SUMMARY_SUFFIX,
  convertToLlm
} from './js/agent/message/llm.js'
export {
  formatSkillInvocation,
  formatSkillsForSystemPrompt,
  loadSkills,
  loadSourcedSkills
} from './js/agent/resource/skill.js'
export { substituteArgs } from './js/agent/resource/substitute.js'
export {
  formatPromptTemplateInvocation,
  loadPromptTemplates,
  loadSourcedPromptTemplates,
  parseCommandArgs
} from './js/agent/resource/template.js'
export { err, getOrThrow, getOrUndefined, ok, toError } from './js/agent/result.js'
export {
  buildContextEntries,
  buildSessionContext,
  defaultContextEntryTransform,
  sessionEntryToContextMessages
} from './js/agent/session/context.js'
export { getEntriesToFork } from './js/agent/session/fork.js'
export { getFileSystemResultOrThrow, loadJsonlSessionMetadata } from './js/agent/session/header.js'
export { JsonlSessionRepo } from './js/agent/session/jsonl-repo.js'
export { JsonlSessionStorage } from './js/agent/session/jsonl-storage.js'
export { InMemorySessionRepo, InMemorySessionStorage } from './js/agent/session/memory.js'
export { Session, toSession } from './js/agent/session/session.js'
export { parseToolArguments, validateToolArguments } from './js/agent/tool/arguments.js'
