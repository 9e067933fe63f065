// A command run in an execution environment, its output captured.

import { NodeExecutionEnv } from '../environment/node.js'
import { ExecutionError } from '../error.js'
import { err, getOrThrow, ok, toError } from '../result.js'
import { Capture } from './capture.js'

/** Runs a command and captures what it writes. Never throws; what goes wrong is in the result. */
export async function executeShellWithCapture(env, command, options) {
  try {
    const { onChunk, returnExecutionErrors = false, ...execution } = options ?? {}
    const tell = onChunk && ((text, progress) => onChunk(text, () => published(progress())))
    const captured = await captureShell(env, command, execution, tell)
    if (!captured.ok) return captured
    const { executionError } = captured.value
    return executionError && !returnExecutionErrors ? err(executionError) : ok(published(captured.value))
  } catch (thrown) {
    return err(failed(thrown))
  }
}

/** What callers get of it. */
const published = ({ lastLine, ...shown }) => shown

/** The same, with `lastLine`, the bytes of the last line of the output, and any `executionError` in the value. */
export async function captureShell(env, command, execution, onChunk = undefined) {
  const native = onChunk === undefined ? NodeExecutionEnv.captureOf(env) : undefined
  if (native) return native(command, execution, () => {})
  const run = new Run(env, onChunk)
  try {
    const executed = await execute(env, command, execution, run)
    run.settle()
    await run.file.written()
    if (run.failure !== undefined) return err(run.failure)
    const cancelled =
      execution.abortSignal?.aborted === true || (!executed.ok && executed.error.code === 'aborted')
    const exitCode = executed.ok && !cancelled ? executed.value.exitCode : undefined
    return ok(run.result(cancelled, exitCode, cancelled ? undefined : executed.error))
  } catch (thrown) {
    return err(failed(thrown))
  } finally {
    run.settle()
  }
}

// What `exec` gives has all of the output once more, and it does not wait for a file. Where both can be helped, they are.
function execute(env, command, execution, run) {
  const take = (chunk) => run.take(chunk)
  const follow = NodeExecutionEnv.followOf(env)
  if (follow !== undefined) return follow(command, execution, take, () => run.file.hasRoom())
  return env.exec(command, { ...execution, onStdout: take, onStderr: take })
}

function failed(thrown) {
  const cause = toError(thrown)
  return cause instanceof ExecutionError ? cause : new ExecutionError('unknown', cause.message, cause)
}

class Run {
  #capture = new Capture()
  #onChunk
  #settled = false

  constructor(env, onChunk) {
    this.file = new OutputFile(env, (thrown) => this.fail(thrown))
    this.#onChunk = onChunk
  }

  /** The first thing that went wrong here, as an ExecutionError. */
  failure

  fail(thrown) {
    this.failure ??= failed(thrown)
  }

  take(chunk) {
    if (this.#settled) return
    const text = this.#capture.add(typeof chunk === 'string' ? chunk : String(chunk))
    if (this.failure === undefined) this.file.add(text, this.#capture.isExceeded)
    this.#tell(text)
  }

  #tell(text) {
    try {
      const told = this.#onChunk?.(text, () => this.progress())
      // Nobody waits for a chunk to be dealt with; but a promise that fails must not end the process.
      if (typeof told?.then === 'function') told.then(undefined, (thrown) => this.fail(thrown))
    } catch (thrown) {
      this.fail(thrown)
    }
  }

  settle() {
    if (this.#settled) return
    this.#settled = true
    this.#capture.close()
  }

  progress() {
    const { output, truncation, lastLineBytes, lastLine } = this.#capture.progress()
    return { output, truncation, fullOutputPath: this.file.path, lastLineBytes, lastLine }
  }

  result(cancelled, exitCode, executionError) {
    const progress = this.progress()
    return {
      ...progress,
      exitCode,
      cancelled,
      truncated: progress.truncation.truncated,
      ...(executionError === undefined ? {} : { executionError })
    }
  }
}

/** How many units wait for the file before a command that can be kept waiting is. */
const ROOM = 64 * 1024

// The file that has all of an output, once that is more than is shown. One write is under way at a time; what comes
// meanwhile goes with the next.
class OutputFile {
  /** Where it is, once it is there. */
  path
  #env
  #fail
  #waiting = ''
  #writing

  constructor(env, fail) {
    this.#env = env
    this.#fail = fail
  }

  /** Takes a text. Until there is more than is shown, it is only kept. */
  add(text, isExceeded) {
    this.#waiting += text
    if (isExceeded && this.#waiting !== '') this.#writing ??= this.#write().catch(this.#fail)
  }

  async #write() {
    if (this.path === undefined)
      this.path = getOrThrow(await this.#env.createTempFile({ prefix: 'bash-', suffix: '.log' }))
    while (this.#waiting !== '') {
      const text = this.#waiting
      this.#waiting = ''
      getOrThrow(await this.#env.appendFile(this.path, text))
    }
    this.#writing = undefined
  }

  /** When what waits is little enough for more to come. */
  async hasRoom() {
    if (this.#waiting.length > ROOM) await this.#writing
  }

  /** When everything is in the file. */
  async written() {
    await this.#writing
  }
}
