// A session file on a file system of somebody else's: read whole, and written by its appendFile.

import { native } from '../../native.js'
import { SessionError } from '../error.js'
import { getFileSystemResultOrThrow, readHeader } from './header.js'
import { brokenLine, refused } from './local-file.js'
import { SessionTree } from './tree.js'

/** A number that no session has: a line is then only looked at. */
const NO_SESSION = 0xffffffff

export class FileOfLines {
  #fs
  #path
  #last = Promise.resolve()
  #isClosed = false
  /** The lines of entries that nobody has asked for yet, by number. */
  #lines = new Map()
  /** What must go before the next line. */
  #before = ''
  /** What is good of a file whose last line was cut off: it is written again before the next line. */
  #good
  tree = new SessionTree()

  constructor(fs, path) {
    this.#fs = fs
    this.#path = path
  }

  static async open(fs, path) {
    const file = new FileOfLines(fs, path)
    const read = await fs.readTextFile(path)
    const text = getFileSystemResultOrThrow(read, `The session ${path} cannot be read`)
    return { file, metadata: file.#load(text) }
  }

  /** Takes in the entries, and gives what the header says. */
  #load(text) {
    let metadata
    let ordinal = 0
    for (let start = 0; start < text.length; ) {
      const at = text.indexOf('\n', start)
      const end = at === -1 ? text.length : at
      const line = text.slice(start, end)
      if (at === -1) this.#before = '\n'
      if (line.trim() !== '') {
        ordinal += 1
        if (metadata === undefined) metadata = readHeader(line, this.#path)
        else if (!this.#take(line, ordinal, at === -1)) this.#good = text.slice(0, start)
      }
      start = end + 1
    }
    return metadata ?? readHeader(undefined, this.#path)
  }

  #take(line, ordinal, isLast) {
    const number = this.tree.addLine(line)
    if (typeof number === 'number') this.#lines.set(number, line)
    else if (isLast && !number.isJson) return false
    else throw brokenLine(this.#path, ordinal, number.fault)
    return true
  }

  async append(line) {
    if (this.#isClosed) throw refused(this.#path, { closed: true })
    const fault = native.addLine(NO_SESSION, line)
    if (fault !== undefined) throw refused(this.#path, JSON.parse(fault))
    if (this.#good !== undefined) {
      await this.#written('writeFile', this.#good)
      this.#good = undefined
      this.#before = ''
    }
    await this.#written('appendFile', `${this.#before}${line}\n`)
    this.#before = ''
    return this.tree.addLine(line)
  }

  async #written(operation, text) {
    const result = await this.#fs[operation](this.#path, text)
    // Not what getFileSystemResultOrThrow makes of it: a file that is gone while it is in use is no missing session.
    if (result.ok) return
    const { error } = result
    const message = `The session ${this.#path} cannot be appended to: ${error.message}`
    throw new SessionError('storage', message, error)
  }

  /** Gives the entries with these numbers. */
  readNow(numbers) {
    const entries = numbers.map((number) => JSON.parse(this.#lines.get(number)))
    // They are never asked for again.
    for (const number of numbers) this.#lines.delete(number)
    return entries
  }

  // Each waits for the one before, whose entry it follows.
  inTurn(work) {
    const turn = this.#last.then(work)
    this.#last = turn.catch(() => {})
    return turn
  }

  sync() {}

  async flush() {
    await this.#last
  }

  close() {
    this.#isClosed = true
  }

  async copyTo(fs, path, { head, numbers, tail }, entryAt) {
    const lines = Array.from(numbers, (number) => {
      const line = this.#lines.get(number)
      return `${line ?? JSON.stringify(entryAt(number))}\n`
    })
    const written = await fs.writeFile(path, [head, ...lines, tail].join(''))
    // There is no renaming here: a part of it may be there, and would be taken for a session.
    if (!written.ok) await fs.remove(path, { force: true })
    getFileSystemResultOrThrow(written, `The session ${path} cannot be written`)
  }
}
