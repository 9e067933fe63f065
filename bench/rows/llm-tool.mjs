import { cost } from '../measure/clock.mjs'
import { ratio, ratioOnOneThread } from '../measure/verdict.mjs'
import { answer, responses } from '../workload/response.mjs'
import { runSession } from '../workload/session.mjs'

const RESPONSES = 1_000
const SESSIONS = 50

export default {
  name: 'llm-tool',
  title: 'llm-response with one synchronous tool, no schema, sessions of 1 000',
  clock: 'main-thread CPU, making and ending the session included',
  sides: ['native', 'baseline', 'native/one-thread', 'baseline/one-thread'],
  blocks: 12,
  lines: [
    { label: 'a response', unit: 'ns', of: ratio('response', 'main'), goal: 1.5, limit: 2 },
    { label: 'a response, --single-threaded-gc', unit: 'ns', of: ratioOnOneThread('response') }
  ],
  prepare(api) {
    const frames = responses(api, RESPONSES, (i) => ({ path: 'src/index.js', line: i }))
    const options = { tools: [{ id: 'look', execute: answer }] }
    const sessions = (count) => {
      for (let i = 0; i < count; i++) runSession(api, options, frames)
    }
    sessions(100)
    return () => ({ response: cost(SESSIONS * RESPONSES, () => sessions(SESSIONS)) })
  }
}
