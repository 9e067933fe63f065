// Searches, by a thread where the files are on this machine, else file by file of what an environment gives. What is
// found is a Found of binding.d.ts either way.

import { native } from '../../native.js'
import { fileError } from '../environment/failure.js'
import { bytesOf, isLocal } from '../environment/files.js'
import { cancellable } from './local.js'
import { nameOf, plainPath, throwIfAborted } from './path.js'
import { Walk } from './walk.js'

/** No more text than this is gathered: a small part of it is all that will be shown. src/search/hits.rs has the same. */
const MOST_TEXT = 1024 * 1024

/** A compiled glob. Throws when it is none; `name` is the argument's. */
export function compiledGlob(written, name) {
  if (typeof written !== 'string') throw new Error(`${name} must be a string, not ${nameOf(written)}`)
  if (written === '') throw new Error(`${name} must not be empty`)
  return compiled(() => native.compileGlob(written))
}

/** A compiled query, and the glob of the files to search. Throws when the pattern or the glob is none. */
export function compiledQuery(options, written) {
  if (written === undefined) return { query: compiled(() => native.compileQuery(options)) }
  const glob = compiledGlob(written, 'glob')
  return { glob, query: compiled(() => native.compileQuery({ ...options, glob: written })) }
}

function compiled(compile) {
  try {
    return compile()
  } catch ({ message }) {
    throw new Error(message)
  }
}

/** What stands before the names that are found below `path`: what a model can hand to the next tool. */
export function rootName(path, absolute) {
  const plain = plainPath(path).replace(/^(?:\.\/+)+/, '')
  if (plain.startsWith('file://')) return absolute
  if (plain === '.' || plain === '') return ''
  return plain.replace(/\/+$/, '') || '/'
}

const below = (name, path) => {
  if (path === '') return name
  return name === '' || name.endsWith('/') ? name + path : `${name}/${path}`
}

/** The lines of files below `root` that match. */
export async function searchFiles(env, { query, glob, context, limit }, root, name, signal) {
  if (isLocal(env, 'listDir', 'readBinaryFile')) {
    return onThread(root, signal, (cancellation) => native.searchTree(query, root, name, cancellation))
  }
  const found = nothing()
  const walk = new Walk(env, root, signal)
  for await (const entry of walk.entries()) {
    const isWanted =
      entry.kind === 'file' && (entry.below === '' || !glob || native.globMatches(glob, entry.below, false))
    const bytes = isWanted ? await walk.read(entry.path) : undefined
    if (bytes === undefined) continue
    const shown = below(name, entry.below) || entry.name
    add(found, native.searchBytes(query, shown, bytesOf(bytes), limit - found.matches), context)
    if (found.isLimited) break
  }
  return { ...found, text: found.text.join('\n'), unread: found.unread + walk.unread }
}

/** The names below `root` that a glob means. */
export async function searchNames(env, { glob, limit }, root, name, signal) {
  if (isLocal(env, 'listDir')) {
    return onThread(root, signal, (cancellation) => native.findNames(glob, root, name, limit, cancellation))
  }
  const found = nothing()
  const walk = new Walk(env, root, signal)
  for await (const entry of walk.folder()) {
    const isFolder = entry.kind === 'directory'
    if (!native.globMatches(glob, entry.below, isFolder)) continue
    found.isLimited = found.matches === limit || found.bytes > MOST_TEXT
    if (found.isLimited) break
    found.matches += 1
    write(found, below(name, entry.below) + (isFolder ? '/' : ''))
  }
  return { ...found, text: found.text.join('\n'), unread: walk.unread }
}

async function onThread(root, signal, start) {
  try {
    const found = await cancellable(signal, start)
    throwIfAborted(signal)
    return found
  } catch (thrown) {
    throwIfAborted(signal)
    throw fileError(thrown, thrown?.path ?? root)
  }
}

function nothing() {
  return { text: [], bytes: 0, matches: 0, files: 0, isLimited: false, longLines: 0, binary: 0, unread: 0 }
}

function write(found, text) {
  found.text.push(text)
  found.bytes += text.length + 1
}

function add(found, more, context) {
  if (more.text !== '') {
    if (context > 0 && found.text.length > 0) write(found, '--')
    write(found, more.text)
  }
  for (const count of ['matches', 'files', 'longLines', 'binary', 'unread']) found[count] += more[count]
  found.isLimited = more.isLimited || found.bytes > MOST_TEXT
}
