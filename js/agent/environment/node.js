// The machine that Node runs on, as an execution environment.

import { constants } from 'node:buffer'
import { ExecutionError } from '../error.js'
import { ok } from '../result.js'
import { captureCommand } from './captured.js'
import { followTexts, runCommand } from './command.js'
import { NodeFileSystem } from './files.js'
import { hasProcesses } from './native.js'

/**
 * Where an environment keeps its shell and what runs in it, each with a promise of its end. No private field: callers wrap
 * environments, and a Proxy, or an object that inherits from one, has none of those.
 */
const KEPT = Symbol('kept')

export class NodeExecutionEnv extends NodeFileSystem {
  constructor({ cwd, shellPath, shellEnv }) {
    super(cwd)
    Object.defineProperty(this, KEPT, { value: { shellPath, shellEnv, running: new Map() } })
  }

  async exec(command, options) {
    const output = ['', '']
    const follow = (child) => {
      const { onStdout, onStderr } = options ?? {}
      return followTexts(child, (text, isError) => {
        const callback = isError ? onStderr : onStdout
        callback?.(text)
        const stream = Number(isError)
        if (output[stream].length + text.length > constants.MAX_STRING_LENGTH) return tooLong()
        output[stream] += text
      })
    }
    const done = await runCommand(placeOf(this), command, options, follow)
    return done.ok ? ok({ stdout: output[0], stderr: output[1], exitCode: done.value.exitCode }) : done
  }

  async cleanup() {
    const { running } = this[KEPT]
    for (const child of running.keys()) child.kill()
    let timer
    // Whoever takes the output may wait for this in turn.
    const patience = new Promise((resolve) => {
      timer = setTimeout(resolve, PATIENCE)
    })
    await Promise.race([Promise.all(running.values()), patience])
    clearTimeout(timer)
  }

  /** How to capture a command without its output going through JavaScript; nothing where somebody is in between. */
  static captureOf(env) {
    if (!hasProcesses || !isOurs(env, OWN)) return
    return (command, options, onNews) => captureCommand(placeOf(env), command, options, onNews)
  }

  /** How to hear what a command writes without keeping it; nothing where somebody is in between. */
  static followOf(env) {
    if (!isOurs(env, ['exec'])) return
    return (command, options, onText, ready) =>
      runCommand(placeOf(env), command, options, (child) => followTexts(child, onText, ready))
  }
}

/** What a command runs in. */
const placeOf = (env) => ({ cwd: env.cwd, ...env[KEPT] })

/** Whether these methods of an environment do what this class has them do. */
const isOurs = (env, methods) => methods.every((method) => env[method] === NodeExecutionEnv.prototype[method])

/** What a capture does to an environment, and a class derived from it may do otherwise. */
const OWN = ['exec', 'createTempFile', 'createTempDir', 'appendFile', 'absolutePath']

/** How long `cleanup` waits for the ends of what it kills, in milliseconds. */
const PATIENCE = 500

const tooLong = () =>
  new ExecutionError('unknown', 'The output is longer than any string; write it to a file, or filter it')
