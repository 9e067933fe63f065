// `node --expose-gc soak.js SECONDS`: ten thousand live harnesses, each with its session; sessions end in every way there
// is, and others take their place. Every other second the memory of the process, garbage apart, is printed as a line of
// JSON.
import { setImmediate as turn } from 'node:timers/promises'

const entry = process.env.GATTO_TEST_ENTRY ?? new URL('../../index.js', import.meta.url).href
const { createAgentHarness } = await import(entry)

const seconds = Number(process.argv[2])
const LIVE = 10_000
const TURNS = 4
const EVERY = 2_000 // a collection takes its time with so many alive

const pending = []
const parameters = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }
const TOOLS = [
  { id: 'now', parameters, execute: ({ n }, _, done) => done(null, n) },
  { id: 'soon', parameters, execute: async ({ n }) => ({ n }) },
  { id: 'later', execute: (_, context, done) => pending.push(() => done(null, context.callId)) },
  { id: 'throws', execute: () => Reflect.fail() },
  { id: 'never', execute: (_, context) => context.signal.addEventListener('abort', () => {}) }
]

function session(serial) {
  const harness = createAgentHarness({
    tools: TOOLS,
    maxTurns: TURNS + (serial % 3),
    ...(serial % 4 === 0 && { toolTimeoutMs: 60_000 }),
    ...(serial % 5 === 0 && { maxConcurrentTools: 1 })
  })
  const dest = { paused: false, frames: 0, source: null, write: () => dest.frames++, end() {} }
  harness.pipe(dest)
  harness.write({ type: 'PARAM', key: 'workspace', value: `/work/${serial}` })
  harness.write({ type: 'PARAM', key: 'task', value: 'soak' })
  harness.write({ type: 'START' })
  if (serial % 7 === 0) harness.write({ type: 'META', action: 'subscribe' })
  return { harness, dest, serial, turns: 0 }
}

function step(live) {
  const { harness, dest, serial } = live
  const n = live.turns++
  dest.paused = n % 3 === 1
  harness.write({
    type: 'TEXT',
    content: { text: `turn ${n} of session ${serial}: ${'x'.repeat((serial * 37) % 600)}` }
  })
  const tool = TOOLS[(serial + n) % TOOLS.length].id
  const toolCalls = [
    { id: `c${n}`, tool, arguments: { n } },
    { tool: 'now', arguments: `{"n":${n}}` },
    { tool: 'none' }
  ]
  harness.write({ type: 'DATA', data: { type: 'llm-response', content: 'Working on it.', toolCalls } })
  if (!dest.paused) harness.source.resume()
  if (n % 4 === 0) harness.getState()
}

/** Every way in which a session can end, being forgotten among them. */
function finish({ harness, serial }) {
  switch (serial % 6) {
    case 0:
      return harness.end()
    case 1:
      return harness.end(new Error('over'))
    case 2:
      return harness.source.abort()
    case 3:
      return harness.write({ type: 'END' })
    case 4:
      return harness[Symbol.asyncDispose]()
  }
}

let serial = 0
const pool = Array.from({ length: LIVE }, () => session(serial++))
let began = Infinity // until each has had its turns once
let next = Infinity
for (let at = 0; !(performance.now() - began > seconds * 1_000); at = (at + 1) % LIVE) {
  step(pool[at])
  if (pool[at].turns > pool[at].serial % TURNS) {
    finish(pool[at])
    pool[at] = session(serial++)
  }
  if (began === Infinity && serial === 2 * LIVE) {
    began = performance.now()
    next = began + EVERY
  }
  if (at % 50 === 0) {
    for (const answer of pending.splice(0)) answer()
    await turn()
  }
  if (performance.now() >= next) {
    globalThis.gc()
    await turn()
    const second = Math.round((next - began) / 1_000)
    const { rss, heapTotal } = process.memoryUsage()
    process.stdout.write(`${JSON.stringify({ second, rss, outside: rss - heapTotal, sessions: serial })}\n`)
    next += EVERY
  }
}
process.exit(0)
