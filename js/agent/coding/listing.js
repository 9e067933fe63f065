// What the tools answer that list something: a line for each thing, and notes on what is not shown.

import { DEFAULT_MAX_BYTES, formatSize, truncateHead } from './truncate.js'

/** There is no limit on lines: the tool has its own, of things. */
const LIMITS = { maxLines: Number.MAX_SAFE_INTEGER, maxBytes: DEFAULT_MAX_BYTES }

/** An answer of lines, cut to the size that is shown, with notes behind it in brackets; `empty` stands for no lines. */
export function listing(text, empty, notes, details) {
  const truncation = truncateHead(text, LIMITS)
  const all = truncation.truncated ? [sizeNote(truncation), ...notes] : notes
  const brackets = all.filter(Boolean).map((note) => `[${note}]`)
  const shown = [text === '' ? empty : truncation.content]
  if (brackets.length > 0) shown.push(brackets.join('\n'))
  return {
    content: [{ type: 'text', text: shown.join('\n\n') }],
    details: { ...details, ...(truncation.truncated && { truncation }) }
  }
}

function sizeNote({ outputLines, totalLines }) {
  return `These are lines 1-${outputLines} of ${totalLines} found; no more than ${formatSize(DEFAULT_MAX_BYTES)} are shown.`
}

/** The note that a tool ended at its limit. */
export function limitNote(limit, things) {
  return `These are the first ${limit} ${things}, and there are more. Narrow the search, or go on with limit=${2 * limit}.`
}

/** A number of things, as words. */
export function counted(number, one, many) {
  return `${number} ${number === 1 ? one : many}`
}
