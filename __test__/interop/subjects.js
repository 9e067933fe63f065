// The duplexes that the stages of other packages are put around. `input` are frames to write; `label` turns an output
// frame into text; `output` is what comes out for them, `ending` what an end adds to it.
import {
  createAgentHarness,
  createParamFrame,
  createStartFrame,
  createTextFrame,
  createToolCallFrame,
  createToolRegistry
} from '../../index.js'
import { Echo } from './echo.js'

const count = 5
const upTo = (n, make) => Array.from({ length: n }, (_, i) => make(i))

export const subjects = {
  source: {
    create: (options) => new Echo(options),
    input: upTo(count, (n) => ({ n })),
    label: (frame) => `n ${frame.n}`,
    output: upTo(count, (n) => `n ${n}`),
    ending: []
  },
  harness: {
    create: (options) => createAgentHarness(options),
    input: [
      createParamFrame('workspace', '/work'),
      createParamFrame('task', 'count'),
      createStartFrame(),
      ...upTo(count, (n) => createTextFrame(`${n}`))
    ],
    label: (frame) => (frame.type === 'TEXT' ? `TEXT ${frame.content.text}` : frame.type),
    output: ['START', 'PROGRESS', ...upTo(count, (n) => `TEXT ${n}`)],
    ending: ['END']
  },
  registry: {
    create: (options) =>
      createToolRegistry([{ id: 'double', execute: ({ n }, _context, done) => done(null, n * 2) }], options),
    input: upTo(count, (n) => createToolCallFrame(`call ${n}`, 'double', { n })),
    label: (frame) => `${frame.data.callId}: ${frame.data.result}`,
    output: upTo(count, (n) => `call ${n}: ${n * 2}`),
    ending: []
  }
}

/** Writes all input of a subject to its sink. */
export function feed(duplex, subject) {
  for (const frame of subject.input) duplex.sink.write(frame)
}
