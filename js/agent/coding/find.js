// The tool that searches for names.

import { counted, limitNote, listing } from './listing.js'
import { countOf } from './number.js'
import { environmentOf, resolvePath, throwIfAborted } from './path.js'
import { compiledGlob, rootName, searchNames } from './search.js'
import { DEFAULT_MAX_BYTES, formatSize } from './truncate.js'

const LIMIT = 1000
/** So many of the shortest names are more than is shown. */
const MOST = 100_000

const parameters = {
  type: 'object',
  required: ['pattern'],
  properties: {
    pattern: {
      type: 'string',
      description:
        'A glob: "*.ts" is a name in any folder, "src/**/*.test.ts" a path from the folder that is searched, ' +
        '"src/" with a slash at its end only folders'
    },
    path: { type: 'string', description: 'The folder to search; the working folder without it' },
    limit: { type: 'number', description: `How many paths to show at most; ${LIMIT} without it` }
  }
}

export function createFindTool() {
  return {
    name: 'find',
    label: 'find',
    description:
      'Find files and folders by a glob. Their paths are shown one a line and in order, those of folders with a slash ' +
      'at the end. What .gitignore excludes and .git are left out; hidden files are not. At most ' +
      `${formatSize(DEFAULT_MAX_BYTES)} are shown.`,
    parameters: structuredClone(parameters),
    execute
  }
}

async function execute(_id, { pattern, path = '.', limit }, signal, _onUpdate, context) {
  const env = environmentOf(context, 'find')
  const glob = compiledGlob(pattern, 'pattern')
  const most = Math.min(countOf(limit, 'limit', LIMIT), MOST)
  const root = await resolvePath(env, path, signal)
  throwIfAborted(signal)
  const found = await searchNames(env, { glob, limit: most }, root, rootName(path, root), signal)
  const { matches, isLimited, unread } = found
  const notes = [
    isLimited && limitNote(matches, 'paths'),
    unread > 0 && `${counted(unread, 'folder', 'folders')} could not be read.`
  ]
  return listing(found.text, 'No files found', notes, {
    matches,
    ...(isLimited && { resultLimitReached: matches })
  })
}
