// One command from its options to its result.

import process from 'node:process'
import { ExecutionError } from '../error.js'
import { err, ok, toError } from '../result.js'
import { whenAborted } from './abort.js'
import { spawnError } from './failure.js'
import { hasProcesses, NativeProcess } from './native.js'
import { resolvePath } from './path.js'
import { SpawnedProcess } from './spawned.js'

/** The longest timer there is, in seconds. */
export const MAX_TIMEOUT = 2147483.647

/** What is wrong with a timeout in seconds; nothing if it is one. */
export function timeoutProblem(seconds) {
  if (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds <= 0) {
    return `Invalid timeout: it must be a finite number of seconds above 0, and is ${String(seconds)}`
  }
  if (seconds > MAX_TIMEOUT) {
    return `Invalid timeout: ${seconds} seconds are more than the maximum of ${MAX_TIMEOUT}`
  }
}

/**
 * Runs a command and keeps nothing of its output. `follow(child)` takes what comes and gives the `end`, or the `failure`
 * that the command is to end with. Gives a result with the exit code. `env` is what the command runs in: `cwd`,
 * `shellPath`, `shellEnv`, and those that are `running`, each with a promise of its end. `extra` goes to the native side as
 * it is.
 */
export async function runCommand(env, command, options, follow, extra) {
  try {
    return await run(env, command, options ?? {}, follow, extra)
  } catch (error) {
    const cause = toError(error)
    return err(new ExecutionError('unknown', cause.message, cause))
  }
}

async function run(env, command, options, follow, extra) {
  const { abortSignal, timeout } = options
  if (abortSignal?.aborted) return aborted()
  const problem = timeout === undefined ? undefined : timeoutProblem(timeout)
  if (problem) return err(new ExecutionError('timeout', problem))
  const spec = specOf(env, command, options)
  if (spec instanceof ExecutionError) return err(spec)
  const child = started({ ...spec, ...extra })
  if (child instanceof ExecutionError) return err(child)
  let settle
  env.running.set(child, new Promise((resolve) => (settle = resolve)))
  let unlisten
  try {
    unlisten = whenAborted(abortSignal, () => child.kill())
    const { end, failure } = await follow(child)
    if (failure) return err(failure)
    if (end.refusal) return err(refusal(end, spec))
    if (end.timedOut) return err(new ExecutionError('timeout', `Command timed out after ${timeout} seconds`))
    if (abortSignal?.aborted) return aborted()
    if (end.code === undefined || end.code === null) return err(new ExecutionError('unknown', LOST))
    return ok({ exitCode: end.code })
  } finally {
    unlisten?.()
    env.running.delete(child)
    child.free()
    settle()
  }
}

const LOST = 'The exit code of the command could not be learnt'
const aborted = () => err(new ExecutionError('aborted', 'aborted'))

/**
 * Hands the output of a process on until its end: `onText(text, isError)` gets each piece. It kills the process when it
 * throws, or gives an error. No more is read until the promise of `ready()` has settled.
 */
export async function followTexts(child, onText, ready) {
  let failure
  for (;;) {
    const { texts, errors, end } = await child.next()
    for (const [place, text] of texts.entries()) {
      if (failure) break
      try {
        failure = onText(text, errors[place])
        if (failure) child.kill()
      } catch (error) {
        const cause = toError(error)
        failure = new ExecutionError('callback_error', cause.message, cause)
        child.kill()
      }
    }
    if (end) return { end, failure }
    await ready?.()
  }
}

function started(spec) {
  try {
    return hasProcesses ? new NativeProcess(spec) : new SpawnedProcess(spec)
  } catch (error) {
    return new ExecutionError('spawn_error', `The command could not be started: ${error.message}`, error)
  }
}

function specOf(env, command, { cwd, env: variables, inheritEnv = true, timeout, reapBackground }) {
  const nul = 'has a NUL in it, which no process can be given'
  if (typeof command !== 'string') return new ExecutionError('spawn_error', 'The command must be a string')
  if (command.includes('\0')) return new ExecutionError('spawn_error', `The command ${nul}`)
  const all = variablesOf(inheritEnv ? { ...process.env, ...env.shellEnv, ...variables } : variables)
  if (all === undefined) return new ExecutionError('spawn_error', `A variable of the command ${nul}`)
  return {
    args: ['-c', command],
    cwd: cwd === undefined ? resolvePath(env.cwd, '.') : resolvePath(env.cwd, cwd),
    env: all,
    // An empty one is none, as an unset variable of a caller's own settings.
    shell: env.shellPath || undefined,
    path: process.env.PATH,
    timeout: timeout === undefined ? undefined : timeout * 1000,
    reapBackground: reapBackground === true
  }
}

/** `NAME=value`, each followed by a NUL; nothing if that cannot be. */
function variablesOf(variables) {
  let text = ''
  for (const [name, value] of Object.entries(variables ?? {})) {
    if (value === undefined) continue
    const pair = `${name}=${value}`
    if (pair.includes('\0')) return undefined
    text += `${pair}\0`
  }
  return text
}

function refusal(end, spec) {
  if (end.refusal === 'folder') {
    return new ExecutionError('spawn_error', `Working directory does not exist: ${spec.cwd}`)
  }
  if (end.refusal === 'shell') {
    const what =
      spec.shell === undefined
        ? 'No shell was found: neither bash nor sh'
        : `There is no shell at ${end.path}`
    return new ExecutionError('shell_unavailable', what)
  }
  return spawnError(end, end.path)
}
