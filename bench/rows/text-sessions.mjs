import { cost } from '../measure/clock.mjs'
import { ratio, ratioOnOneThread } from '../measure/verdict.mjs'
import { runSession, textFrames } from '../workload/session.mjs'

const FRAMES = 1_000
const SESSIONS = 300

export default {
  name: 'text-sessions',
  title: 'TEXT 20 B, sessions of 1 000 frames',
  clock: 'main-thread CPU, making and ending the session included',
  sides: ['native', 'baseline', 'native/one-thread', 'baseline/one-thread'],
  blocks: 16,
  lines: [
    { label: 'a frame', unit: 'ns', of: ratio('frame', 'main'), goal: 1, limit: { 22: 1.25, 24: 1.5 } },
    { label: 'a frame, --single-threaded-gc', unit: 'ns', of: ratioOnOneThread('frame') }
  ],
  prepare(api) {
    const frames = textFrames(api, FRAMES, 20)
    const sessions = (count) => {
      for (let i = 0; i < count; i++) runSession(api, undefined, frames)
    }
    sessions(1_500)
    return () => ({ frame: cost(SESSIONS * FRAMES, () => sessions(SESSIONS)) })
  }
}
