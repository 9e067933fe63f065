// The face of '@polyweave/gatto-agent-harness/agent'. Each subject has a file of its own in types/agent/.

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
export { err, getOrThrow, getOrUndefined, ok, toError } from './types/agent/result.js'
export type { Result } from './types/agent/result.js'
export type { AgentToolResult, AgentToolUpdateCallback } from './types/agent/tool.js'
export { createWriteTool } from './types/agent/write.js'
export type { WriteToolInput } from './types/agent/write.js'
