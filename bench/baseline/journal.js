// Durability. Both writers keep one promise: a frame leaves only when the records of its input have been handed
// to the operating system, so SIGKILL at any instruction loses no frame that anybody has seen.
//
// `commit: 'sync'` (the default) writes each input's records with one write(2) before its first output.
// `commit: 'group'` gathers the records of a whole tick, writes them by one asynchronous write, and holds the outputs
// back until that write is done. It costs less a frame and gives the outputs later. State changes at once in both.

import { createErrorFrame } from './frame.js'
import { FileLog, StoreLog } from './log.js'
import { encodeRecord, encodeUser } from './record.js'
import { replay } from './replay.js'

const SYNC_WITHIN_MS = 50

/** Loads the machine's log, if it has one, and makes it go on there. */
export function attachJournal(machine, durability) {
  let log
  try {
    log = durability.store === null ? new FileLog(durability) : new StoreLog(durability)
  } catch (error) {
    if (error.code === 'ERR_GATTO_JOURNAL_LOCKED') throw error
    machine.out.emit(createErrorFrame(error, { operation: 'journal' }))
    return
  }
  try {
    replay(log.load(), machine)
  } catch (error) {
    log.close()
    throw error
  }
  machine.journal =
    durability.commit === 'group'
      ? new GroupJournal(machine, log, durability.fsync)
      : new SyncJournal(machine, log, durability.fsync)
  machine.out = machine.journal
}

class Journal {
  constructor(machine, log, fsync) {
    this.machine = machine
    this.source = machine.source
    this.log = log
    this.fsync = fsync
    this.pending = []
    this.timer = null
    this.failed = false
  }

  record(record) {
    if (!this.failed) this.pending.push(encodeRecord(record))
  }

  user(text, at) {
    if (!this.failed) this.pending.push(encodeUser(text, at))
  }

  report(frame) {
    this.source.report(frame)
  }

  // The log is given up at the first failure: a gap in it would be worse than its end. The harness goes on.
  fail(error) {
    if (this.failed) return
    this.failed = true
    this.pending = []
    this.source.emit(createErrorFrame(error, { operation: 'journal' }))
  }

  written() {
    if (this.fsync !== 'batch' || this.timer !== null) return
    this.timer = setTimeout(() => {
      this.timer = null
      this.log.sync((error) => error && this.fail(error))
    }, SYNC_WITHIN_MS)
    this.timer.unref()
  }

  synced() {
    return new Promise((resolve, reject) => this.log.sync((error) => (error ? reject(error) : resolve())))
  }
}

class SyncJournal extends Journal {
  commit() {
    if (this.pending.length === 0) return
    const lines = this.pending
    this.pending = []
    try {
      this.log.append(lines)
      if (this.fsync === 'always') this.log.syncNow()
    } catch (error) {
      return this.fail(error)
    }
    this.written()
  }

  emit(frame) {
    this.commit()
    this.source.emit(frame)
  }

  finish(err) {
    this.commit()
    this.source.finish(err)
  }

  flush() {
    this.commit()
    return this.synced()
  }

  close() {
    this.commit()
    clearTimeout(this.timer)
    this.machine.journal = null
    this.machine.out = this.source
    this.log.close()
  }
}

class GroupJournal extends Journal {
  constructor(machine, log, fsync) {
    super(machine, log, fsync)
    this.held = [] // frames whose records are not written yet
    this.scheduled = false
    this.writing = false
    this.closing = false
    this.ending = null
    this.idle = []
  }

  emit(frame) {
    if (this.held.length === 0 && this.pending.length === 0 && !this.writing) return this.source.emit(frame)
    this.held.push(frame)
    this.source.held += 1
    this.source.press()
  }

  finish(err) {
    this.ending = { err }
    this.commit()
  }

  commit() {
    if (this.scheduled || this.writing) return
    if (this.pending.length === 0) return this.release([])
    this.scheduled = true
    setImmediate(() => this.writeGroup())
  }

  writeGroup() {
    this.scheduled = false
    this.writing = true
    const lines = this.pending
    const frames = this.held
    this.pending = []
    this.held = []
    this.log.appendLater(lines, (error) => {
      this.writing = false
      if (error) this.fail(error)
      else if (this.fsync === 'always') this.log.syncNow()
      else this.written()
      this.release(frames)
      if (this.pending.length > 0) this.commit()
    })
  }

  release(frames) {
    for (const frame of frames) {
      this.source.held -= 1
      this.source.emit(frame)
    }
    this.source.relieve()
    if (this.pending.length > 0 || this.writing || this.scheduled) return
    const rest = this.held
    this.held = []
    if (rest.length > 0) this.release(rest)
    if (this.ending !== null) this.source.finish(this.ending.err)
    this.ending = null
    for (const resolve of this.idle.splice(0)) resolve()
    if (this.closing) this.shut()
  }

  async flush() {
    if (this.pending.length > 0 || this.writing) await new Promise((resolve) => this.idle.push(resolve))
    await this.synced()
  }

  close() {
    this.closing = true
    this.machine.journal = null
    this.commit()
  }

  shut() {
    this.closing = false
    clearTimeout(this.timer)
    this.machine.out = this.source
    this.log.close()
  }
}
