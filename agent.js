// Entry of '@polyweave/gatto-agent-harness/agent': AgentCore.

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
export { err, getOrThrow, getOrUndefined, ok, toError } from './js/agent/result.js'
export {
  buildContextEntries,
  buildSessionContext,
  defaultContextEntryTransform,
  sessionEntryToContextMessages
} from './js/agent/session/context.js'
export { parseToolArguments, validateToolArguments } from './js/agent/tool/arguments.js'
