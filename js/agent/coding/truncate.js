// What is kept of a text that is too long. The text itself stays here: it is measured in pieces, and only as much of
// its end crosses as may be kept.

import { ANSWERS, box, native } from '../../native.js'
import { isOneByte } from '../one-byte.js'

export const DEFAULT_MAX_LINES = 2000
export const DEFAULT_MAX_BYTES = 50 * 1024
/** What is shown of a text unless somebody wants it otherwise. */
export const DEFAULT_LIMITS = Object.freeze({ maxLines: DEFAULT_MAX_LINES, maxBytes: DEFAULT_MAX_BYTES })
export const GREP_MAX_LINE_LENGTH = 500

// A piece fits a processor's first cache, where it is copied to and counted.
const PIECE = 4096

/** The pieces of a text, in order; a surrogate pair lies in one of them. */
export function* pieces(text) {
  for (let start = 0; start < text.length; ) {
    let end = start + PIECE
    if (end < text.length && isHigh(text.charCodeAt(end - 1))) end -= 1
    yield start === 0 && end >= text.length ? text : text.slice(start, end)
    start = end
  }
}

const isHigh = (unit) => (unit & 0xfc00) === 0xd800

// A text of one byte a unit is not widened to be counted, which would be most of the work.
const NARROW_PIECE = 8192

/** The first lines of a text. */
export function truncateHead(content, options = {}) {
  const { totals, limits } = measured(content, options)
  if (totals.fit) return truncation(content, totals, limits)
  return cut(native.cutHead, beginning(content, totals, limits), totals, limits)
}

/** The last lines of a text. */
export function truncateTail(content, options = {}) {
  const { totals, limits } = measured(content, options)
  if (totals.fit) return truncation(content, totals, limits)
  return cut(native.cutTail, ending(content, totals, limits), totals, limits)
}

// As much of either end as the core needs to see. That is given by the bytes, where they are not much; else the lines
// are looked for. A unit may be three bytes, so that a third may be enough of a text that is not all ASCII.
const MUCH = 1024 * 1024

function beginning(content, totals, { bytes, maxLines }) {
  let end = bytes + 2
  if (bytes > MUCH) {
    let at = 0
    for (let lines = 0; lines <= maxLines && at < end; lines++) {
      at = content.indexOf('\n', at) + 1
      if (at === 0) return content.slice(0, end)
    }
    return content.slice(0, Math.min(end, at))
  }
  if (totals.bytes === content.length) return content.slice(0, end)
  let found = 0
  end = 0
  for (const piece of pieces(content)) {
    found += native.measureText(piece)
    end += piece.length
    if (found >= bytes + 2) break
  }
  return content.slice(0, end)
}

function ending(content, totals, { bytes, maxLines }) {
  const lowest = Math.max(0, content.length - bytes - 2)
  let start = lowest
  if (bytes > MUCH) {
    let at = content.length - 1
    for (let lines = 0; lines <= maxLines && at > start; lines++) {
      at = content.lastIndexOf('\n', at - 1)
    }
    return content.slice(Math.max(start, at))
  }
  if (totals.bytes === content.length) return content.slice(start)
  let found = 0
  for (let end = content.length; found < bytes + 2 && end > lowest; end = start) {
    start = Math.max(lowest, end - PIECE)
    if (start > lowest && isHigh(content.charCodeAt(start - 1))) start -= 1
    found += native.measureText(content.slice(start, end))
  }
  return content.slice(start)
}

function measured(content, options) {
  const maxLines = options.maxLines ?? DEFAULT_MAX_LINES
  const maxBytes = options.maxBytes ?? DEFAULT_MAX_BYTES
  let lines = content.length > 0 && content.charCodeAt(content.length - 1) !== 0x0a ? 1 : 0
  let bytes = 0
  if (content.length > PIECE && !content.includes('\n')) {
    // There are no lines to count: V8 counts bytes where they are.
    bytes = Buffer.byteLength(content)
  } else if (content.length > PIECE && isOneByte(content)) {
    for (let start = 0; start < content.length; start += NARROW_PIECE) {
      bytes += native.measureLatin1(content.slice(start, start + NARROW_PIECE))
      lines += box[ANSWERS]
    }
  } else {
    for (const piece of pieces(content)) {
      bytes += native.measureText(piece)
      lines += box[ANSWERS]
    }
  }
  const limits = { maxLines, maxBytes, bytes: Math.max(0, Math.floor(maxBytes) || 0) }
  return { totals: { lines, bytes, fit: lines <= maxLines && bytes <= maxBytes }, limits }
}

function cut(end, text, totals, limits) {
  const content = end(text, Math.ceil(limits.maxLines), Math.floor(limits.maxBytes))
  return truncation(content, totals, limits, readCut(ANSWERS))
}

/** How a text was cut, as the core has written it to the mailbox; nothing if it was not. */
export function readCut(at) {
  const truncatedBy = LIMITS[box[at]]
  if (truncatedBy === undefined) return undefined
  return {
    truncatedBy,
    lines: box[at + 1],
    bytes: box[at + 2],
    lastLinePartial: box[at + 3] === 1,
    firstLineExceedsLimit: box[at + 4] === 1
  }
}
const LIMITS = [undefined, 'lines', 'bytes']

/**
 * A TruncationResult.
 *
 * @param {string} content what is kept
 * @param {{ lines: number, bytes: number }} totals how much there was
 * @param {{ maxLines: number, maxBytes: number }} limits how much there might have been
 * @param {ReturnType<typeof readCut>} [cut] how it was cut, if it was: by which limit, and how much is kept
 */
export function truncation(content, totals, limits, cut = undefined) {
  const kept = cut ?? totals
  return {
    content,
    truncated: cut !== undefined,
    truncatedBy: cut?.truncatedBy ?? null,
    totalLines: totals.lines,
    totalBytes: totals.bytes,
    outputLines: kept.lines,
    outputBytes: kept.bytes,
    lastLinePartial: cut?.lastLinePartial ?? false,
    firstLineExceedsLimit: cut?.firstLineExceedsLimit ?? false,
    maxLines: limits.maxLines,
    maxBytes: limits.maxBytes
  }
}

/** A line, or the beginning of one that is too long. */
export function truncateLine(line, maxLength = GREP_MAX_LINE_LENGTH) {
  if (line.length <= maxLength) return { text: line, wasTruncated: false }
  return { text: `${line.slice(0, maxLength)}... [truncated]`, wasTruncated: true }
}

/** A number of bytes as people read it. */
export function formatSize(bytes) {
  if (bytes < 1024) return `${bytes}B`
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)}KB`
  return `${(bytes / (1024 * 1024)).toFixed(1)}MB`
}
