// What the scripted model says, step by step. A step is given what its calls came back with, and goes by it, as a model
// would: it reads which test failed, finds the line in the file, sees that a call was refused or interrupted.
//
// How many steps are done is the number of responses in the history: the script has no state to lose.

import { CSV, FIELDS, SOAK, TESTS, TOTAL } from './drafts.mjs'

/** Minutes of work: this is what is under way when the process is killed. */
const MANY = 10_000_000
const ENOUGH = 2000

/** A script can't think: where the world is not as it was written for, it says so instead of going on. */
function expect(fact, what) {
  if (!fact) throw new Error(`The script of the model does not know what to do: it expected ${what}`)
  return fact
}

const failedTest = (output) => /^\s*✖ (?!failing tests)(.+?) \([\d.]+ms\)$/m.exec(output)?.[1]

export const SCRIPT = [
  () => ({
    thinking: 'First a look at what is there.',
    calls: [['list_files', { depth: 'all' }]]
  }),

  ([list]) => {
    // The text of the refusal is all that a model gets, so it has to say what was wrong.
    expect(list.error?.includes('/depth'), `list_files to refuse its depth, but got ${JSON.stringify(list)}`)
    return { thinking: 'The depth has to be a number.', calls: [['list_files', { depth: 2 }]] }
  },

  ([list]) => {
    expect(
      list.result?.some((file) => file.path === 'orders.csv'),
      'orders.csv in the workspace'
    )
    return {
      thinking: 'A parser, its tests, and a soak test with random rows.',
      calls: [
        ['write_file', { path: 'csv.mjs', content: CSV }],
        ['write_file', { path: 'csv.test.mjs', content: TESTS }],
        ['write_file', { path: 'soak.mjs', content: SOAK }],
        ['run_tests', {}]
      ]
    }
  },

  (results) => {
    const { exitCode, output } = results.at(-1).result ?? {}
    const name = expect(exitCode !== 0 && failedTest(output), `a failing test, but got ${output}`)
    return { thinking: `"${name}" fails. How are lines split?`, calls: [['read_file', { path: 'csv.mjs' }]] }
  },

  ([file]) => {
    const line = file.result?.split('\n').find((text) => text.includes(".split(',')"))
    expect(line, 'the line of csv.mjs that splits at commas')
    return {
      thinking: 'It splits inside quotes too.',
      calls: [
        ['edit_file', { path: 'csv.mjs', find: line, replace: FIELDS }],
        ['run_command', { command: `node soak.mjs ${MANY}` }],
        ['run_tests', {}]
      ]
    }
  },

  ([, soak, tests]) => {
    expect(tests.result?.exitCode === 0, `tests that pass, but got ${JSON.stringify(tests)}`)
    // An interrupted call has done nobody knows how much. This one can be asked again, for less.
    expect(soak.error?.includes('Interrupted'), `an interrupted soak test, but got ${JSON.stringify(soak)}`)
    return {
      thinking: 'The tests pass. The soak test was cut off by a restart: a shorter one will do.',
      calls: [['run_command', { command: `node soak.mjs ${ENOUGH}` }]]
    }
  },

  ([soak]) => {
    const { exitCode, output } = soak.result ?? {}
    expect(exitCode === 0, `a soak test that passes, but got ${JSON.stringify(soak)}`)
    return { content: `csv.mjs is done: its tests pass, and ${output.trim().split('\n').at(-1)}.` }
  },

  () => ({
    calls: [
      ['write_file', { path: 'total.mjs', content: TOTAL }],
      ['run_command', { command: 'node total.mjs orders.csv' }]
    ]
  }),

  ([, total], history) => {
    expect(total.result?.exitCode === 0, `totals, but got ${JSON.stringify(total)}`)
    return { calls: [['write_file', { path: 'REPORT.md', content: report(total.result.output, history) }]] }
  },

  ([written]) => {
    expect(written.result, `REPORT.md to be written, but got ${JSON.stringify(written)}`)
    return { content: `${written.result.path} has the totals.` }
  }
]

/** The report, from what the tools said. */
function report(totals, history) {
  const rows = Object.entries(JSON.parse(totals)).map(([customer, amount]) => `| ${customer} | ${amount} |`)
  const results = history.filter((entry) => entry.role === 'tool')
  const failed = results.filter((entry) => entry.error)
  return [
    '# Orders',
    '',
    '| customer | total |',
    '|---|---|',
    ...rows,
    '',
    `\`csv.mjs\` parses what \`orders.csv\` holds, quoted commas included; ${ENOUGH} random round trips found no difference.`,
    `${results.length} calls of tools, ${failed.length} without a result of their own:`,
    '',
    ...failed.map((entry) => `* ${entry.content}`),
    ''
  ].join('\n')
}
