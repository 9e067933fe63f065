// The tool that runs commands.

import type { CodingTool, ExecutionToolContext } from './tool.js'
import type { TruncationResult } from './truncate.js'

/** The arguments of the bash tool. */
export interface BashToolInput {
  /** The command line. */
  command: string
  /** Seconds until it is killed; above 0, at most 2147483.647. Default: none. */
  timeout?: number
}

/** What logs and displays see of a command. */
export interface BashToolDetails {
  /** How the output was cut, if it was. */
  truncation?: TruncationResult
  /** The file that has all of it. Nobody removes it. */
  fullOutputPath?: string
}

/** A command that is about to be run. `prepare` may change all of it. */
export interface BashExecution {
  /** With `commandPrefix` in front. */
  command: string
  /** Where it runs: the folder of the environment. */
  cwd: string
  /** Variables beside those that are inherited, or all there are. */
  env: Record<string, string>
  /** Whether it has the variables of the environment. */
  inheritEnv: boolean
}

/** Looks at a command before it is run. What it throws is what the call throws. */
export type BashPrepare<TContext extends ExecutionToolContext = ExecutionToolContext> = (
  execution: BashExecution,
  context: TContext,
  signal?: AbortSignal
) => void | Promise<void>

/** How the bash tool runs commands. */
export interface BashToolOptions<TContext extends ExecutionToolContext = ExecutionToolContext> {
  /** Lines in front of every command. */
  commandPrefix?: string
  /** Looks at every command before it is run. */
  prepare?: BashPrepare<TContext>
  /**
   * Whether what a command leaves in the background is killed when it ends. Default: false. NodeExecutionEnv does that;
   * another environment gets it as an option of `exec`.
   */
  reapBackground?: boolean
}

/**
 * Makes the `bash` tool. Its calls give the output of a command, or its end and the name of a file that has all of it;
 * while it runs, `onUpdate` gets the end of the output every 100 ms at most, and its last state.
 *
 * @throws From `execute`: an Error with the output when the command failed, was aborted or was too slow; in the last case
 * its cause is the ExecutionError. The ExecutionError itself when the command could not be run.
 * @example
 * import os from 'node:os'
 * import { createBashTool, NodeExecutionEnv } from '@polyweave/gatto-agent-harness/agent'
 *
 * const env = new NodeExecutionEnv({ cwd: os.tmpdir() })
 * const bash = createBashTool({ commandPrefix: 'set -o pipefail' })
 * const run = async (command) => {
 *   const { content } = await bash.execute('call-1', { command }, undefined, undefined, { env })
 *   return content.map((block) => (block.type === 'text' ? block.text.trim() : block.mimeType))
 * }
 * console.log(...(await run('echo hello | tr a-z A-Z'))) // prints HELLO
 * await run('false | true').catch((error) => console.log(error.message)) // prints Command exited with code 1
 */
export declare function createBashTool<TContext extends ExecutionToolContext = ExecutionToolContext>(
  options?: BashToolOptions<TContext>
): CodingTool<TContext, BashToolInput, BashToolDetails | undefined>
