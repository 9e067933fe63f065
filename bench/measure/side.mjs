// The parent's end of a measuring process.

import { spawn } from 'node:child_process'
import readline from 'node:readline'
import { fileURLToPath } from 'node:url'

const CHILD = fileURLToPath(new URL('child.mjs', import.meta.url))

export class Side {
  constructor(node, flags, args) {
    this.name = `${args[0]} (${args[1]})`
    this.child = spawn(node, [...flags, CHILD, ...args], { stdio: ['pipe', 'pipe', 'pipe'] })
    this.complaints = ''
    this.child.stderr.on('data', (chunk) => {
      this.complaints = (this.complaints + chunk).slice(-4000)
    })
    this.child.stdin.on('error', () => {}) // a child that died is reported by its missing answer
    this.exited = new Promise((resolve) => this.child.once('close', resolve))
    this.lines = readline.createInterface({ input: this.child.stdout })[Symbol.asyncIterator]()
  }

  async answer() {
    const { value, done } = await this.lines.next()
    if (!done) return JSON.parse(value)
    const code = await this.exited
    throw new Error(`${this.name} ended with ${code}: ${gist(this.complaints)}`)
  }

  block() {
    this.child.stdin.write('go\n')
    return this.answer()
  }

  async stop() {
    this.child.stdin.end()
    await this.exited
  }

  kill() {
    this.child.kill('SIGKILL')
  }
}

// The line of a stack trace that says what happened.
function gist(text) {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.at(-1) ?? 'no message'
}
