// What is kept of texts that are too long, and sizes for people.

/** How many lines tools keep of a text: 2000. */
export declare const DEFAULT_MAX_LINES: 2000

/** How many bytes tools keep of a text: 51200. */
export declare const DEFAULT_MAX_BYTES: number

/** How many UTF-16 units are kept of a line that a search found: 500. */
export declare const GREP_MAX_LINE_LENGTH: 500

/** How much is kept of a text. */
export interface TruncationOptions {
  /** Lines; below 0 is 0. Default: {@link DEFAULT_MAX_LINES}. */
  maxLines?: number
  /** Bytes of UTF-8, line feeds between lines included; below 0 is 0. Default: {@link DEFAULT_MAX_BYTES}. */
  maxBytes?: number
}

/** What is kept of a text, and how it was cut. Sizes are bytes of UTF-8. */
export interface TruncationResult {
  /** What is kept. A text within its limits is here as it was; of others, whole lines, without a final line feed. */
  content: string
  /** Whether something is missing. */
  truncated: boolean
  /** Which limit was reached first; null when nothing is missing. */
  truncatedBy: 'lines' | 'bytes' | null
  /** The lines of the whole text. A final line feed begins no line. */
  totalLines: number
  /** The bytes of the whole text. */
  totalBytes: number
  /** The lines of `content`. */
  outputLines: number
  /** The bytes of `content`. */
  outputBytes: number
  /** Whether `content` is only the end of the last line, which is too long to be kept whole. */
  lastLinePartial: boolean
  /** Whether `content` is empty because the first line alone is too long. */
  firstLineExceedsLimit: boolean
  /** The limit that was applied. */
  maxLines: number
  /** The limit that was applied. */
  maxBytes: number
}

/**
 * Keeps the first lines of a text: as many whole lines as fit both limits.
 *
 * @example
 * import { truncateHead } from '@polyweave/gatto-agent-harness/agent'
 *
 * const head = truncateHead('one\ntwo\nthree\n', { maxLines: 2 })
 * console.log(head.content.split('\n').length, head.truncatedBy) // prints 2 lines
 */
export declare function truncateHead(content: string, options?: TruncationOptions): TruncationResult

/**
 * Keeps the last lines of a text: as many whole lines as fit both limits. If not even the last one does, as much of its
 * end as fits, from a code point on.
 *
 * @example
 * import { truncateTail } from '@polyweave/gatto-agent-harness/agent'
 *
 * const tail = truncateTail('progress …………………… done', { maxBytes: 8 })
 * console.log(tail.content, tail.lastLinePartial) // prints … done true
 */
export declare function truncateTail(content: string, options?: TruncationOptions): TruncationResult

/** Keeps the first `maxChars` UTF-16 units of a line (default: {@link GREP_MAX_LINE_LENGTH}) and says so at their end. */
export declare function truncateLine(line: string, maxChars?: number): { text: string; wasTruncated: boolean }

/**
 * A number of bytes as people read it, in steps of 1024.
 *
 * @example
 * import { formatSize } from '@polyweave/gatto-agent-harness/agent'
 *
 * console.log(formatSize(1000), formatSize(1536), formatSize(5e6)) // prints 1000B 1.5KB 4.8MB
 */
export declare function formatSize(bytes: number): string
