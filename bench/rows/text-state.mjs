import { cost } from '../measure/clock.mjs'
import { ratio } from '../measure/verdict.mjs'
import { startSession, textFrames } from '../workload/session.mjs'

const TURNS = 1_000
const SESSIONS = 12

let checksum = 0

function session(api, frames) {
  const harness = startSession(api)
  for (const frame of frames) {
    harness.write(frame)
    const { history } = harness.getState()
    for (const { role, content, timestamp } of history)
      checksum = (checksum + role.length + content.length + timestamp) | 0
  }
  harness.end()
}

export default {
  name: 'text-state',
  title: 'TEXT, then getState() and a walk of its history, 1 000 turns',
  clock: 'main-thread CPU, making and ending the session included',
  sides: ['native', 'baseline'],
  blocks: 9,
  lines: [
    { label: 'a turn', unit: 'ns', of: ratio('turn', 'main'), goal: 1, limit: 1.25 },
    { label: 'a turn, all threads', unit: 'ns', of: ratio('turn', 'process') }
  ],
  prepare(api) {
    const frames = textFrames(api, TURNS, 20)
    const sessions = (count) => {
      for (let i = 0; i < count; i++) session(api, frames)
    }
    sessions(15)
    return () => ({ turn: cost(SESSIONS * TURNS, () => sessions(SESSIONS)), sum: { checksum } })
  }
}
