// Which failures of a provider pass by themselves.

/** What no waiting helps against: an account that has run out. */
const LASTING = [
  'GoUsageLimitError',
  'FreeUsageLimitError',
  'monthly usage limit reached',
  'available balance',
  'insufficient_quota',
  'out of budget',
  'quota exceeded',
  'billing'
]

const PASSING = [
  'overloaded',
  'rate.?limit',
  'too many requests',
  '429|500|502|503|504|524',
  'service.?unavailable',
  '(server|internal).?error',
  'provider.?returned.?error',
  '(network|connection).?error',
  'connection.?(refused|lost)',
  'other side closed',
  'fetch failed',
  'getaddrinfo|ENOTFOUND|EAI_AGAIN',
  'upstream.?connect',
  'reset before headers',
  'socket hang up',
  'socket connection (was )?closed',
  'timed? out|timeout',
  'terminated',
  'websocket.?(closed|error)',
  'ended without',
  'stream ended before (message_stop|a terminal)',
  'http2 (request did not get a|no) response',
  'retry delay',
  '(please|can) retry your request|try your request again',
  'ResourceExhausted'
]

const lasting = new RegExp(LASTING.join('|'), 'i')
const passing = new RegExp(PASSING.join('|'), 'i')

/** An answer that says only that it failed, and in words that come and go. */
export function isTransient({ stopReason, errorMessage }) {
  return stopReason === 'error' && !lasting.test(errorMessage) && passing.test(errorMessage)
}
