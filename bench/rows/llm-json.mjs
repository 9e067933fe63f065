import { cost } from '../measure/clock.mjs'
import { ratio, ratioOnOneThread } from '../measure/verdict.mjs'
import { answer, assertRefusal, responses } from '../workload/response.mjs'
import { flat, readySessions, useSessions } from '../workload/session.mjs'

const RESPONSES = 1_000
const SESSIONS = 15
const BYTES = 1_600

const parameters = {
  type: 'object',
  properties: {
    path: { type: 'string', minLength: 1 },
    mode: { enum: ['replace', 'insert', 'delete'] },
    dryRun: { type: 'boolean' },
    edits: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          line: { type: 'integer', minimum: 1 },
          old: { type: 'string' },
          new: { type: 'string' },
          tags: { type: 'array', items: { type: 'string' } }
        },
        required: ['line', 'old', 'new']
      }
    },
    note: { type: 'string' }
  },
  required: ['path', 'edits'],
  additionalProperties: false
}

function argumentText(i) {
  const edits = Array.from({ length: 10 }, (_, k) => ({
    line: i + k + 1,
    old: `  const value${k} = compute(input, ${i})`,
    new: `  const value${k} = await compute(input, { depth: ${k} })`,
    tags: ['style', `group-${k}`]
  }))
  const base = { path: `src/module-${i}.js`, mode: 'replace', dryRun: false, edits, note: '' }
  base.note = '.'.repeat(BYTES - JSON.stringify(base).length)
  return flat(JSON.stringify(base), BYTES)
}

export default {
  name: 'llm-json',
  title: 'the same, arguments as 1.6 KB of JSON text, checked (baseline: JSON.parse, ajv compiled)',
  clock: 'main-thread CPU, ending the session included, compiling the schema not',
  sides: ['native', 'baseline', 'native/one-thread', 'baseline/one-thread'],
  blocks: 9,
  lines: [
    { label: 'a response', unit: 'ns', of: ratio('response', 'main'), goal: 1.5, limit: 2.5 },
    { label: 'a response, --single-threaded-gc', unit: 'ns', of: ratioOnOneThread('response') }
  ],
  prepare(api) {
    const frames = responses(api, RESPONSES, argumentText)
    const tools = [{ id: 'look', parameters, execute: answer }]
    const ready = (count) => readySessions(api, { tools }, count)
    useSessions(ready(20), frames)
    assertRefusal(api, { tools }, '{"path":"p","edits":[{"line":0,"old":"","new":""}]}')
    return () => {
      const sessions = ready(SESSIONS)
      return { response: cost(SESSIONS * RESPONSES, () => useSessions(sessions, frames)) }
    }
  }
}
