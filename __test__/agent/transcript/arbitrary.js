// Transcripts by chance: messages of every role, and the entries that hold them.

import fc from '../../seeded.js'

const TIME = Date.parse('2026-01-01T00:00:00.000Z')
export const isoTime = (seconds) => new Date(TIME + seconds * 1000).toISOString()

export const usageOf = (input, output, more = {}) => ({
  input,
  output,
  cacheRead: 0,
  cacheWrite: 0,
  totalTokens: input + output,
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
  ...more
})

export const user = (text, timestamp = 0) => ({
  role: 'user',
  content: [{ type: 'text', text }],
  timestamp
})
export const assistant = (text, more = {}) => ({
  role: 'assistant',
  content: typeof text === 'string' ? [{ type: 'text', text }] : text,
  api: 'test',
  provider: 'anyone',
  model: 'any',
  usage: usageOf(0, 0),
  stopReason: 'stop',
  timestamp: 0,
  ...more
})
export const toolResult = (text, more = {}) => ({
  role: 'toolResult',
  toolCallId: 'call',
  toolName: 'read',
  content: [{ type: 'text', text }],
  isError: false,
  timestamp: 0,
  ...more
})

export const toolCall = (name, args, id = 'call') => ({ type: 'toolCall', id, name, arguments: args })

/** Entries in a chain: ids e0, e1, ... where they have none of their own. */
export function chain(...entries) {
  let parentId = null
  return entries.map((entry, i) => {
    const linked = { id: `e${i}`, parentId, timestamp: isoTime(i), ...entry }
    parentId = linked.id
    return linked
  })
}
export const message = (of, more = {}) => ({ type: 'message', message: of, ...more })
export const compaction = (summary, more = {}) => ({ type: 'compaction', summary, tokensBefore: 1, ...more })

// ASCII, since the published package weighs nothing else.
const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.integer({ min: 0, max: 300 }).map((n) => 'word '.repeat(n))
)
const image = fc.constant({ type: 'image', data: 'AAAA', mimeType: 'image/png' })
const blocks = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ type: fc.constant('text'), text }) },
    { weight: 1, arbitrary: image }
  ),
  { maxLength: 3 }
)
const content = fc.oneof(text, blocks)
const paths = fc.constantFrom('a.js', 'b.js', 'src/c.js', 'é.js', '')
const call = fc.record({
  type: fc.constant('toolCall'),
  id: fc.constantFrom('c1', 'c2'),
  name: fc.constantFrom('read', 'write', 'edit', 'bash', 'constructor'),
  arguments: fc.oneof(
    fc.record({ path: paths }),
    fc.record({ path: fc.integer() }),
    fc.object({ maxDepth: 1 })
  )
})
const spoken = fc.oneof(
  fc.record({ type: fc.constant('text'), text }),
  fc.record({ type: fc.constant('thinking'), thinking: text }),
  call
)
const usage = fc.oneof(
  { weight: 3, arbitrary: fc.constant(usageOf(0, 0)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.nat(9999), fc.nat(999), fc.nat(99))
      .map(([i, o, cacheRead]) => usageOf(i, o, { cacheRead }))
  },
  { weight: 1, arbitrary: fc.nat(9999).map((input) => usageOf(input, 1, { totalTokens: 0 })) }
)
const stopReason = fc.constantFrom('stop', 'stop', 'toolUse', 'length', 'error', 'aborted')

export const anyMessage = fc.oneof(
  { weight: 4, arbitrary: content.map((of) => ({ role: 'user', content: of, timestamp: 1 })) },
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.array(spoken, { maxLength: 4 }), usage, stopReason, fc.constantFrom('m1', 'm2'))
      .map(([of, used, reason, model]) => assistant(of, { usage: used, stopReason: reason, model }))
  },
  { weight: 5, arbitrary: blocks.map((of) => toolResult('', { content: of })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(text, text, fc.boolean(), fc.option(fc.nat(3), { nil: undefined }))
      .map(([command, output, excludeFromContext, exitCode]) => ({
        role: 'bashExecution',
        command,
        output,
        exitCode,
        cancelled: false,
        truncated: false,
        timestamp: 1,
        excludeFromContext
      }))
  },
  {
    weight: 1,
    arbitrary: content.map((of) => ({
      role: 'custom',
      customType: 'hint',
      content: of,
      display: true,
      timestamp: 1
    }))
  },
  {
    weight: 1,
    arbitrary: text.map((summary) => ({ role: 'branchSummary', summary, fromId: 'x', timestamp: 1 }))
  },
  {
    weight: 1,
    arbitrary: text.map((summary) => ({ role: 'compactionSummary', summary, tokensBefore: 1, timestamp: 1 }))
  },
  { weight: 1, arbitrary: fc.constant({ role: 'unheard', timestamp: 1 }) }
)

const details = fc.option(
  fc.record({
    readFiles: fc.array(paths, { maxLength: 2 }),
    modifiedFiles: fc.array(paths, { maxLength: 2 })
  }),
  { nil: undefined }
)

/** An entry of any kind but compaction. */
export const anyEntry = fc.oneof(
  { weight: 12, arbitrary: anyMessage.map((of) => message(of)) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('off', 'high')
      .map((thinkingLevel) => ({ type: 'thinking_level_change', thinkingLevel }))
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('m1', 'm3')
      .map((modelId) => ({ type: 'model_change', provider: 'p', modelId }))
  },
  { weight: 1, arbitrary: fc.constant({ type: 'active_tools_change', activeToolNames: ['read'] }) },
  {
    weight: 1,
    arbitrary: fc.tuple(text, details, fc.boolean()).map(([summary, of, fromHook]) => ({
      type: 'branch_summary',
      summary,
      fromId: 'x',
      details: of,
      fromHook
    }))
  },
  {
    weight: 1,
    arbitrary: content.map((of) => ({
      type: 'custom_message',
      customType: 'hint',
      content: of,
      display: true
    }))
  },
  { weight: 1, arbitrary: fc.constant({ type: 'custom', customType: 'note', data: 1 }) },
  { weight: 1, arbitrary: fc.constant({ type: 'label', targetId: 'e0', label: 'x' }) },
  { weight: 1, arbitrary: fc.constant({ type: 'session_info', name: 'x' }) },
  { weight: 1, arbitrary: fc.constant({ type: 'from_another_time', anything: 1 }) }
)

/** A path with at most one compaction for each of `kinds`. */
export const anyPath = ({ maxLength = 30, compactions = fc.constant([]) } = {}) =>
  fc.tuple(fc.array(anyEntry, { maxLength }), compactions).map(([entries, at]) => {
    const all = [...entries]
    for (const { place, ...of } of at) all.splice(place % (all.length + 1), 0, of)
    return chain(...all)
  })

/** A compaction that points at an entry, as sessions of older versions have it. */
export const pointing = fc.record({
  place: fc.nat(40),
  type: fc.constant('compaction'),
  summary: text,
  tokensBefore: fc.nat(9999),
  firstKeptEntryId: fc.nat(40).map((n) => `e${n}`),
  details,
  fromHook: fc.boolean()
})

/** One that carries the messages that it kept. */
export const carrying = fc
  .tuple(pointing, fc.array(anyMessage, { maxLength: 5 }))
  .map(([of, retainedTail]) => ({ ...of, retainedTail }))

/** Checks a property; a failure says which seed it came from. */
export function holds(property, runs = 300) {
  return fc.assert(property, { numRuns: Number(process.env.GATTO_FUZZ_RUNS ?? runs) })
}
