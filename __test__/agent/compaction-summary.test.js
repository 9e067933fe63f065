import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as agent from '@polyweave/gatto-agent-harness/agent'
import { user } from './transcript/arbitrary.js'
import { aborted, answer, failure, model, scripted } from './transcript/models.js'

const { generateSummary, generateSummaryWithUsage } = agent

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const HEADINGS = [
  '## Goal',
  '## Constraints & Preferences',
  '## Progress',
  '### Done',
  '### In Progress',
  '### Blocked',
  '## Key Decisions',
  '## Next Steps',
  '## Critical Context'
]
const headingsOf = (text) => text.split('\n').filter((line) => line.startsWith('#'))

test('A13.4 A3.8 a request is one user message, with a session of its own that caches nothing', async () => {
  const models = scripted(answer('one'), answer('two'))
  const { signal } = new AbortController()
  for (const text of ['one', 'two'])
    assert.deepEqual(await generateSummary([user('hi')], models, model, 1000, signal), {
      ok: true,
      value: text
    })
  const [first, second] = models.calls
  assert.equal(first.model, model)
  assert.deepEqual(Object.keys(first.context).sort(), ['messages', 'systemPrompt'])
  assert.equal(first.context.messages.length, 1)
  const [{ role, content, timestamp }] = first.context.messages
  assert.deepEqual([role, content.length, content[0].type, typeof timestamp], ['user', 1, 'text', 'number'])
  const { sessionId, ...options } = first.options
  assert.deepEqual(options, { maxTokens: 800, signal, cacheRetention: 'none' })
  assert.equal(options.signal, signal)
  assert.match(sessionId, UUID_V7)
  assert.notEqual(sessionId, second.options.sessionId)
  assert.match(first.context.systemPrompt, /do not answer/i)
})

test('A13.4 a summary takes at most its share of the reserve, and what the model can give', async () => {
  const most = async (reserve, maxTokens) => {
    const models = scripted(answer('s'))
    await generateSummary([user('hi')], models, { ...model, maxTokens }, reserve)
    return models.calls[0].options.maxTokens
  }
  assert.equal(await most(1001, 50_000), 800)
  assert.equal(await most(1001, 100), 100)
  assert.equal(await most(1001, 0), 800)
  assert.equal(await most(1001, undefined), 800)
})

test('A13.4 a model thinks only if it can and is told to', async () => {
  const options = async (level, of = model) => {
    const models = scripted(answer('s'))
    await generateSummary([user('hi')], models, of, 1000, undefined, undefined, undefined, level)
    return models.calls[0].options
  }
  assert.equal((await options('high')).reasoning, 'high')
  for (const given of [
    await options('off'),
    await options(undefined),
    await options('high', { ...model, reasoning: false })
  ])
    assert.ok(!('reasoning' in given))
})

test('A13.4 the text is the conversation, then what to make of it', async () => {
  const models = scripted(answer('s'))
  await generateSummary([user('hi'), { role: 'unheard' }], models, model, 1000)
  const { text } = models.calls[0]
  assert.ok(text.startsWith('<conversation>\n[User]: hi\n</conversation>\n\n'))
  assert.deepEqual(headingsOf(text), HEADINGS)
  assert.ok(!text.includes('<previous-summary>'))
  assert.ok(!text.includes('Additional focus: '))
})

test('A13.4 with a summary from before the text asks to go on from it', async () => {
  const models = scripted(answer('s'), answer('s'))
  await generateSummary([user('hi')], models, model, 1000, undefined, undefined, 'BEFORE')
  await generateSummary([user('hi')], models, model, 1000)
  const [update, first] = models.calls.map(({ text }) => text)
  const begin =
    '<conversation>\n[User]: hi\n</conversation>\n\n<previous-summary>\nBEFORE\n</previous-summary>\n\n'
  assert.ok(update.startsWith(begin))
  assert.deepEqual(headingsOf(update), HEADINGS)
  assert.notEqual(update.slice(begin.length), first.slice(first.indexOf('</conversation>') + 17))
})

test('A13.4 what is asked for besides stands at the end', async () => {
  for (const previous of [undefined, 'BEFORE']) {
    const models = scripted(answer('s'))
    await generateSummary([user('hi')], models, model, 1000, undefined, 'the tests', previous)
    assert.ok(models.calls[0].text.endsWith('\n\nAdditional focus: the tests'))
  }
})

test('A13.4 the summary is the text of the answer, the usage the very object', async () => {
  const content = [
    { type: 'thinking', thinking: 't' },
    { type: 'text', text: 'a' },
    { type: 'text', text: 'b' }
  ]
  const given = answer(content, { stopReason: 'length' })
  const { value } = await generateSummaryWithUsage([user('hi')], scripted(given), model, 1000)
  assert.equal(value.text, 'a\nb')
  assert.equal(value.usage, given.usage)
})

const codeOf = async (given, signal) => {
  const models = scripted(given)
  const { ok, error } = await generateSummary([user('hi')], models, model, 1000, signal)
  assert.equal(ok, false)
  assert.ok(error instanceof agent.CompactionError)
  return { code: error.code, message: error.message, cause: error.cause, calls: models.calls.length }
}

test('A13.4 a provider that fails is an error with its words', async () => {
  const { code, message } = await codeOf(failure('no such key'))
  assert.deepEqual([code, message], ['summarization_failed', 'Summarization failed: no such key'])
  for (const words of [undefined, '']) {
    const nameless = await codeOf(failure(words))
    assert.equal(nameless.code, 'summarization_failed')
    assert.match(nameless.message, /^Summarization failed: the provider does not say why$/)
  }
})

test('A13.4 an answer that was aborted is an error of its own', async () => {
  for (const errorMessage of [undefined, '']) {
    const { code, message } = await codeOf(aborted({ errorMessage }))
    assert.deepEqual([code, message], ['aborted', 'Summarization aborted'])
  }
  assert.equal((await codeOf(aborted({ errorMessage: 'stopped' }))).message, 'stopped')
})

test('A13.4 A3.8 a models object that throws, or gives no message, is an error with its cause', async () => {
  const thrown = new Error('no network')
  const { code, message, cause } = await codeOf(thrown)
  assert.deepEqual([code, message], ['summarization_failed', 'Summarization failed: no network'])
  assert.equal(cause, thrown)
  for (const given of [undefined, null, 'text'])
    assert.equal((await codeOf(() => given)).code, 'summarization_failed')
  const throwing = {
    completeSimple() {
      throw thrown
    }
  }
  for (const signal of [undefined, new AbortController().signal]) {
    const { error } = await generateSummary([user('hi')], throwing, model, 1000, signal)
    assert.equal(error.cause, thrown)
  }
})

test('F22 an answer without a text is a failure, not an empty history', async () => {
  const thought = [{ type: 'thinking', thinking: 't' }]
  const empty = [answer(''), answer(' \n'), answer([]), answer(thought), answer('', { content: undefined })]
  for (const given of empty) assert.equal((await codeOf(given)).code, 'summarization_failed')
})

test('A13.4 an abort before the request spares it', async () => {
  const { code, calls } = await codeOf(answer('s'), AbortSignal.abort())
  assert.deepEqual([code, calls], ['aborted', 0])
})

test('A13.4 an abort does not wait for a provider that goes on', async () => {
  const controller = new AbortController()
  const models = scripted(() => {
    queueMicrotask(() => controller.abort())
    return new Promise(() => {})
  })
  const { error } = await generateSummary([user('hi')], models, model, 1000, controller.signal)
  assert.equal(error.code, 'aborted')
})

test('A13.4 a provider that rejects when it is aborted was aborted', async () => {
  const controller = new AbortController()
  const models = scripted(({ signal }) => {
    const rejected = new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    controller.abort()
    return rejected
  })
  const { error } = await generateSummary([user('hi')], models, model, 1000, controller.signal)
  assert.equal(error.code, 'aborted')
})

test('A13.4 no listener is left on the signal', async () => {
  const { signal } = new AbortController()
  let listeners = 0
  const add = signal.addEventListener
  const remove = signal.removeEventListener
  signal.addEventListener = (...args) => add.apply(signal, args, listeners++)
  signal.removeEventListener = (...args) => remove.apply(signal, args, listeners--)
  for (const given of [answer('s'), failure('no'), new Error('no')])
    await generateSummary([user('hi')], scripted(given), model, 1000, signal)
  const throwing = {
    completeSimple() {
      throw new Error('no')
    }
  }
  await generateSummary([user('hi')], throwing, model, 1000, signal)
  assert.equal(listeners, 0)
})
