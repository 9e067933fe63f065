// Asking again, when a provider failed in a way that passes.

import { toError } from '../result.js'
import { isTransient } from './transient.js'

/** A timer that is to wait longer fires at once. */
const LONGEST = 2 ** 31 - 1

/**
 * The answer of `produce`, or of a later call of it. The end is told once if there was a retry at all, also when
 * something throws.
 */
export async function withRetries(produce, policy, signal, callbacks = {}) {
  const run = { produce, policy, signal, callbacks, attempt: 0 }
  let end
  try {
    end = await answered(run)
  } catch (error) {
    // What was thrown first is what counts.
    if (run.attempt > 0) await finished(run, false, toError(error).message).catch(() => {})
    throw error
  }
  const { stopReason } = end.answer
  if (run.attempt > 0) await finished(run, stopReason !== 'error' && stopReason !== 'aborted', end.failure)
  return end.answer
}

const finished = async ({ callbacks, attempt }, success, failure) =>
  callbacks.onRetryFinished?.(success, attempt, failure)

async function answered(run) {
  const { produce, policy, signal, callbacks } = run
  let answer = await produce()
  while (policy?.enabled && run.attempt < policy.maxRetries && isTransient(answer)) {
    const { errorMessage } = answer
    const delay = policy.baseDelayMs * 2 ** run.attempt
    run.attempt++
    await callbacks.onRetryScheduled?.(run.attempt, policy.maxRetries, delay, errorMessage)
    if (!(await waited(delay, signal)))
      return { answer: { ...answer, stopReason: 'aborted', errorMessage: undefined }, failure: errorMessage }
    await callbacks.onRetryAttemptStart?.()
    answer = await produce()
  }
  return { answer, failure: answer.stopReason === 'error' ? answer.errorMessage : undefined }
}

/** False when the signal came first. */
function waited(ms, signal) {
  if (signal?.aborted) return false
  return new Promise((resolve) => {
    const timer = setTimeout(end, Math.min(ms, LONGEST), true)
    const abort = () => end(false)
    signal?.addEventListener('abort', abort, { once: true })
    function end(isOver) {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      resolve(isOver)
    }
  })
}
