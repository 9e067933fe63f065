// The tool that reads files.

import { countOf, wholeNumber } from './number.js'
import { environmentOf, resolvePath } from './path.js'
import { DEFAULT_LIMITS, DEFAULT_MAX_BYTES, DEFAULT_MAX_LINES, formatSize, truncation } from './truncate.js'
import { viewOf } from './view.js'

const parameters = {
  type: 'object',
  required: ['path'],
  properties: {
    path: {
      type: 'string',
      description: 'The file to read: an absolute path, or one from the working folder'
    },
    offset: { type: 'number', description: 'The first line to read, counted from 1' },
    limit: { type: 'number', description: 'How many lines to read at most' }
  }
}

export function createReadTool({ autoResizeImages = true, imageProcessor } = {}) {
  return {
    name: 'read',
    label: 'read',
    description:
      'Read a file. Of a text you see the lines from offset on, limit lines at most, and never more than ' +
      `${DEFAULT_MAX_LINES} lines or ${formatSize(DEFAULT_MAX_BYTES)}; a note in brackets says which lines there are ` +
      'besides, and the offset to go on from. An image (JPEG, PNG, GIF, WebP, BMP) is shown as an image.',
    parameters: structuredClone(parameters),
    execute: (_id, params, signal, _onUpdate, context) =>
      read(params, signal, context, imageProcessor, { autoResizeImages })
  }
}

async function read({ path, offset, limit }, signal, context, imageProcessor, options) {
  const env = environmentOf(context, 'read')
  const before = Math.max(wholeNumber(offset, 'offset', 1), 1) - 1
  const count = countOf(limit, 'limit')
  const lines = count === undefined ? { before } : { before, count }
  const inBase64 = imageProcessor === undefined
  const view = await viewOf(env, await resolvePath(env, path, signal), lines, inBase64, signal)
  if (view.mimeType !== undefined) {
    return { content: await processed(view, imageProcessor, options), details: undefined }
  }
  if (before > 0 && before >= view.fileLines) {
    throw new Error(`Offset ${before + 1} is beyond end of file (${view.fileLines} lines total)`)
  }
  return text(view, before, count)
}

function text(view, before, count = Number.POSITIVE_INFINITY) {
  const cut = truncationOf(view)
  const details = cut && { truncation: cut }
  if (cut?.firstLineExceedsLimit) return answer(recipe(view, before + 1), details)
  const shown = cut ? view.outputLines : Math.min(count, view.fileLines - before)
  const note = rest(view, before, before + shown)
  return answer(note === undefined ? view.content : `${view.content}\n\n${note}`, details)
}

const answer = (text, details) => ({ content: [{ type: 'text', text }], details })

/** What of the lines that were asked for is shown, when it is not all of them: a TruncationResult. */
function truncationOf({ content, cutBy, totalLines, totalBytes, outputLines, outputBytes }) {
  if (cutBy === undefined) return undefined
  return truncation(content, { lines: totalLines, bytes: totalBytes }, DEFAULT_LIMITS, {
    truncatedBy: cutBy,
    lines: outputLines,
    bytes: outputBytes,
    lastLinePartial: false,
    firstLineExceedsLimit: cutBy === 'bytes' && outputLines === 0
  })
}

/** Where to go on behind the lines up to `last`. */
function rest({ cutBy, fileLines }, before, last) {
  const left = fileLines - last
  if (left <= 0) return undefined
  const onward = `offset=${last + 1} reads on`
  if (cutBy === undefined) return `[${left} more lines follow; ${onward}.]`
  const limit = cutBy === 'bytes' ? ` (limit ${formatSize(DEFAULT_MAX_BYTES)})` : ''
  return `[These are lines ${before + 1}-${last} of ${fileLines}${limit}; ${onward}.]`
}

/** How to see a part of a line that is longer than all that may be shown. */
function recipe({ firstLineBytes, path }, line) {
  const limit = formatSize(DEFAULT_MAX_BYTES)
  const command = `sed -n '${line}p' ${quoted(path)} | head -c ${DEFAULT_MAX_BYTES}`
  return `[Line ${line} alone is ${formatSize(firstLineBytes)}, above the limit of ${limit}. With bash: ${command}]`
}

/** One word of a shell's language. */
function quoted(word) {
  return /^[\w./-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

/** The blocks that show an image. */
async function processed(view, imageProcessor, options) {
  const { mimeType, bytes } = view
  if (imageProcessor === undefined) {
    if (mimeType !== 'image/bmp') return blocks(mimeType, [], view.base64)
    return blocks(mimeType, ['[A BMP image is not shown as it is: an imageProcessor can convert it.]'])
  }
  const result = await imageProcessor(bytes, mimeType, options)
  return result.ok
    ? blocks(result.mimeType, result.hints ?? [], result.data)
    : blocks(mimeType, [result.message])
}

function blocks(mimeType, notes, data) {
  const text = [`Read image file [${mimeType}]`, ...notes].join('\n')
  const note = { type: 'text', text }
  return data === undefined ? [note] : [note, { type: 'image', data, mimeType }]
}
