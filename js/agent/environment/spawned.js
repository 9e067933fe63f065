// Processes by Node itself, where the native core has none: on Windows. The rules are those of src/process/run.rs, as far
// as there are groups and as an event loop can keep time.

import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import process from 'node:process'
import { windowsShell } from './windows-shell.js'

const IDLE = 100
const GRACE = 1000
/** How long a tree that was killed has to die, and after that its pipes to close. */
const DEATH = 1000
const TALK = 1024 * 1024
const FULL = 128 * 1024

const running = new Set()
const killAll = () => running.forEach((child) => child.kill())

/** Starts a process. What it gives is pulled: `next()` until there is an `end`. */
export class SpawnedProcess {
  #child
  #news = { texts: [], errors: [] }
  #held = 0
  #end
  #wake
  #timers = { limit: undefined, end: undefined }
  #exit
  #timedOut = false
  #killed = false
  #reap

  constructor({ args, cwd, env, shell: own, timeout, reapBackground = false }) {
    this.#reap = reapBackground
    const shell = own ?? (process.platform === 'win32' ? windowsShell(process.env) : '/bin/bash')
    if (!fs.existsSync(cwd)) this.#refuse({ refusal: 'folder' })
    else if (shell === undefined || !fs.existsSync(shell)) this.#refuse({ refusal: 'shell', path: shell })
    else this.#start(shell, args, cwd, variables(env), timeout)
  }

  #refuse(end) {
    this.#end = { timedOut: false, ...end }
    this.#tell()
  }

  #start(shell, args, cwd, env, timeout) {
    // The bash of WSL takes a command line apart in its own way, but reads a script as it is.
    const isWsl = /[\\/](?:system32|sysnative)[\\/]bash\.exe$/i.test(shell)
    const child = spawn(shell, isWsl ? ['-s'] : args, {
      cwd,
      env,
      // On Windows a detached process has a window of its own.
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio: [isWsl ? 'pipe' : 'ignore', 'pipe', 'pipe']
    })
    this.#child = child
    if (isWsl) child.stdin.on('error', () => {}).end(args.at(-1))
    child.once('error', ({ errno }) =>
      this.#refuse({ refusal: 'system', errno: Math.abs(errno), path: shell })
    )
    for (const [stream, isError] of [
      [child.stdout, false],
      [child.stderr, true]
    ]) {
      stream.setEncoding('utf8').on('data', (text) => this.#take(text, isError))
    }
    child.once('exit', (code, signal) => this.#note(code ?? 128 + (os.constants.signals[signal] ?? 0)))
    child.once('close', () => this.#settle())
    if (timeout !== undefined) this.#timers.limit = setTimeout(() => this.#overdue(), timeout)
    if (running.size === 0) process.on('exit', killAll)
    running.add(this)
  }

  #take(text, isError) {
    if (this.#end) return
    this.#news.texts.push(text)
    this.#news.errors.push(isError)
    this.#held += text.length
    if (this.#held > FULL) for (const stream of [this.#child.stdout, this.#child.stderr]) stream.pause()
    if (this.#exit) {
      this.#exit.talk += text.length
      this.#listen()
    }
    this.#tell()
  }

  #note(code) {
    this.#exit ??= { code, at: performance.now(), talk: 0 }
    this.#listen()
  }

  /** Waits for what the background still says. */
  #listen() {
    const { at, talk } = this.#exit
    const left = Math.min(IDLE, at + GRACE - performance.now())
    clearTimeout(this.#timers.end)
    if (talk > TALK || left <= 0) this.#settle()
    // A turn later, so that what came while the loop was busy is read before.
    else this.#timers.end = setTimeout(() => setImmediate(() => this.#endIfSilent(talk)), left)
  }

  #endIfSilent(talk) {
    if (!this.#end && this.#exit.talk === talk) this.#settle()
  }

  #overdue() {
    if (this.#exit) return this.#settle()
    this.#timedOut = true
    this.kill()
  }

  #settle() {
    if (this.#end) return
    if (this.#reap) this.#signal()
    this.#end = { code: this.#exit?.code, timedOut: this.#timedOut }
    for (const stream of [this.#child.stdout, this.#child.stderr]) stream.destroy()
    this.#child.unref()
    this.#tell()
  }

  #tell() {
    this.#wake?.()
    this.#wake = undefined
  }

  /** What it has written, in order, as `texts` and whether they are `errors`; at last its `end`. */
  async next() {
    if (this.#news.texts.length === 0 && !this.#end) await new Promise((resolve) => (this.#wake = resolve))
    const news = this.#news
    this.#news = { texts: [], errors: [] }
    this.#held = 0
    if (!this.#end) for (const stream of [this.#child.stdout, this.#child.stderr]) stream.resume()
    return { ...news, end: this.#end }
  }

  kill() {
    if (this.#end || this.#killed) return
    this.#killed = true
    this.#signal()
    clearTimeout(this.#timers.limit)
    this.#timers.limit = setTimeout(() => this.#settle(), DEATH)
  }

  #signal() {
    const { pid } = this.#child
    if (pid === undefined) return
    if (process.platform === 'win32') {
      spawn('taskkill', ['/F', '/T', '/PID', String(pid)], { stdio: 'ignore', windowsHide: true }).on(
        'error',
        () => this.#child.kill('SIGKILL')
      )
      return
    }
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      this.#child.kill('SIGKILL')
    }
  }

  /** Lets go of it: killed if it still runs. */
  free() {
    if (!this.#end) this.kill()
    clearTimeout(this.#timers.limit)
    clearTimeout(this.#timers.end)
    running.delete(this)
    if (running.size === 0) process.off('exit', killAll)
  }
}

function variables(text) {
  const pairs = text.split('\0').slice(0, -1)
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)])
  )
}
