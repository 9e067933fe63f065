// A session file of this machine: opened, read and written by the core.

import { typeError } from '../../error.js'
import { native } from '../../native.js'
import { isLocal } from '../environment/files.js'
import { fileError } from '../environment/failure.js'
import { FileError, SessionError } from '../error.js'
import { getFileSystemResultOrThrow, readHeader } from './header.js'
import { SessionTree } from './tree.js'

/** What would be bypassed. */
const USED = [
  'absolutePath',
  'appendFile',
  'createDir',
  'exists',
  'listDir',
  'readTextFile',
  'readTextLines',
  'writeFile'
]

export const hasLocalSessions = (fs) => isLocal(fs, ...USED)

export async function absolute(fs, path) {
  return getFileSystemResultOrThrow(await fs.absolutePath(path), `${path} cannot be resolved`)
}

const MODES = ['always', 'batch', 'never']

/** The mode that the options ask for. Throws what is none. */
export function fsyncOf(options) {
  const fsync = options?.fsync ?? 'batch'
  if (MODES.includes(fsync)) return fsync
  const given = typeof fsync === 'string' ? `'${fsync}'` : `of type ${typeof fsync}`
  throw typeError('ERR_GATTO_OPTION_TYPE', `fsync must be 'always', 'batch' or 'never', but is ${given}`)
}

export class LocalFile {
  #path
  #isSafe

  constructor(path, tree, isSafe) {
    this.#path = path
    this.tree = tree
    this.#isSafe = isSafe
  }

  static async open(fs, path, options) {
    const fsync = fsyncOf(options)
    const at = await absolute(fs, path)
    const opened = JSON.parse(await native.openSessionFile(at, fsync === 'always' ? 'never' : fsync))
    if (opened.slot === undefined) throw unreadable(path, opened)
    // It frees what was opened, whatever the header says.
    const tree = new SessionTree(opened.slot, opened.count)
    const metadata = readHeader(opened.header, path)
    return { file: new LocalFile(path, tree, fsync === 'always'), metadata }
  }

  /** Appends lines with one write, all or none. Gives the number of the last entry. */
  append(lines) {
    const number = native.appendLines(this.tree.slot, lines.length === 1 ? lines[0] : lines.join('\n'))
    if (typeof number !== 'number') throw refused(this.#path, JSON.parse(number))
    this.tree.count = number + 1
    return number
  }

  /** Gives the entries with these numbers, some at a time: as many as are worth a trip to another thread. */
  async *read(numbers) {
    let rest = Uint32Array.from(numbers)
    let reading = this.#some(rest)
    while (reading !== undefined) {
      const read = await reading
      if (typeof read === 'string') throw refused(this.#path, JSON.parse(read), 'read further')
      const { json, count } = read
      rest = rest.subarray(count)
      // The next ones are read while these are parsed.
      reading = this.#some(rest)
      const entries = parse(this.#path, json.toString())
      if (entries.length !== count) throw changed(this.#path)
      yield entries
    }
  }

  #some(numbers) {
    return numbers.length === 0 ? undefined : native.readEntries(this.tree.slot, numbers)
  }

  inTurn(work) {
    return work()
  }

  sync() {
    return this.#isSafe ? this.flush() : undefined
  }

  async flush() {
    try {
      await native.flushSession(this.tree.slot)
    } catch (error) {
      throw new SessionError('storage', `The session ${this.#path} cannot be brought to disk`, error)
    }
  }

  close() {
    native.closeSessionFile(this.tree.slot)
  }

  async copyTo(fs, path, { head, numbers, tail }) {
    await publish(fs, path, head, this.tree.slot, Uint32Array.from(numbers), tail)
  }
}

/** Writes a session file beside its place and puts it there whole. */
export async function publish(fs, path, head, source, numbers, tail) {
  const at = await absolute(fs, path)
  const failed = await native.publishSessionFile(at, head, source, numbers, tail)
  if (failed !== null) throw refused(path, JSON.parse(failed), 'written')
}

function parse(path, json) {
  try {
    return JSON.parse(json)
  } catch (cause) {
    throw changed(path, cause)
  }
}

const changed = (path, cause) =>
  new SessionError(
    'invalid_entry',
    `The session file ${path} is not what it was: an entry is broken now`,
    cause
  )

function unreadable(path, { line, fault, header, ...failure }) {
  if (line === undefined) return refused(path, failure, 'read')
  // Of a file that is no session, or of another version, no line is an entry.
  readHeader(header, path)
  return brokenLine(path, line, fault)
}

/** A line that is no entry. Lines that are not blank are counted. */
export const brokenLine = (path, line, fault) =>
  new SessionError('invalid_entry', `The session file ${path} is broken in line ${line}: ${fault}`)

/** What the system, or the file, has refused. */
export function refused(path, { fault, closed, code, errno, syscall, message }, what = 'appended to') {
  if (fault !== undefined) return new SessionError('invalid_entry', `The entry cannot be stored: ${fault}`)
  if (closed) return new SessionError('storage', `The session ${path} is closed`)
  const cause =
    errno == null
      ? new FileError(code, message, path)
      : fileError(Object.assign(new Error(message), { errno, syscall, path }), path)
  const reason = cause.code === 'not_found' && what === 'read' ? 'not_found' : 'storage'
  return new SessionError(reason, `The session ${path} cannot be ${what}: ${cause.message}`, cause)
}
