import { cost } from '../measure/clock.mjs'
import { answer, assertRefusal, responses } from '../workload/response.mjs'
import { readySessions, useSessions } from '../workload/session.mjs'

const RESPONSES = 1_000
const SESSIONS = 20

const parameters = {
  type: 'object',
  properties: {
    path: { type: 'string', minLength: 1 },
    line: { type: 'integer', minimum: 0 },
    mode: { enum: ['read', 'write'] },
    follow: { type: 'boolean' },
    limit: { type: 'number', exclusiveMinimum: 0 }
  },
  required: ['path', 'line'],
  additionalProperties: false
}

const difference = (name) => (run) => {
  const native = run[name].checked.main / 1000
  const other = run[name].unchecked.main / 1000
  return { native, other, figure: native - other }
}

export default {
  name: 'llm-object',
  title: 'the same, arguments as an object of five fields, checked over unchecked',
  clock: 'main-thread CPU, ending the session included, compiling the schema not',
  sides: ['native', 'baseline'],
  blocks: 11,
  lines: [
    {
      label: 'a response, checked',
      unit: 'us',
      of: difference('native'),
      otherName: 'unchecked',
      figureUnit: 'us more',
      goal: 5,
      limit: 10
    },
    {
      label: 'the baseline, checked',
      unit: 'us',
      of: difference('baseline'),
      otherName: 'unchecked',
      figureUnit: 'us more'
    }
  ],
  prepare(api) {
    const frames = responses(api, RESPONSES, (i) => ({
      path: `src/module-${i}.js`,
      line: i,
      mode: 'read',
      follow: false,
      limit: 0.5
    }))
    const tools = [{ id: 'look', parameters, execute: answer }]
    const ready = (validation, count) => readySessions(api, { tools, validation }, count)
    const measure = (validation) => {
      const sessions = ready(validation, SESSIONS)
      return cost(SESSIONS * RESPONSES, () => useSessions(sessions, frames))
    }
    useSessions(ready('schema', 30), frames)
    useSessions(ready('none', 30), frames)
    assertRefusal(api, { tools }, { path: 'p', line: 1, mode: 'fly' })
    return () => ({ checked: measure('schema'), unchecked: measure('none') })
  }
}
