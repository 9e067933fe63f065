// A command whose output the native side captures: none of it becomes a string but what is shown.

import os from 'node:os'
import path from 'node:path'
import { shown } from '../coding/capture.js'
import { truncateTail } from '../coding/truncate.js'
import { ExecutionError } from '../error.js'
import { err, ok } from '../result.js'
import { runCommand } from './command.js'
import { fileError } from './failure.js'

/**
 * Runs a command and captures its output: the result is that of `captureShell`.
 * `onNews(progress)` is told when there is more; `progress()` says how far it has come.
 */
export async function captureCommand(env, command, options, onNews) {
  let state
  let failure
  const follow = async (child) => {
    let file
    const progress = () => state ?? stateOf(child, file)
    for (;;) {
      const news = await child.next()
      file = news.file ?? undefined
      if (news.isFresh) onNews(progress)
      if (!news.end) continue
      state = stateOf(child, file)
      failure = spillError(news.end)
      return { end: news.end, failure }
    }
  }
  const done = await runCommand(env, command, options, follow, { capture: path.join(os.tmpdir(), 'tmp-') })
  if (failure !== undefined) return err(failure)
  const cancelled = options.abortSignal?.aborted === true
  const progress = state ?? NOTHING
  const hasEnded = done.ok && !cancelled
  return ok({
    ...progress,
    exitCode: hasEnded ? done.value.exitCode : undefined,
    cancelled,
    truncated: progress.truncation.truncated,
    ...(done.ok || cancelled ? {} : { executionError: done.error })
  })
}

const NOTHING = {
  output: '',
  truncation: truncateTail(''),
  fullOutputPath: undefined,
  lastLineBytes: 0,
  lastLine: 0
}

/** The first write to the file that failed makes the whole capture fail. */
function spillError({ spill }) {
  if (!spill) return undefined
  const { errno, syscall, path: file } = spill
  const cause = fileError(
    Object.assign(new Error(), { errno, syscall }, file && { path: file }),
    file ?? undefined
  )
  return new ExecutionError('unknown', cause.message, cause)
}

function stateOf(child, file) {
  const { output, truncation, lastLineBytes, lastLine } = shown(child.captured())
  return { output, truncation, fullOutputPath: file, lastLineBytes, lastLine }
}
