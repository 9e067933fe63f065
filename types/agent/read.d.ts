// The tool that reads files.

import type { CodingTool, ExecutionToolContext } from './tool.js'
import type { TruncationResult } from './truncate.js'

/** The arguments of the read tool. */
export interface ReadToolInput {
  /** Absolute, or from the working folder of the environment. */
  path: string
  /** The first line, counted from 1. Rounded down; below 1 it is 1. Default: 1. */
  offset?: number
  /** How many lines at most. Rounded down; below 1 it is an error. Default: all. */
  limit?: number
}

/** What is known of a text that was cut. */
export interface ReadToolDetails {
  /** How the lines that were asked for were cut to 2000 lines and 50 KB. */
  truncation?: TruncationResult
}

/** An image that may be shown, or why there is none. */
export type ReadImageProcessorResult =
  | {
      ok: true
      /** Base64. */
      data: string
      mimeType: string
      /** Lines that are shown beside the image. */
      hints: string[]
    }
  | { ok: false; message: string }

/** Converts an image to one that a model takes, or makes it smaller. What it throws, the tool throws. */
export type ReadImageProcessor = (
  bytes: Uint8Array,
  mimeType: string,
  options: { autoResizeImages: boolean }
) => Promise<ReadImageProcessorResult>

/** Options of {@link createReadTool}. */
export interface ReadToolOptions {
  /** Handed on to `imageProcessor`. Default: true. */
  autoResizeImages?: boolean
  /** Default: none; images are shown as they are, and of a BMP there is only a note. */
  imageProcessor?: ReadImageProcessor
}

/**
 * Makes the `read` tool: some lines of a text, or an image. A file on this machine is read by a thread, piece by piece:
 * its size costs no memory. `details` are undefined unless something was cut.
 *
 * @throws From `execute`: the FileError of the environment (`not_found`, `is_directory`, `aborted`, ...); an Error for
 * an `offset` behind the last line and for numbers that are none.
 * @example
 * import fs from 'node:fs'
 * import os from 'node:os'
 * import path from 'node:path'
 * import { createReadTool, NodeExecutionEnv } from '@polyweave/gatto-agent-harness/agent'
 *
 * const cwd = fs.mkdtempSync(path.join(os.tmpdir(), 'read-'))
 * fs.writeFileSync(path.join(cwd, 'poem.txt'), 'one\ntwo\nthree\n')
 * const env = new NodeExecutionEnv({ cwd })
 * const params = { path: 'poem.txt', offset: 2, limit: 1 }
 * const { content } = await createReadTool().execute('1', params, undefined, undefined, { env })
 * const [block] = content
 * if (block?.type === 'text') console.log(block.text.replace('\n\n', ' '))
 * // prints two [1 more lines follow; offset=3 reads on.]
 * fs.rmSync(cwd, { recursive: true })
 */
export declare function createReadTool<TContext extends ExecutionToolContext = ExecutionToolContext>(
  options?: ReadToolOptions
): CodingTool<TContext, ReadToolInput, ReadToolDetails | undefined>
