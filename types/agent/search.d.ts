// The tools that search: contents of files, names, and the names in one folder.

import type { CodingTool, ExecutionToolContext } from './tool.js'
import type { TruncationResult } from './truncate.js'

/** The arguments of the grep tool. */
export interface GrepToolInput {
  /** A regular expression of Rust's `regex`, which needs linear time and has no look-around; it matches inside a line. */
  pattern: string
  /** The folder or file to search. Default: the working folder. */
  path?: string
  /** Which files: a name (`*.ts`), a path from the folder (`src/*.ts`), or all but these (`!*.min.js`). */
  glob?: string
  /** Default: false. */
  ignoreCase?: boolean
  /** Whether the pattern is a text as it stands. Default: false. */
  literal?: boolean
  /** Lines before and after each match, 100 at most. Default: 0. */
  context?: number
  /** Matching lines, 10 000 at most. Default: 100. */
  limit?: number
}

/** What grep found. */
export interface GrepToolDetails {
  /** Matching lines that were found, up to the limit. */
  matches: number
  /** The files that they are in. */
  files: number
  /** The number of matching lines that the search ended at, though there are more. */
  matchLimitReached?: number
  /** Whether lines were cut to {@link GREP_MAX_LINE_LENGTH}. */
  linesTruncated?: true
  /** How the lines were cut to 50 KB. */
  truncation?: TruncationResult
}

/**
 * Makes the `grep` tool. It shows `path:line: text` for each line that matches and `path-line- text` for lines of
 * context, in the order of the paths, which is always the same. What git ignores, `.git` and binary files are passed
 * over. On this machine threads search; any other environment is read file by file.
 *
 * @throws From `execute`: an Error for a pattern or a glob that is none; the FileError of the environment for the path;
 * `Operation aborted`.
 * @example
 * import fs from 'node:fs'
 * import os from 'node:os'
 * import path from 'node:path'
 * import { createGrepTool, NodeExecutionEnv } from '@polyweave/gatto-agent-harness/agent'
 *
 * const cwd = fs.mkdtempSync(path.join(os.tmpdir(), 'grep-'))
 * fs.writeFileSync(path.join(cwd, 'poem.txt'), 'a rose\nis a rose\n')
 * const context = { env: new NodeExecutionEnv({ cwd }) }
 * const params = { pattern: '^is .*rose$' }
 * const { content } = await createGrepTool().execute('1', params, undefined, undefined, context)
 * const [block] = content
 * if (block?.type === 'text') console.log(block.text) // prints poem.txt:2: is a rose
 * fs.rmSync(cwd, { recursive: true })
 */
export declare function createGrepTool<
  TContext extends ExecutionToolContext = ExecutionToolContext
>(): CodingTool<TContext, GrepToolInput, GrepToolDetails>

/** The arguments of the find tool. */
export interface FindToolInput {
  /** A glob. Without a slash it is a name in any folder, else a path from the folder; with a slash at its end a folder. */
  pattern: string
  /** The folder to search. Default: the working folder. */
  path?: string
  /** Paths, 100 000 at most. Default: 1000. */
  limit?: number
}

/** What find found. */
export interface FindToolDetails {
  /** Paths that were found, up to the limit. */
  matches: number
  /** The number of paths that the search ended at, though there are more. */
  resultLimitReached?: number
  /** How the paths were cut to 50 KB. */
  truncation?: TruncationResult
}

/**
 * Makes the `find` tool: the files, links and folders whose name a glob means, one a line and in order, folders with a
 * slash at the end. What git ignores and `.git` are left out, links are not followed.
 *
 * @throws From `execute`: an Error for a pattern that is no glob; the FileError of the environment for the path;
 * `Operation aborted`.
 */
export declare function createFindTool<
  TContext extends ExecutionToolContext = ExecutionToolContext
>(): CodingTool<TContext, FindToolInput, FindToolDetails>

/** The arguments of the ls tool. */
export interface LsToolInput {
  /** The folder to list. Default: the working folder. */
  path?: string
  /** Names. Default: 500. */
  limit?: number
}

/** What ls found. */
export interface LsToolDetails {
  /** All names in the folder. */
  entries: number
  /** The limit, when there are more names. */
  entryLimitReached?: number
  /** How the names were cut to 50 KB. */
  truncation?: TruncationResult
}

/**
 * Makes the `ls` tool: the names in a folder, one a line and in order, folders and links to folders with a slash at the
 * end.
 *
 * @throws From `execute`: the FileError of the environment; `Operation aborted`.
 */
export declare function createLsTool<
  TContext extends ExecutionToolContext = ExecutionToolContext
>(): CodingTool<TContext, LsToolInput, LsToolDetails>
