// The tool that lists a folder.

import { getOrThrow } from '../result.js'
import { limitNote, listing } from './listing.js'
import { countOf } from './number.js'
import { environmentOf, resolvePath, throwIfAborted } from './path.js'
import { DEFAULT_MAX_BYTES, formatSize } from './truncate.js'
import { byName } from './walk.js'

const LIMIT = 500

const parameters = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'The folder to list; the working folder without it' },
    limit: { type: 'number', description: `How many names to show at most; ${LIMIT} without it` }
  }
}

export function createLsTool() {
  return {
    name: 'ls',
    label: 'ls',
    description:
      'List a folder: the names in it, one a line and in order, hidden ones too, those of folders with a slash at the ' +
      `end. At most ${formatSize(DEFAULT_MAX_BYTES)} are shown.`,
    parameters: structuredClone(parameters),
    execute
  }
}

async function execute(_id, { path = '.', limit }, signal, _onUpdate, context) {
  const env = environmentOf(context, 'ls')
  const most = countOf(limit, 'limit', LIMIT)
  const folder = await resolvePath(env, path, signal)
  throwIfAborted(signal)
  const listed = await env.listDir(folder, signal)
  throwIfAborted(signal)
  const all = getOrThrow(listed).toSorted(byName)
  const entries = all.slice(0, most)
  const names = await Promise.all(entries.map((entry) => shown(env, entry, signal)))
  throwIfAborted(signal)
  const isLimited = all.length > entries.length
  return listing(names.join('\n'), 'The folder is empty', [isLimited && limitNote(most, 'names')], {
    entries: all.length,
    ...(isLimited && { entryLimitReached: most })
  })
}

/** A name, with a slash where there is a folder, be it behind a link. */
async function shown(env, { name, path, kind }, signal) {
  const isFolder = kind === 'directory' || (kind === 'symlink' && (await leadsToFolder(env, path, signal)))
  return isFolder ? `${name}/` : name
}

async function leadsToFolder(env, path, signal) {
  const target = await env.canonicalPath(path, signal)
  if (!target.ok) return false
  const info = await env.fileInfo(target.value, signal)
  return info.ok && info.value.kind === 'directory'
}
