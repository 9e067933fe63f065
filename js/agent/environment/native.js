// Processes by the native core: a thread of its own reads each, and is asked for what it has read.

import os from 'node:os'
import process from 'node:process'
import { native } from '../../native.js'

/** Whether the native core runs processes on this system. */
export const hasProcesses = native.startProcess !== undefined

const running = new Set()

/** Starts a process. What it gives is pulled: `next()` until there is an `end`. */
export class NativeProcess {
  #number

  constructor(spec) {
    this.#number = native.startProcess(spec)
    // Whatever ends the host, short of a signal, goes through here; only an end of a worker from outside does not, and
    // that the native side sees itself.
    if (running.size === 0) process.on('exit', native.killProcesses)
    running.add(this)
  }

  /** What it has written, in order, as `texts` and whether they are `errors`, or that its capture `isFresh`; its `end`. */
  async next() {
    let news = native.takeOutput(this.#number)
    while (news.texts.length === 0 && !news.isFresh && !news.end) {
      await native.processNews(this.#number)
      news = native.takeOutput(this.#number)
    }
    return news
  }

  /** What is to be shown of its capture; the numbers are in the mailbox. */
  captured() {
    return native.capturedOutput(this.#number)
  }

  write(bytes) {
    native.writeInput(this.#number, bytes)
  }

  endInput() {
    native.endInput(this.#number)
  }

  /** Sends a signal to its group: `SIGINT` and the like. */
  signal(name) {
    native.signalProcess(this.#number, os.constants.signals[name])
  }

  kill() {
    native.killProcess(this.#number)
  }

  /** Lets go of it; it must not be used any more. */
  free() {
    native.freeProcess(this.#number)
    running.delete(this)
    if (running.size === 0) process.off('exit', native.killProcesses)
  }
}
