// A session in a file of JSON lines: a header, then an entry a line.

import { SessionError } from '../error.js'
import { FileOfLines } from './foreign-file.js'
import { Group } from './group.js'
import { getFileSystemResultOrThrow, newHeader } from './header.js'
import { hasLocalSessions, LocalFile, publish } from './local-file.js'
import { TreeStorage } from './storage.js'

export class JsonlSessionStorage extends TreeStorage {
  #file
  #metadata
  /** Entries by their number, as far as somebody has asked for them. */
  #made
  /** What was appended in this turn of the event loop and is not written yet. */
  #group

  /** Not to be called: use `open` or `create`. */
  constructor(file, metadata) {
    super(file.tree)
    this.#file = file
    this.#metadata = metadata
    this.#made = new Array(file.tree.count)
  }

  static async open(fs, path, options) {
    const kind = hasLocalSessions(fs) ? LocalFile : FileOfLines
    const { file, metadata } = await kind.open(fs, path, options)
    return new JsonlSessionStorage(file, metadata)
  }

  static async create(fs, path, options) {
    const { sessionId: id, cwd, parentSessionPath, metadata } = options
    const header = newHeader(path, { id, cwd, parentSessionPath, metadata })
    await writeSession(fs, path, `${header}\n`)
    return JsonlSessionStorage.open(fs, path, options)
  }

  async getMetadata() {
    return this.#metadata
  }

  entriesAt(numbers) {
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

  put(entry) {
    this.settle()
    const line = lineOf(entry)
    const keep = (number) => {
      this.#made[number] = entry
      this.added(entry)
    }
    if (!(this.#file instanceof LocalFile)) return this.#file.append(line).then(keep)
    keep(this.#file.append([line]))
  }

  putSoon(entry) {
    if (!(this.#file instanceof LocalFile)) return this.put(entry)
    const line = lineOf(entry)
    this.#group ??= new Group(this)
    const group = this.#group
    group.add(entry, line)
    this.added(entry)
    if (group.isFull) this.settle()
    return group.stored
  }

  has(id) {
    return this.#group?.has(id) || super.has(id)
  }

  settle() {
    const group = this.#group
    if (group === undefined) return
    this.#group = undefined
    const last = group.write((lines) => this.#file.append(lines))
    if (last === undefined) return this.notAdded()
    const { entries } = group
    const first = last + 1 - entries.length
    for (let i = 0; i < entries.length; i++) this.#made[first + i] = entries[i]
  }

  inTurn(work) {
    return this.#file.inTurn(work)
  }

  sync() {
    return this.#file.sync()
  }

  /** Resolves when all that was appended is on the disk. */
  async flush() {
    this.settle()
    await this.#file.flush()
  }

  /** Lets the file go. Entries that were read stay; nothing can be appended, and nothing more read. */
  async close() {
    this.settle()
    this.#file.close()
  }

  /** Writes a new session file: `head`, the entries with these numbers, `tail`. */
  async copyTo(fs, path, lines) {
    if (hasLocalSessions(fs) !== this.#file instanceof LocalFile)
      throw new SessionError('storage', 'A session is forked within its file system')
    await this.#file.copyTo(fs, path, lines, (number) => this.#made[number])
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
