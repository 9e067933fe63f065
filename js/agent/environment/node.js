// The machine that Node runs on, as an execution environment.

import { constants } from 'node:buffer'
import { ExecutionError } from '../error.js'
import { ok } from '../result.js'
import { runCommand } from './command.js'
import { NodeFileSystem } from './files.js'

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
    const done = await this.#run(command, options, (text, isError) => {
      const callback = isError ? onStderr : onStdout
      callback?.(text)
      const stream = Number(isError)
      if (output[stream].length + text.length > constants.MAX_STRING_LENGTH) return tooLong()
      output[stream] += text
    })
    return done.ok ? ok({ stdout: output[0], stderr: output[1], exitCode: done.value.exitCode }) : done
  }

  async cleanup() {
    for (const child of this.#running) child.kill()
  }

  #run(command, options, onText) {
    const { cwd } = this
    const where = { cwd, shellPath: this.#shellPath, shellEnv: this.#shellEnv, running: this.#running }
    return runCommand(where, command, options, onText)
  }
}

const tooLong = () =>
  new ExecutionError('unknown', 'The output is longer than any string; write it to a file, or filter it')
