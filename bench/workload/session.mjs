// The pieces that the rows build their sessions from. Frames are made beforehand: making them is the caller's cost.

/** A destination that takes every frame and keeps none. */
export class NullSink {
  constructor() {
    this.paused = false
    this.source = null
  }

  write(_frame) {}

  end() {}
}

/** A harness in the middle of its task, with a destination. */
export function startSession(api, options) {
  const harness = api.createAgentHarness({ maxTurns: Number.POSITIVE_INFINITY, ...options })
  harness.pipe(new NullSink())
  harness.write(api.createParamFrame('workspace', '/srv/project'))
  harness.write(api.createParamFrame('task', 'Find out what the bench costs'))
  harness.write(api.createStartFrame())
  return harness
}

/** One whole session: made, started, written to, ended. */
export function runSession(api, options, frames) {
  const harness = startSession(api, options)
  for (let i = 0; i < frames.length; i++) harness.write(frames[i])
  harness.end()
}

/** Sessions that stand ready: what registering their tools costs is not part of a row about calls. */
export const readySessions = (api, options, count) =>
  Array.from({ length: count }, () => startSession(api, options))

/** Writes the frames to each session and ends it. Sessions are dropped as they end, as a server would drop them. */
export function useSessions(sessions, frames) {
  for (let s = 0; s < sessions.length; s++) {
    const harness = sessions[s]
    for (let i = 0; i < frames.length; i++) harness.write(frames[i])
    harness.end()
    sessions[s] = null
  }
}

/** A flat one-byte string of just this length, as a parser would make it: no rope, no slice of another. */
export const flat = (text, length) => Buffer.from(text.padEnd(length, '.')).latin1Slice(0, length)

export const textFrames = (api, count, length) =>
  Array.from({ length: count }, (_, i) => api.createTextFrame(flat(`message ${i} `, length)))
