// A models object that answers by a script, and remembers what it was asked.

import { assistant, usageOf } from './arbitrary.js'

export const answer = (text, more) => assistant(text, { usage: usageOf(10, 5), ...more })
export const failure = (errorMessage, more) =>
  answer('partial', { stopReason: 'error', errorMessage, ...more })
export const aborted = (more) => answer('partial', { stopReason: 'aborted', ...more })

export const model = {
  id: 'any',
  name: 'Any',
  api: 'test',
  provider: 'anyone',
  baseUrl: '',
  reasoning: true,
  input: ['text'],
  cost: {},
  contextWindow: 100_000,
  maxTokens: 50_000
}

/** Each answer is a message, an Error to throw, or a function of the call's options. */
export function scripted(...answers) {
  const calls = []
  const completeSimple = async (of, context, options) => {
    calls.push({ model: of, context, options, text: context.messages[0].content[0].text })
    const next = answers.shift()
    if (next instanceof Error) throw next
    return typeof next === 'function' ? next(options) : next
  }
  return { calls, completeSimple }
}

/** What a retry told, in order. */
export function listener() {
  const told = []
  return {
    told,
    onRetryScheduled: (...args) => void told.push(['scheduled', ...args]),
    onRetryAttemptStart: (...args) => void told.push(['start', ...args]),
    onRetryFinished: (success, attempt, error) => void told.push(['finished', success, attempt, error])
  }
}
