// One summary asked of a model: the request, its retries, and what came of it.

import { createSessionId } from '../identifier.js'
import { toError } from '../result.js'
import { SYSTEM_PROMPT } from './instructions.js'
import { withRetries } from './retry.js'

/**
 * Gives `{ text, usage }`, or `{ code, message, cause }` where there is no summary. `asked` holds models, model, signal,
 * retry and callbacks; only what a callback throws is thrown.
 */
export async function requestSummary({ models, model, signal, retry, callbacks }, text, options) {
  const context = {
    systemPrompt: SYSTEM_PROMPT,
    messages: [{ role: 'user', content: [{ type: 'text', text }], timestamp: Date.now() }]
  }
  // A session of its own: nothing of the conversation is to be cached under this request, or the other way round.
  const request = { ...options, signal, cacheRetention: 'none', sessionId: createSessionId() }
  let fault
  const produce = async () => {
    try {
      return checked(await untilAborted(() => models.completeSimple(model, context, request), signal))
    } catch (thrown) {
      fault = toError(thrown)
      throw fault
    }
  }
  try {
    return outcomeOf(await withRetries(produce, retry, signal, callbacks))
  } catch (thrown) {
    if (thrown !== fault) throw thrown
    return signal?.aborted ? aborted() : failed(fault.message, fault)
  }
}

/** A provider that does not listen to the signal is left behind: an abort is not to wait for it. */
function untilAborted(call, signal) {
  if (signal?.aborted) return { stopReason: 'aborted' }
  if (signal === undefined) return call()
  return new Promise((resolve, reject) => {
    const abort = () => resolve({ stopReason: 'aborted' })
    signal.addEventListener('abort', abort, { once: true })
    const settled = (settle) => (value) => {
      signal.removeEventListener('abort', abort)
      settle(value)
    }
    // Asynchronous, so that what it throws at once is a rejection too.
    const answered = (async () => call())()
    answered.then(settled(resolve), settled(reject))
  })
}

function checked(answer) {
  if (answer === null || typeof answer !== 'object')
    throw new TypeError(`completeSimple has to give an assistant message, not ${answer}`)
  return answer
}

const aborted = (message = 'Summarization aborted') => ({ code: 'aborted', message })
const failed = (why, cause) => ({
  code: 'summarization_failed',
  message: `Summarization failed: ${why}`,
  cause
})

function outcomeOf({ stopReason, errorMessage, content, usage }) {
  if (stopReason === 'aborted') return aborted(errorMessage || undefined)
  if (stopReason === 'error') return failed(errorMessage || 'the provider does not say why')
  const text = textOf(content)
  // An empty summary in the place of a history would be the loss of it.
  return text.trim() === '' ? failed('the model answered without a text') : { text, usage }
}

function textOf(content) {
  if (!Array.isArray(content)) return ''
  return content
    .filter(({ type }) => type === 'text')
    .map(({ text }) => text)
    .join('\n')
}
