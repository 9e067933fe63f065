// Commands whose output is captured: its end is at hand, all of it is in a file when it is long.

import type { ExecutionEnv, ShellExecOptions } from './environment.js'
import type { ExecutionError } from './error.js'
import type { Result } from './result.js'
import type { TruncationResult } from './truncate.js'

/** What has come of a command's output so far. */
export interface ShellCaptureProgress {
  /** All of it, or its last lines: 2000 at most, and 51200 bytes. */
  output: string
  /** How it was cut. The totals are those of the whole output. */
  truncation: TruncationResult
  /** The file that has all of it; undefined until something is missing from `output`. Nobody removes it. */
  fullOutputPath?: string
  /** The bytes that are on the last line so far; 0 when it has ended. */
  lastLineBytes: number
}

/** How a command is run and followed. */
export interface ShellCaptureOptions extends Omit<ShellExecOptions, 'onStdout' | 'onStderr'> {
  /**
   * Gets each piece of output, sanitised. `getProgress` says how far it has come; it costs about as much as the output
   * that it shows, so ask as often as somebody looks. What this throws, or rejects with, is what the capture ends with.
   */
  onChunk?: (chunk: string, getProgress: () => ShellCaptureProgress) => void
  /** Whether a command that could not be run to its end is a value with `executionError`. Default: false. */
  returnExecutionErrors?: boolean
}

/** What a command has written, and how it ended. */
export interface ShellCaptureResult extends ShellCaptureProgress {
  /** Undefined when the command has not come to its end. */
  exitCode: number | undefined
  /** Whether it was aborted. */
  cancelled: boolean
  /** Whether something is missing from `output`. */
  truncated: boolean
  /** Why there is no exit code, if `returnExecutionErrors` was set. */
  executionError?: ExecutionError
}

/**
 * Text that a program has written, without what nobody can read: C0 control characters other than TAB, LF and CR, and the
 * marks U+FFF9 to U+FFFB.
 *
 * @example
 * import { sanitizeBinaryOutput } from '@polyweave/gatto-agent-harness/agent'
 *
 * console.log(sanitizeBinaryOutput('bell\u0007 and\u0000 null')) // prints bell and null
 */
export declare function sanitizeBinaryOutput(str: string): string

/**
 * Runs a command and captures what it writes to both of its outputs, in the order in which it comes, sanitised and
 * without carriage returns. Memory is bounded; long output goes to a file. Does not throw or reject: the error is an
 * `ExecutionError`, of code `unknown` where the file or a callback failed.
 *
 * @example
 * import os from 'node:os'
 * import { executeShellWithCapture, getOrThrow, NodeExecutionEnv } from '@polyweave/gatto-agent-harness/agent'
 *
 * const env = new NodeExecutionEnv({ cwd: os.tmpdir() })
 * const { output, exitCode, truncated } = getOrThrow(await executeShellWithCapture(env, 'printf "made\\r\\n"; exit 2'))
 * console.log(output.trim(), exitCode, truncated) // prints made 2 false
 */
export declare function executeShellWithCapture(
  env: ExecutionEnv,
  command: string,
  options?: ShellCaptureOptions
): Promise<Result<ShellCaptureResult, ExecutionError>>
