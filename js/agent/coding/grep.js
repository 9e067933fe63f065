// The tool that searches the contents of files.

import { counted, limitNote, listing } from './listing.js'
import { countOf, wholeNumber } from './number.js'
import { environmentOf, nameOf, resolvePath, throwIfAborted } from './path.js'
import { compiledQuery, rootName, searchFiles } from './search.js'
import { DEFAULT_MAX_BYTES, formatSize, GREP_MAX_LINE_LENGTH } from './truncate.js'

const LIMIT = 100
/** So many of the shortest lines are more than is shown. */
const MOST = 10_000
const MOST_CONTEXT = 100

const parameters = {
  type: 'object',
  required: ['pattern'],
  properties: {
    pattern: {
      type: 'string',
      description:
        'What to look for: a regular expression, or with literal a text. It matches inside one line'
    },
    path: {
      type: 'string',
      description: 'The folder or the file to search; the working folder without it'
    },
    glob: {
      type: 'string',
      description:
        'Which files to search: "*.ts" by name, "src/**/*.ts" by path from the folder, "!*.min.js" all but these'
    },
    ignoreCase: {
      type: 'boolean',
      description: 'Whether upper and lower case are the same; false without it'
    },
    literal: { type: 'boolean', description: 'Whether the pattern is a text as it stands; false without it' },
    context: {
      type: 'number',
      description: 'How many lines to show before and after each match; 0 without it'
    },
    limit: { type: 'number', description: `How many matching lines to show at most; ${LIMIT} without it` }
  }
}

export function createGrepTool() {
  return {
    name: 'grep',
    label: 'grep',
    description:
      'Search the contents of files. Each matching line is shown as path:line: text, lines of context as path-line- ' +
      'text, in the order of the paths. What .gitignore excludes, .git, and binary files are not searched; hidden ' +
      `files are. Lines are cut at ${GREP_MAX_LINE_LENGTH} characters, the whole at ${formatSize(DEFAULT_MAX_BYTES)}.`,
    parameters: structuredClone(parameters),
    execute
  }
}

async function execute(_id, params, signal, _onUpdate, context) {
  const env = environmentOf(context, 'grep')
  const search = searchOf(params)
  const { path = '.' } = params
  const root = await resolvePath(env, path, signal)
  throwIfAborted(signal)
  const found = await searchFiles(env, search, root, rootName(path, root), signal)
  const { matches, files, isLimited, longLines, binary, unread } = found
  const notes = [
    isLimited && limitNote(matches, 'matching lines'),
    longLines > 0 &&
      `${counted(longLines, 'line is', 'lines are')} longer than ${GREP_MAX_LINE_LENGTH} characters and cut; read shows all of them.`,
    matches === 0 && binary > 0 && `${counted(binary, 'binary file was', 'binary files were')} not searched.`,
    unread > 0 && `${counted(unread, 'file or folder', 'files or folders')} could not be read.`
  ]
  return listing(found.text, 'No matches found', notes, {
    matches,
    files,
    ...(isLimited && { matchLimitReached: matches }),
    ...(longLines > 0 && { linesTruncated: true })
  })
}

function searchOf({ pattern, glob, ignoreCase, literal, context, limit }) {
  if (typeof pattern !== 'string') throw new Error(`pattern must be a string, not ${nameOf(pattern)}`)
  const options = {
    pattern,
    literal: literal === true,
    ignoreCase: ignoreCase === true,
    context: Math.min(Math.max(wholeNumber(context, 'context', 0), 0), MOST_CONTEXT),
    limit: Math.min(countOf(limit, 'limit', LIMIT), MOST)
  }
  // A model that has no glob in mind may well say so by an empty one.
  const files = glob === '' ? undefined : (glob ?? undefined)
  return { ...options, ...compiledQuery(options, files) }
}
