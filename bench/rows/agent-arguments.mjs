import { cost } from '../measure/clock.mjs'
import { besidePeer } from '../measure/verdict.mjs'

const CALLS = 20_000
const WARM_UP = 3

const string = { type: 'string' }
const number = { type: 'number' }
const object = (properties, required) => ({ type: 'object', properties, required })

// What coding tools are asked for: a file, a list of edits, and a file with its numbers written as text.
const READ = object({ path: string, offset: number, limit: number }, ['path'])
const EDIT = object(
  {
    path: string,
    edits: { type: 'array', items: object({ oldText: string, newText: string }, ['oldText', 'newText']) }
  },
  ['path', 'edits']
)
const edits = Array.from({ length: 5 }, (_, i) => ({
  oldText: `const a${i} = 1`,
  newText: `const b${i} = 2`
}))
const WORKLOADS = {
  read: [READ, { path: 'src/index.js', offset: 10, limit: 100 }],
  edit: [EDIT, { path: 'src/index.js', edits }],
  coerced: [READ, { path: 'src/index.js', offset: '10', limit: '100' }]
}

const versus = (key) => besidePeer(key, 'main', 'ns', { otherName: 'pi-ai' })

export default {
  name: 'agent-arguments',
  title: "validateToolArguments: a call's arguments copied, coerced and checked",
  clock: 'main-thread CPU',
  sides: ['agent', 'peer'],
  lines: [
    { label: 'a read', ...versus('read'), goal: 0.5, limit: 1 },
    { label: 'five edits', ...versus('edit'), goal: 0.75, limit: 1 },
    { label: 'a read with numbers as text', ...versus('coerced'), goal: 1, limit: 1.25 }
  ],
  prepare({ validateToolArguments }) {
    const run = (key) => {
      const [parameters, args] = WORKLOADS[key]
      const tool = { name: key, description: '', parameters }
      const call = { type: 'toolCall', id: 'call', name: key, arguments: args }
      return cost(CALLS, () => {
        for (let i = 0; i < CALLS; i++) validateToolArguments(tool, call)
      })
    }
    const all = () => Object.fromEntries(Object.keys(WORKLOADS).map((key) => [key, run(key)]))
    for (let i = 0; i < WARM_UP; i++) all()
    return all
  }
}
