// The errors of AgentCore: a class for each part, a code for each reason. Each is an Error whose `name` is that of its
// class; `cause` is there when something else was the reason.

/** Why a file operation failed: the system's error, `aborted` by a signal, `invalid` for what is no plain file. */
export type FileErrorCode =
  | 'aborted'
  | 'not_found'
  | 'permission_denied'
  | 'not_directory'
  | 'is_directory'
  | 'invalid'
  | 'not_supported'
  | 'unknown'

/** What a file operation could not do, and to which path. */
export declare class FileError extends Error {
  constructor(code: FileErrorCode, message: string, path?: string, cause?: Error)
  readonly code: FileErrorCode
  readonly path?: string
}

/** Why a command has no exit code. */
export type ExecutionErrorCode =
  | 'aborted'
  | 'timeout'
  | 'shell_unavailable'
  | 'spawn_error'
  | 'callback_error'
  | 'unknown'

/** Why a command has no exit code. */
export declare class ExecutionError extends Error {
  constructor(code: ExecutionErrorCode, message: string, cause?: Error)
  readonly code: ExecutionErrorCode
}

/** Why a compaction gave no summary. */
export type CompactionErrorCode = 'aborted' | 'summarization_failed' | 'invalid_session' | 'unknown'

/** Why a compaction gave no summary. */
export declare class CompactionError extends Error {
  constructor(code: CompactionErrorCode, message: string, cause?: Error)
  readonly code: CompactionErrorCode
}

/** Why a branch has no summary. */
export type BranchSummaryErrorCode = 'aborted' | 'summarization_failed' | 'invalid_session'

/** Why a branch has no summary. */
export declare class BranchSummaryError extends Error {
  constructor(code: BranchSummaryErrorCode, message: string, cause?: Error)
  readonly code: BranchSummaryErrorCode
}

/** What a session or its storage could not do. */
export type SessionErrorCode =
  | 'not_found'
  | 'invalid_session'
  | 'invalid_entry'
  | 'invalid_fork_target'
  | 'storage'
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
