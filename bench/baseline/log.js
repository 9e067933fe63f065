// Where records go: a JSONL file with a lock, or an object of the user's.

import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { decodeRecord } from './record.js'

const open = new Set() // logs that this thread holds

const coded = (code, message) => Object.assign(new Error(message), { code })

const LONGEST_NAME = 150

// Percent-encoded code units: no name can leave its folder, no two names meet. A long one ends in a hash.
function encodeName(name) {
  const encode = (unit) => `%${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  const encoded = name.replace(/[^A-Za-z0-9_-]/g, encode)
  if (encoded.length <= LONGEST_NAME) return encoded
  return `${encoded.slice(0, LONGEST_NAME - 66)}%%${createHash('sha256').update(encoded).digest('hex')}`
}

export class FileLog {
  constructor({ dir, wrapperType, wrapperId }) {
    const folder = path.resolve(dir, encodeName(wrapperType))
    this.path = path.join(folder, `${encodeName(wrapperId)}.jsonl`)
    this.lockPath = `${this.path}.lock`
    this.fd = -1
    this.closing = null // who waits for the last sync
    fs.mkdirSync(folder, { recursive: true })
    this.lock()
  }

  // A lock file with the owner's process id: stale once that process is gone.
  lock() {
    const refused = () => coded('ERR_GATTO_JOURNAL_LOCKED', `${this.path} is in use by another harness`)
    if (open.has(this.path)) throw refused()
    for (let attempt = 0; ; attempt++) {
      try {
        fs.writeFileSync(this.lockPath, String(process.pid), { flag: 'wx' })
        break
      } catch (error) {
        if (error.code !== 'EEXIST') throw error
        if (attempt > 0 || isAlive(Number(fs.readFileSync(this.lockPath, 'utf8')))) throw refused()
        fs.unlinkSync(this.lockPath)
      }
    }
    open.add(this.path)
  }

  load() {
    this.fd = fs.openSync(this.path, 'a+')
    const text = fs.readFileSync(this.path, 'utf8')
    const whole = text.lastIndexOf('\n') + 1
    if (whole < text.length) {
      fs.ftruncateSync(this.fd, Buffer.byteLength(text.slice(0, whole)))
      process.emitWarning(`${this.path}: a torn last line was cut off`, 'GattoWarning')
    }
    const lines = text.slice(0, whole).split('\n')
    lines.pop()
    return lines.map((line, index) => decode(line, `${this.path}:${index + 1}`))
  }

  append(lines) {
    const text = lines.length === 1 ? `${lines[0]}\n` : `${lines.join('\n')}\n`
    const written = fs.writeSync(this.fd, text)
    if (written === text.length && written === Buffer.byteLength(text)) return
    const bytes = Buffer.from(text)
    for (let at = written; at < bytes.length; ) at += fs.writeSync(this.fd, bytes, at)
  }

  appendLater(lines, done) {
    const bytes = Buffer.from(`${lines.join('\n')}\n`)
    const rest = (at) =>
      fs.write(this.fd, bytes, at, bytes.length - at, null, (error, written) => {
        if (error || at + written === bytes.length) done(error)
        else rest(at + written)
      })
    rest(0)
  }

  syncNow() {
    fs.fdatasyncSync(this.fd)
  }

  sync(done) {
    if (this.fd !== -1) fs.fdatasync(this.fd, done)
    else if (this.closing === null) done(null)
    else this.closing.push(done)
  }

  close() {
    const { fd } = this
    this.fd = -1
    open.delete(this.path)
    try {
      fs.unlinkSync(this.lockPath)
    } catch {
      // The folder is gone or read-only: the lock is stale with this process.
    }
    if (fd === -1) return
    this.closing = []
    fs.fdatasync(fd, (error) => {
      for (const done of this.closing) done(error)
      this.closing = null
      fs.close(fd, () => {})
    })
  }
}

export class StoreLog {
  constructor({ store, wrapperId }) {
    this.store = store
    this.id = wrapperId
  }

  load() {
    const lines = synchronous(this.store.load(this.id), 'load')
    return [...(lines ?? [])].map((line, index) => decode(line, `${this.id}:${index + 1}`))
  }

  append(lines) {
    synchronous(this.store.append(this.id, lines), 'append')
  }

  appendLater(lines, done) {
    try {
      this.append(lines)
      done(null)
    } catch (error) {
      done(error)
    }
  }

  syncNow() {}

  sync(done) {
    done(null)
  }

  close() {
    synchronous(this.store.close(this.id), 'close')
  }
}

function synchronous(value, method) {
  if (typeof value?.then !== 'function') return value
  throw Object.assign(new TypeError(`store.${method} must be synchronous`), { code: 'ERR_GATTO_STORE_ASYNC' })
}

function decode(line, where) {
  try {
    return decodeRecord(line)
  } catch (error) {
    throw Object.assign(coded('ERR_GATTO_JOURNAL_CORRUPT', `${where}: broken record`), { cause: error })
  }
}

function isAlive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
