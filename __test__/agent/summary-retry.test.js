import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { mock, test } from 'node:test'
import { retryAssistantCall } from '@earendil-works/pi-ai'
import * as agent from '@polyweave/gatto-agent-harness/agent'
import { withRetries } from '../../js/agent/compaction/retry.js'
import { user } from './transcript/arbitrary.js'
import { aborted, answer, failure, listener, model, scripted } from './transcript/models.js'

const { generateSummary } = agent

const policy = { enabled: true, maxRetries: 3, baseDelayMs: 1000 }

/** Lets everything happen that needs no clock. */
const settle = () => new Promise(setImmediate)

/** A summary under a clock that only moves when it is told to: `{ result, models, told, tick }`. */
function asked(context, answers, { retry = policy, signal } = {}) {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const models = scripted(...answers)
  const callbacks = listener()
  const result = generateSummary(
    [user('hi')],
    models,
    model,
    1000,
    signal,
    undefined,
    undefined,
    undefined,
    retry,
    callbacks
  )
  const tick = async (ms) => {
    await settle()
    context.mock.timers.tick(ms)
    await settle()
  }
  return { result, models, told: callbacks.told, tick }
}

test('A3.7 a failure that passes is asked again, each time after twice the wait', async (context) => {
  const { result, models, told, tick } = asked(context, [
    failure('overloaded'),
    failure('HTTP 503'),
    failure('fetch failed'),
    answer('S')
  ])
  await tick(999)
  assert.deepEqual(told, [['scheduled', 1, 3, 1000, 'overloaded']])
  await tick(1)
  await tick(1999)
  assert.equal(models.calls.length, 2)
  await tick(1)
  await tick(4000)
  assert.deepEqual(await result, { ok: true, value: 'S' })
  assert.deepEqual(told, [
    ['scheduled', 1, 3, 1000, 'overloaded'],
    ['start'],
    ['scheduled', 2, 3, 2000, 'HTTP 503'],
    ['start'],
    ['scheduled', 3, 3, 4000, 'fetch failed'],
    ['start'],
    ['finished', true, 3, undefined]
  ])
  const ids = models.calls.map(({ options }) => options.sessionId)
  assert.equal(new Set(ids).size, 1)
})

test('A3.7 when no attempts remain the last failure is the answer', async (context) => {
  const { result, told, tick } = asked(context, [failure('429'), failure('500')], {
    retry: { ...policy, maxRetries: 1 }
  })
  await tick(1000)
  assert.equal((await result).error.message, 'Summarization failed: 500')
  assert.deepEqual(told.at(-1), ['finished', false, 1, '500'])
})

test('A3.7 a failure that lasts, an aborted answer and one without words end it', async (context) => {
  for (const [last, code, words] of [
    [failure('no such key'), 'summarization_failed', 'no such key'],
    [failure(undefined), 'summarization_failed', undefined],
    [aborted({ errorMessage: 'overloaded' }), 'aborted', undefined]
  ]) {
    const { result, told, tick } = asked(context, [failure('overloaded'), last])
    await tick(1000)
    assert.equal((await result).error.code, code)
    assert.deepEqual(told.at(-1), ['finished', false, 1, words])
    context.mock.timers.reset()
    const first = asked(context, [last])
    assert.equal((await first.result).error.code, code)
    assert.deepEqual(first.told, [])
    context.mock.timers.reset()
  }
})

test('A3.7 without a policy, or with one that is off, there is one request', async () => {
  for (const retry of [undefined, { ...policy, enabled: false }, { ...policy, maxRetries: 0 }]) {
    const models = scripted(failure('overloaded'), answer('S'))
    const produce = () => models.completeSimple(model, { messages: [user('hi')] })
    assert.equal((await withRetries(produce, retry)).stopReason, 'error')
    assert.equal(models.calls.length, 1)
  }
})

test('A3.7 an abort during the wait ends it at once', async (context) => {
  const controller = new AbortController()
  const { result, models, told, tick } = asked(context, [failure('overloaded'), answer('S')], {
    signal: controller.signal
  })
  await tick(500)
  controller.abort()
  assert.equal((await result).error.code, 'aborted')
  assert.equal(models.calls.length, 1)
  assert.deepEqual(told, [
    ['scheduled', 1, 3, 1000, 'overloaded'],
    ['finished', false, 1, 'overloaded']
  ])
})

test('A3.7 a wait that has ended, or was aborted, leaves neither a timer nor a listener', async (context) => {
  const controller = new AbortController()
  const { signal } = controller
  const pending = new Set()
  const { setTimeout, clearTimeout } = globalThis
  context.mock.method(globalThis, 'setTimeout', (...args) => {
    const timer = setTimeout(...args)
    pending.add(timer)
    return timer
  })
  context.mock.method(globalThis, 'clearTimeout', (timer) => {
    pending.delete(timer)
    clearTimeout(timer)
  })
  const waiting = (baseDelayMs, callbacks) => {
    const answers = [failure('overloaded'), answer('S')]
    return withRetries(async () => answers.shift(), { ...policy, baseDelayMs }, signal, callbacks)
  }
  assert.equal((await waiting(0)).stopReason, 'stop')
  assert.equal(getEventListeners(signal, 'abort').length, 0)
  pending.clear()
  // A timer that is left would keep the process alive for a day.
  const onRetryScheduled = () => setImmediate(() => controller.abort())
  assert.equal((await waiting(86_400_000, { onRetryScheduled })).stopReason, 'aborted')
  assert.equal(pending.size, 0)
  assert.equal(getEventListeners(signal, 'abort').length, 0)
})

test('A3.7 an abort during a later request ends it at once', async (context) => {
  const controller = new AbortController()
  const { result, told, tick } = asked(
    context,
    [
      failure('overloaded'),
      () => {
        queueMicrotask(() => controller.abort())
        return new Promise(() => {})
      }
    ],
    { signal: controller.signal }
  )
  await tick(1000)
  assert.equal((await result).error.code, 'aborted')
  assert.deepEqual(told.at(-1), ['finished', false, 1, undefined])
})

test('A3.7 an abort while a listener is told of the wait spares the wait', async () => {
  const controller = new AbortController()
  const callbacks = { onRetryScheduled: () => controller.abort() }
  const last = failure('overloaded')
  const given = await withRetries(async () => last, policy, controller.signal, callbacks)
  assert.equal(given.stopReason, 'aborted')
  assert.equal(given.errorMessage, undefined)
  assert.equal(given.content, last.content)
  assert.equal(last.stopReason, 'error')
})

test('A3.7 a promise of a listener is awaited before it goes on', async () => {
  const order = []
  const slowly = (name) => async () => {
    await settle()
    order.push(name)
  }
  const models = scripted(failure('overloaded'), () => {
    order.push('request')
    return answer('S')
  })
  const given = await withRetries(
    () => models.completeSimple(model, { messages: [user('hi')] }),
    { ...policy, baseDelayMs: 1 },
    undefined,
    {
      onRetryScheduled: slowly('scheduled'),
      onRetryAttemptStart: slowly('start'),
      onRetryFinished: slowly('finished')
    }
  )
  assert.equal(given.stopReason, 'stop')
  assert.deepEqual(order, ['scheduled', 'start', 'request', 'finished'])
})

test('A3.7 what a listener throws is thrown, and the end is told', async () => {
  const thrown = new Error('listener')
  const told = []
  const callbacks = {
    onRetryAttemptStart() {
      throw thrown
    },
    onRetryFinished: (...args) => void told.push(args)
  }
  const models = scripted(failure('overloaded'))
  const asking = generateSummary(
    [user('hi')],
    models,
    model,
    1000,
    undefined,
    undefined,
    undefined,
    undefined,
    { ...policy, baseDelayMs: 0 },
    callbacks
  )
  await assert.rejects(asking, (error) => error === thrown)
  assert.deepEqual(told, [[false, 1, 'listener']])
})

test('A3.7 a request that throws after a retry has an end that is told', async (context) => {
  const { result, told, tick } = asked(context, [failure('overloaded'), new Error('no network')])
  await tick(1000)
  assert.equal((await result).error.code, 'summarization_failed')
  assert.deepEqual(told.at(-1), ['finished', false, 1, 'no network'])
})

test('A3.7 a request that throws at first has no retry of which the end could be told', async (context) => {
  const { result, told } = asked(context, [new Error('no network')])
  assert.equal((await result).error.code, 'summarization_failed')
  assert.deepEqual(told, [])
})

test('A3.7 an abort while the end is told counts for more than what was thrown', async () => {
  const controller = new AbortController()
  const { error } = await generateSummary(
    [user('hi')],
    scripted(failure('overloaded'), new Error('no network')),
    model,
    1000,
    controller.signal,
    undefined,
    undefined,
    undefined,
    { ...policy, baseDelayMs: 0 },
    { onRetryFinished: () => controller.abort() }
  )
  assert.deepEqual([error.code, error.message], ['aborted', 'Summarization aborted'])
})

test('A3.7 a listener that throws at the end does not hide why it ended', async () => {
  const thrown = new Error('no network')
  const callbacks = {
    onRetryFinished() {
      throw new Error('listener')
    }
  }
  const answers = [() => failure('overloaded'), () => Promise.reject(thrown)]
  const asking = withRetries(
    async () => answers.shift()(),
    { ...policy, baseDelayMs: 0 },
    undefined,
    callbacks
  )
  await assert.rejects(asking, (error) => error === thrown)
})

test('A3.7 a wait that no timer can hold is as long as one can', async () => {
  const timers = mock.method(globalThis, 'setTimeout', (end, ms, ...args) => {
    assert.equal(ms, 2 ** 31 - 1)
    queueMicrotask(() => end(...args))
  })
  const models = scripted(failure('overloaded'), answer('S'))
  const produce = () => models.completeSimple(model, { messages: [user('hi')] })
  const given = await withRetries(produce, { ...policy, baseDelayMs: 1e12 })
  timers.mock.restore()
  assert.equal(given.stopReason, 'stop')
})

const PASSING = [
  'Overloaded',
  'rate limit exceeded',
  'rate_limit_error',
  'Too Many Requests',
  'status 429',
  'HTTP 500',
  'HTTP 502',
  'HTTP 503',
  'HTTP 504',
  'HTTP 524',
  'Service Unavailable',
  'server error',
  'Internal error',
  'internal_server_error',
  'Provider returned error',
  'network error',
  'connection error',
  'connection refused',
  'connection lost',
  'other side closed',
  'fetch failed',
  'getaddrinfo EAI_FAIL',
  'ENOTFOUND',
  'EAI_AGAIN',
  'upstream connect error',
  'reset before headers',
  'socket hang up',
  'socket connection was closed unexpectedly',
  'request timed out',
  'timeout',
  'terminated',
  'websocket closed',
  'websocket error',
  'request ended without a chunk',
  'stream ended before message_stop',
  'http2 request did not get a response',
  'retry delay',
  'please retry your request',
  'try your request again',
  'You can retry your request',
  'ResourceExhausted'
]
const LASTING = [
  'HTTP 400',
  'invalid api key',
  'context length exceeded',
  '429 GoUsageLimitError',
  '429 FreeUsageLimitError',
  '429 Monthly usage limit reached',
  '429 insufficient_quota',
  '429 available balance',
  '429 out of budget',
  '429 quota exceeded',
  '429 billing'
]

test('A3.7 which failures pass is what the published package says', async () => {
  const now = { enabled: true, maxRetries: 1, baseDelayMs: 0 }
  const requests = async (of, words) => {
    let count = 0
    const produce = async () => {
      count++
      return failure(words)
    }
    await of(produce, now, undefined)
    return count
  }
  for (const words of PASSING) assert.equal(await requests(withRetries, words), 2, words)
  for (const words of LASTING) assert.equal(await requests(withRetries, words), 1, words)
  for (const words of [...PASSING, ...LASTING])
    assert.equal(await requests(withRetries, words), await requests(retryAssistantCall, words), words)
})

test('A3.7 what is told is what the published package tells', async () => {
  const scripts = [
    [answer('S')],
    [failure('overloaded'), answer('S')],
    [failure('overloaded'), failure('503'), failure('429')],
    [failure('overloaded'), failure('no such key')],
    [failure('overloaded'), aborted()]
  ]
  const now = { enabled: true, maxRetries: 2, baseDelayMs: 0 }
  for (const script of scripts) {
    const runs = [withRetries, retryAssistantCall].map(async (of) => {
      const callbacks = listener()
      const answers = [...script]
      const given = await of(async () => answers.shift(), now, undefined, callbacks)
      return { given, told: callbacks.told }
    })
    const [ours, theirs] = await Promise.all(runs)
    assert.deepEqual(ours, theirs)
  }
})
