// Entry of '@polyweave/gatto-agent-harness/agent': AgentCore.

export { createWriteTool } from './js/agent/coding/write.js'
export {
  AgentHarnessError,
  BranchSummaryError,
  CompactionError,
  ExecutionError,
  FileError,
  SessionError
} from './js/agent/error.js'
export { err, getOrThrow, getOrUndefined, ok, toError } from './js/agent/result.js'
