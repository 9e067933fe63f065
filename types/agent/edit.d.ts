// The tool that replaces texts in a file.

import type { CodingTool, ExecutionToolContext } from './tool.js'

/** The arguments of the edit tool. */
export interface EditToolInput {
  /** Absolute, or from the working folder of the environment. */
  path: string
  /** At least one. Each is looked for in the file as it is before the call. */
  edits: { oldText: string; newText: string }[]
}

/** What an edit changed. Both diffs have LF as line ends and no byte order mark, whatever the file has. */
export interface EditToolDetails {
  /** For a reader: `-3 old`, `+3 new`, ` 4 the same`. */
  diff: string
  /** A unified diff with four lines of context. It names the file by the path of the call. */
  patch: string
  /** From 1, in the new file. */
  firstChangedLine?: number
}

/**
 * Makes the `edit` tool: replaces texts that are in a file once each, and leaves all other bytes as they are. A text is
 * looked for as it is written; then by what a reader sees, so without blanks at the ends of lines and with plain quotes,
 * dashes and spaces; then regardless of indentation and of how long blanks are, if there is but one such place.
 *
 * @throws From `execute`, an Error that says why nothing was edited: `Could not find the exact text` with what is most
 * like it, `Found N occurrences` with their lines, edits that `overlap`, `No changes made`, `Error code: …` with the
 * FileError of the environment as its cause, `Operation aborted`.
 * @example
 * import os from 'node:os'
 * import { createEditTool, getOrThrow, NodeExecutionEnv } from '@polyweave/gatto-agent-harness/agent'
 *
 * const env = new NodeExecutionEnv({ cwd: os.tmpdir() })
 * const path = `${getOrThrow(await env.createTempDir())}/greeting.txt`
 * getOrThrow(await env.writeFile(path, 'Hello,\r\n\tworld\r\n'))
 * const edits = [{ oldText: '    world', newText: '    you' }]
 * const { details } = await createEditTool().execute('1', { path, edits }, undefined, undefined, { env })
 * console.log(details?.diff.split('\n')[2]) // prints +2 	you
 * console.log(JSON.stringify(getOrThrow(await env.readTextFile(path)))) // prints "Hello,\r\n\tyou\r\n"
 */
export declare function createEditTool<
  TContext extends ExecutionToolContext = ExecutionToolContext
>(): CodingTool<TContext, EditToolInput, EditToolDetails | undefined> & {
  /** Puts right edits that are a JSON text, and `oldText` and `newText` beside them. */
  prepareArguments(args: unknown): EditToolInput
}
