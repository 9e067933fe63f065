// A harness with a destination that keeps what it gets; what the tests of this folder begin with.
const entry = process.env.GATTO_TEST_ENTRY ?? new URL('../../index.js', import.meta.url).href
export const { createAgentHarness, createToolRegistry } = await import(entry)

export const OPERATION = 'agent-harness.sink.write'

/** A destination that keeps frames. */
export function keeper() {
  const dest = {
    paused: false,
    frames: [],
    ends: [],
    write: (frame) => dest.frames.push(frame),
    end: (...args) => dest.ends.push(args)
  }
  return dest
}

export const piped = (options) => {
  const harness = createAgentHarness(options)
  const dest = harness.pipe(keeper())
  return { harness, dest }
}

/** As `piped`, with a workspace, a task and a START behind it; the frames of that are forgotten. */
export function started(options) {
  const { harness, dest } = piped(options)
  harness.write({ type: 'PARAM', key: 'workspace', value: '/w' })
  harness.write({ type: 'PARAM', key: 'task', value: 'test' })
  harness.write({ type: 'START' })
  dest.frames.length = 0
  return { harness, dest }
}

export const text = (content) => ({ type: 'TEXT', content: { text: content } })
export const respond = (...toolCalls) => ({ type: 'DATA', data: { type: 'llm-response', toolCalls } })

/** Frames of one kind: a type, or the `data.type` of DATA frames, or the operation of PROGRESS frames. */
export const only = (frames, kind) =>
  frames.filter((each) => each.type === kind || each.data?.type === kind || each.progress?.operation === kind)

/** That the harness is alive and in order: a TEXT goes in, and comes out as itself. */
export function isAlive({ harness, dest }) {
  const frame = text('still here?')
  const { currentTurn, history } = harness.getState()
  harness.write(frame)
  const after = harness.getState()
  return (
    dest.frames.at(-1) === frame &&
    after.currentTurn === currentTurn + 1 &&
    after.history.length === history.length + 1 &&
    after.history.at(-1).content === 'still here?'
  )
}
