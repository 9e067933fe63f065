// Sessions in files, a folder for each working directory.

import { native } from '../../native.js'
import { FileError, SessionError } from '../error.js'
import { createSessionId, createTimestamp } from '../identifier.js'
import { err } from '../result.js'
import { forkTail, forkTarget } from './fork.js'
import { getFileSystemResultOrThrow, loadJsonlSessionMetadata, newHeader, readHeader } from './header.js'
import { JsonlSessionStorage } from './jsonl-storage.js'
import { fsyncOf, hasLocalSessions } from './local-file.js'
import { Session } from './session.js'

/** How many headers are read at once on a file system of somebody else's. */
const AT_ONCE = 16

// No private fields: see storage.js.
const FILES = Symbol('files')

export class JsonlSessionRepo {
  constructor(options) {
    this[FILES] = new SessionFiles(options)
  }

  async create(options) {
    return this[FILES].create(options)
  }

  async open(metadata) {
    return this[FILES].open(metadata)
  }

  async list(options) {
    return this[FILES].list(options)
  }

  async delete(metadata) {
    return this[FILES].delete(metadata)
  }

  async fork(source, options) {
    return this[FILES].fork(source, options)
  }
}

class SessionFiles {
  #fs
  #input
  #options
  #root

  constructor({ fs, sessionsRoot, fsync }) {
    this.#fs = fs
    this.#input = sessionsRoot
    this.#options = { fsync: fsyncOf({ fsync }) }
  }

  async create(options) {
    const { cwd, parentSessionPath, metadata } = options
    const id = options.id ?? createSessionId()
    const path = await this.#newPath(cwd, id)
    const created = { ...this.#options, cwd, sessionId: id, parentSessionPath, metadata }
    return new Session(await JsonlSessionStorage.create(this.#fs, path, created))
  }

  async open(metadata) {
    return new Session(await this.#storage(metadata))
  }

  async #storage({ path }) {
    if (!(await this.#exists(path))) throw new SessionError('not_found', `Session not found: ${path}`)
    return JsonlSessionStorage.open(this.#fs, path, this.#options)
  }

  /** The sessions of one working directory or of all, the newest first. Of each file only the first line is read. */
  async list(options = {}) {
    const { cwd } = options ?? {}
    const found = hasLocalSessions(this.#fs) ? await this.#listLocal(cwd) : await this.#listForeign(cwd)
    // Folders of different working directories may share a name; what the header says is what counts.
    const sessions = cwd === undefined ? found : found.filter((metadata) => metadata.cwd === cwd)
    return sessions.sort((a, b) => time(b) - time(a))
  }

  async #listLocal(cwd) {
    const folder = cwd === undefined ? await this.#rootPath() : await this.#folder(cwd)
    const found = JSON.parse(await native.listSessionFiles(folder, cwd === undefined))
    if (!Array.isArray(found)) {
      const { code, message, path } = found
      getFileSystemResultOrThrow(err(new FileError(code, message, path)), `${path} cannot be read`)
    }
    return found.flatMap(([path, line]) => orNothing(() => readHeader(line, path)))
  }

  async #listForeign(cwd) {
    const folders =
      cwd === undefined ? await this.#foldersIn(await this.#rootPath()) : [await this.#folder(cwd)]
    const files = []
    for (const folder of folders) {
      for (const { name, path, kind } of await this.#entriesOf(folder)) {
        if (kind !== 'directory' && name.endsWith('.jsonl')) files.push(path)
      }
    }
    const found = []
    const rest = files.entries()
    const reader = async () => {
      for (const [place, path] of rest) {
        found[place] = await this.#metadataAt(path)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, reader))
    return found.flat()
  }

  async #metadataAt(path) {
    try {
      return [await loadJsonlSessionMetadata(this.#fs, path)]
    } catch (error) {
      // It went away since its folder was read. A link that leads nowhere is still there, and an error.
      if (error?.code === 'not_found' && !(await this.#exists(path))) return []
      return unlessInvalid(error)
    }
  }

  async #exists(path) {
    return getFileSystemResultOrThrow(await this.#fs.exists(path), `The session ${path} cannot be looked for`)
  }

  async #foldersIn(root) {
    const entries = await this.#entriesOf(root)
    return entries.filter(({ kind }) => kind === 'directory').map(({ path }) => path)
  }

  async #entriesOf(folder) {
    const listed = await this.#fs.listDir(folder)
    if (!listed.ok && listed.error.code === 'not_found') return []
    return getFileSystemResultOrThrow(listed, `${folder} cannot be read`)
  }

  async delete(metadata) {
    const removed = await this.#fs.remove(metadata.path, { force: true })
    if (!removed.ok && removed.error.code !== 'not_found')
      getFileSystemResultOrThrow(removed, `The session ${metadata.path} cannot be deleted`)
  }

  async fork(source, options) {
    const from = await this.#storage(source)
    try {
      return await this.#fork(from, await from.getMetadata(), options)
    } finally {
      await from.close()
    }
  }

  async #fork(from, source, options) {
    const { cwd } = options
    const id = options.id ?? createSessionId()
    const parentSessionPath = options.parentSessionPath ?? source.path
    const metadata = options.metadata ?? source.metadata
    const numbers = await numbersToFork(from, options)
    const [firstLine, rest] = await rootedLine(from, numbers)
    const tail = await tailLines(from, numbers, options)
    const path = await this.#newPath(cwd, id)
    const header = newHeader(path, { id, cwd, parentSessionPath, metadata })
    await from.copyTo(this.#fs, path, { head: `${header}\n${firstLine}`, numbers: rest, tail })
    return new Session(await JsonlSessionStorage.open(this.#fs, path, this.#options))
  }

  async #rootPath() {
    this.#root ??= getFileSystemResultOrThrow(
      await this.#fs.absolutePath(this.#input),
      `${this.#input} cannot be resolved`
    )
    return this.#root
  }

  async #folder(cwd) {
    if (typeof cwd !== 'string')
      throw new SessionError('invalid_session', `The cwd of a session must be a string, not ${typeof cwd}`)
    const name = `--${cwd.replace(/^[/\\]/, '').replaceAll(/[/\\:]/g, '-')}--`
    return this.#joined([await this.#rootPath(), name])
  }

  async #newPath(cwd, id) {
    if (/[/\\]/.test(id)) throw new SessionError('storage', `The id ${id} cannot be a part of a file's name`)
    const folder = await this.#folder(cwd)
    // The core makes the folders of a local file, for their owner alone.
    if (!hasLocalSessions(this.#fs)) {
      const made = await this.#fs.createDir(folder, { recursive: true })
      getFileSystemResultOrThrow(made, `The folder ${folder} cannot be made`)
    }
    return this.#joined([folder, `${createTimestamp().replaceAll(/[:.]/g, '-')}_${id}.jsonl`])
  }

  async #joined(parts) {
    return getFileSystemResultOrThrow(await this.#fs.joinPath(parts), `${parts[0]} cannot be joined`)
  }
}

const time = ({ createdAt }) => Date.parse(createdAt) || 0

function orNothing(read) {
  try {
    return [read()]
  } catch (error) {
    return unlessInvalid(error)
  }
}

/** A file whose header is none is no session. */
function unlessInvalid(error) {
  if (error instanceof SessionError && error.code === 'invalid_session') return []
  throw error
}

async function numbersToFork(from, options) {
  if (!options.entryId) return Array.from({ length: from.tree.count }, (_, number) => number)
  const target = await forkTarget(from, options)
  return target === null ? [] : Array.from(from.tree.way(from.known(target)))
}

/** The line of a first entry that must become a root, and the entries that are copied as they are. */
async function rootedLine(from, numbers) {
  if (numbers.length === 0) return ['', numbers]
  const [first] = await from.entriesAt(numbers.slice(0, 1))
  if (first.parentId === null) return ['', numbers]
  const parent = from.tree.find(first.parentId)
  if (parent !== -1 && numbers.includes(parent)) return ['', numbers]
  return [`${JSON.stringify({ ...first, parentId: null })}\n`, numbers.slice(1)]
}

async function tailLines(from, numbers, options) {
  if (!options.entryId) return ''
  const among = new Set(numbers)
  const [last] = await from.entriesAt(numbers.slice(-1))
  const marks = []
  for (const type of ['label', 'session_info'])
    marks.push(...(await from.entriesAt(from.tree.ofType(type).filter((number) => among.has(number)))))
  const has = (id) => among.has(from.tree.find(id))
  const tail = await forkTail(from, { last, has, marks })
  return tail.map((entry) => `${JSON.stringify(entry)}\n`).join('')
}
