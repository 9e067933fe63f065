// The tool that writes a file.

import type { CodingTool, ExecutionToolContext } from './tool.js'

/** The arguments of the write tool. */
export interface WriteToolInput {
  /** Absolute, or from the working folder of the environment. */
  path: string
  /** The whole text of the file. */
  content: string
}

/**
 * Makes the `write` tool: creates a file along with the folders above it, or replaces it. Calls on the same file, of
 * this tool and of the edit tool, run one after another in the order in which they were made.
 *
 * @throws From `execute`: the FileError of the environment; `Operation aborted`, also when the abort came too late to
 * stop the write.
 */
export declare function createWriteTool<
  TContext extends ExecutionToolContext = ExecutionToolContext
>(): CodingTool<TContext, WriteToolInput, undefined>
