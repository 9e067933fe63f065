// The machine that Node runs on, as an execution environment.

import { constants } from 'node:buffer'
import { ExecutionError } from '../error.js'
import { ok } from '../result.js'
import { captureCommand } from './captured.js'
import { followTexts, runCommand } from './command.js'
import { NodeFileSystem } from './files.js'
import { hasProcesses } from './native.js'

export class NodeExecutionEnv extends NodeFileSystem {
  #shellPath
  #shellEnv
  #running = new Set()

  constructor({ cwd, shellPath, shellEnv }) {
    super(cwd)
    this.#shellPath = shellPath
    this.#shellEnv = shellEnv
  }

  async exec(command, options) {
    const output = ['', '']
    const { onStdout, onStderr } = options ?? {}
    const onText = (text, isError) => {
      const callback = isError ? onStderr : onStdout
      callback?.(text)
      const stream = Number(isError)
      if (output[stream].length + text.length > constants.MAX_STRING_LENGTH) return tooLong()
      output[stream] += text
    }
    const done = await runCommand(this.#where(), command, options, (child) => followTexts(child, onText))
    return done.ok ? ok({ stdout: output[0], stderr: output[1], exitCode: done.value.exitCode }) : done
  }

  async cleanup() {
    for (const child of this.#running) child.kill()
  }

  #where() {
    return { cwd: this.cwd, shellPath: this.#shellPath, shellEnv: this.#shellEnv, running: this.#running }
  }

  /** How to capture a command without its output going through JavaScript; nothing where somebody is in between. */
  static captureOf(env) {
    if (
      !hasProcesses ||
      !(#running in env) ||
      OWN.some((method) => env[method] !== NodeExecutionEnv.prototype[method])
    )
      return
    return (command, options, onNews) => captureCommand(env.#where(), command, options, onNews)
  }

  /** How to hear what a command writes without keeping it; nothing where somebody is in between. */
  static followOf(env) {
    if (!(#running in env) || env.exec !== NodeExecutionEnv.prototype.exec) return
    return (command, options, onText, ready) =>
      runCommand(env.#where(), command, options, (child) => followTexts(child, onText, ready))
  }
}

/** What a capture does to an environment, and a class derived from it may do otherwise. */
const OWN = ['exec', 'createTempFile', 'createTempDir', 'appendFile', 'absolutePath']

const tooLong = () =>
  new ExecutionError('unknown', 'The output is longer than any string; write it to a file, or filter it')
