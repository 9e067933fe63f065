// The errors of AgentCore: a class for each part, a code for each reason. Each is an Error whose `name` is that of its
// class; `cause` is there when something else was the reason.

/** Why a file operation failed. */
export type FileErrorCode =
  /** The signal was aborted. */
  | 'aborted'
  /** Nothing is at the path. */
  | 'not_found'
  /** The system does not allow it. */
  | 'permission_denied'
  /** A file is where a folder should be. */
  | 'not_directory'
  /** A folder is where a file should be. */
  | 'is_directory'
  /** A device, a pipe or a socket; a path that is none. */
  | 'invalid'
  /** The environment cannot do this; `NodeExecutionEnv` never says so. */
  | 'not_supported'
  /** Everything else. */
  | 'unknown'

/** What a file operation could not do, and to which path. */
export declare class FileError extends Error {
  constructor(code: FileErrorCode, message: string, path?: string, cause?: Error)
  readonly code: FileErrorCode
  /** The path it is about. */
  readonly path?: string
}

/** Why a command has no exit code. */
export type ExecutionErrorCode =
  /** The signal was aborted. */
  | 'aborted'
  /** The time was up; or it is no time that can be set, and nothing was run. */
  | 'timeout'
  /** There is no shell. */
  | 'shell_unavailable'
  /** The folder does not exist, the command is no string, or the shell was not started. */
  | 'spawn_error'
  /** `onStdout` or `onStderr` threw: that is the cause. */
  | 'callback_error'
  /** Everything else. */
  | 'unknown'

/** A command that has no exit code, and why. */
export declare class ExecutionError extends Error {
  constructor(code: ExecutionErrorCode, message: string, cause?: Error)
  readonly code: ExecutionErrorCode
}

/** Why a compaction gave no summary. */
export type CompactionErrorCode =
  /** The signal was aborted, or the answer says that it was. */
  | 'aborted'
  /** The provider failed, the models object threw, or the answer has no text. */
  | 'summarization_failed'
  /** The entry that would be kept first has no id. */
  | 'invalid_session'
  /** Never made here. */
  | 'unknown'

/** A compaction that gave no summary, and why. */
export declare class CompactionError extends Error {
  constructor(code: CompactionErrorCode, message: string, cause?: Error)
  readonly code: CompactionErrorCode
}

/** Why a branch has no summary. */
export type BranchSummaryErrorCode =
  /** The signal was aborted, or the answer says that it was. */
  | 'aborted'
  /** The provider failed, the models object threw, or the answer has no text. */
  | 'summarization_failed'
  /** Never made here. */
  | 'invalid_session'

/** A branch that has no summary, and why. */
export declare class BranchSummaryError extends Error {
  constructor(code: BranchSummaryErrorCode, message: string, cause?: Error)
  readonly code: BranchSummaryErrorCode
}

/** What a session or its storage could not do. */
export type SessionErrorCode =
  /** No entry, or no session, is there under that id or path. */
  | 'not_found'
  /** The header is none, a leaf or a parent is missing, or parents lead in a circle. */
  | 'invalid_session'
  /** A line of the file, or what should be appended, is no entry. */
  | 'invalid_entry'
  /** The entry to fork at is not there, or is no message of a user. */
  | 'invalid_fork_target'
  /** The file system refused (its FileError is the cause), another writer has appended, or the storage is closed. */
  | 'storage'
  /** Never made here. */
  | 'unknown'

/** What a session or its storage could not do. */
export declare class SessionError extends Error {
  constructor(code: SessionErrorCode, message: string, cause?: Error)
  readonly code: SessionErrorCode
}

/** What an AgentHarness refused, or could not do. */
export type AgentHarnessErrorCode =
  | 'busy'
  | 'invalid_state'
  | 'invalid_argument'
  | 'session'
  | 'hook'
  | 'auth'
  | 'compaction'
  | 'branch_summary'
  | 'unknown'

/** What an AgentHarness refused, or could not do. */
export declare class AgentHarnessError extends Error {
  constructor(code: AgentHarnessErrorCode, message: string, cause?: Error)
  readonly code: AgentHarnessErrorCode
}
