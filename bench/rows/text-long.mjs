import { cost } from '../measure/clock.mjs'
import { ratio, ratioOnOneThread } from '../measure/verdict.mjs'
import { runSession, textFrames } from '../workload/session.mjs'

const FRAMES = 100_000
const SESSIONS = 8 // so that the collection of a finished session falls into the timed part

export default {
  name: 'text-long',
  title: 'TEXT 20 B, one session of 100 000',
  clock: 'main-thread CPU, making and ending the session included',
  sides: ['native', 'baseline', 'native/one-thread', 'baseline/one-thread'],
  blocks: 9,
  lines: [
    { label: 'a frame', unit: 'ns', of: ratio('frame', 'main'), goal: 0.65, limit: 0.8 },
    { label: 'a frame, --single-threaded-gc', unit: 'ns', of: ratioOnOneThread('frame') }
  ],
  prepare(api) {
    const frames = textFrames(api, FRAMES, 20)
    const sessions = (count) => {
      for (let i = 0; i < count; i++) runSession(api, undefined, frames)
    }
    sessions(12)
    return () => ({ frame: cost(SESSIONS * FRAMES, () => sessions(SESSIONS)) })
  }
}
