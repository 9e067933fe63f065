// The errors of AgentCore: a class for each part, a code for each reason.

class CodedError extends Error {
  constructor(code, message, cause) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = new.target.name
    this.code = code
  }
}

/** What a file operation could not do, and to which path. */
export class FileError extends CodedError {
  constructor(code, message, path, cause) {
    super(code, message, cause)
    this.path = path
  }
}

/** Why a command has no exit code. */
export class ExecutionError extends CodedError {}

/** Why a compaction gave no summary. */
export class CompactionError extends CodedError {}

/** Why a branch has no summary. */
export class BranchSummaryError extends CodedError {}

/** What a session or its storage could not do. */
export class SessionError extends CodedError {}

/** What an AgentHarness refused, or could not do. */
export class AgentHarnessError extends CodedError {}
