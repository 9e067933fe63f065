// The errors of AgentCore: a class for each part, a code for each reason. A name is a constant: what somebody derives keeps
// it, and no minifier can change it.

class CodedError extends Error {
  constructor(code, message, cause) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
  }
}

/** What a file operation could not do, and to which path. */
export class FileError extends CodedError {
  path
  name = 'FileError'

  constructor(code, message, path, cause) {
    super(code, message, cause)
    this.path = path
  }
}

/** Why a command has no exit code. */
export class ExecutionError extends CodedError {
  name = 'ExecutionError'
}

/** Why a compaction gave no summary. */
export class CompactionError extends CodedError {
  name = 'CompactionError'
}

/** Why a branch has no summary. */
export class BranchSummaryError extends CodedError {
  name = 'BranchSummaryError'
}

/** What a session or its storage could not do. */
export class SessionError extends CodedError {
  name = 'SessionError'
}

/** What an AgentHarness refused, or could not do. */
export class AgentHarnessError extends CodedError {
  name = 'AgentHarnessError'
}
