// A session in a file of JSON lines: a header, then an entry a line.

import { SessionError } from '../error.js'
import { FileOfLines } from './foreign-file.js'
import { Group } from './group.js'
import { getFileSystemResultOrThrow, newHeader } from './header.js'
import { fsyncOf, hasLocalSessions, LocalFile, publish } from './local-file.js'
import { TreeStorage } from './storage.js'

// No private fields: see storage.js.
const KEPT = Symbol('kept')

export class JsonlSessionStorage extends TreeStorage {
  /** Not to be called: use `open` or `create`. */
  constructor(file, metadata) {
    super(file.tree)
    // The group is what was appended in this turn of the event loop and is not written yet.
    this[KEPT] = { file, metadata, entries: new StoredEntries(file), group: undefined }
  }

  static async open(fs, path, options) {
    const kind = hasLocalSessions(fs) ? LocalFile : FileOfLines
    const { file, metadata } = await kind.open(fs, path, options)
    return new JsonlSessionStorage(file, metadata)
  }

  static async create(fs, path, options) {
    const { sessionId: id, cwd, parentSessionPath, metadata } = options
    // Not only when the file is opened: then it is there.
    fsyncOf(options)
    const header = newHeader(path, { id, cwd, parentSessionPath, metadata })
    await writeSession(fs, path, `${header}\n`)
    return JsonlSessionStorage.open(fs, path, options)
  }

  async getMetadata() {
    return this[KEPT].metadata
  }

  entriesAt(numbers) {
    return this[KEPT].entries.at(numbers)
  }

  put(entry) {
    this.settle()
    const { file, entries } = this[KEPT]
    const line = lineOf(entry)
    const keep = (number) => {
      entries.keep(number, entry)
      this.added(entry)
    }
    if (!(file instanceof LocalFile)) return file.append(line).then(keep)
    keep(file.append([line]))
  }

  putSoon(entry) {
    const kept = this[KEPT]
    if (!(kept.file instanceof LocalFile)) return this.put(entry)
    const line = lineOf(entry)
    kept.group ??= new Group(this)
    const { group } = kept
    group.add(entry, line)
    this.added(entry)
    if (group.isFull) this.settle()
    return group.stored
  }

  has(id) {
    return this[KEPT].group?.has(id) || super.has(id)
  }

  settle() {
    const kept = this[KEPT]
    const { group } = kept
    if (group === undefined) return
    kept.group = undefined
    const last = group.write((lines) => kept.file.append(lines))
    if (last === undefined) return this.notAdded()
    const first = last + 1 - group.entries.length
    for (const [i, entry] of group.entries.entries()) kept.entries.keep(first + i, entry)
  }

  inTurn(work) {
    return this[KEPT].file.inTurn(work)
  }

  sync() {
    return this[KEPT].file.sync()
  }

  /** Resolves when all that was appended is on the disk. */
  async flush() {
    this.settle()
    await this[KEPT].file.flush()
  }

  /** Lets the file go. Entries that were read stay; nothing can be appended, and nothing more read. */
  async close() {
    this.settle()
    this[KEPT].file.close()
  }

  /** Writes a new session file: `head`, the entries with these numbers, `tail`. */
  async copyTo(fs, path, lines) {
    const { file, entries } = this[KEPT]
    await file.copyTo(fs, path, lines, (number) => entries.kept(number))
  }
}

/** The entries of a file by their number, as far as somebody has asked for them. */
class StoredEntries {
  #file
  #made

  constructor(file) {
    this.#file = file
    this.#made = new Array(file.tree.count)
  }

  kept(number) {
    return this.#made[number]
  }

  keep(number, entry) {
    this.#made[number] = entry
  }

  /** The entries with these numbers, or a promise of them. */
  at(numbers) {
    const entries = new Array(numbers.length)
    const missing = []
    for (let i = 0; i < numbers.length; i++) {
      const entry = this.#made[numbers[i]]
      if (entry === undefined) missing.push(numbers[i])
      else entries[i] = entry
    }
    if (missing.length === 0) return entries
    if (this.#file instanceof LocalFile) return this.#make(numbers, missing)
    this.#keepAll(missing, this.#file.readNow(missing))
    return Array.from(numbers, (number) => this.#made[number])
  }

  async #make(numbers, missing) {
    let done = 0
    for await (const entries of this.#file.read(missing)) {
      this.#keepAll(missing.slice(done, done + entries.length), entries)
      done += entries.length
    }
    return Array.from(numbers, (number) => this.#made[number])
  }

  // Somebody else may have asked for the same at the same time: the first one made is the one there is.
  #keepAll(numbers, entries) {
    for (let i = 0; i < entries.length; i++) this.#made[numbers[i]] ??= entries[i]
  }
}

/** Writes a new session file, whole. */
export async function writeSession(fs, path, text) {
  if (hasLocalSessions(fs)) return publish(fs, path, text)
  getFileSystemResultOrThrow(await fs.writeFile(path, text), `The session ${path} cannot be written`)
}

function lineOf(entry) {
  try {
    const line = JSON.stringify(entry)
    if (line !== undefined) return line
  } catch (cause) {
    throw new SessionError('invalid_entry', `The entry cannot be written as JSON: ${cause?.message}`, cause)
  }
  throw new SessionError('invalid_entry', 'An entry must be an object')
}
