import { cost } from '../measure/clock.mjs'
import { ratio } from '../measure/verdict.mjs'
import { flat, runSession } from '../workload/session.mjs'

const FRAMES = 1_000
const SESSIONS = 300

export default {
  name: 'text-4k',
  title: 'TEXT 4 KB, sessions of 1 000 frames',
  clock: 'main-thread CPU, making and ending the session included',
  sides: ['native', 'baseline'],
  blocks: 16,
  lines: [
    { label: 'a frame, ASCII', unit: 'ns', of: ratio('ascii', 'main'), goal: 1.2, limit: 1.5 },
    { label: 'a frame, one emoji', unit: 'ns', of: ratio('emoji', 'main'), goal: 1.2, limit: 1.5 },
    { label: 'ASCII, all threads', unit: 'ns', of: ratio('ascii', 'process') },
    { label: 'emoji, all threads', unit: 'ns', of: ratio('emoji', 'process') }
  ],
  prepare(api) {
    const make = (text) => Array.from({ length: FRAMES }, (_, i) => api.createTextFrame(text(i)))
    const ascii = make((i) => flat(`message ${i} `, 4096))
    const emoji = make((i) => Buffer.from(`message ${i} 🦀 `.padEnd(4096, '.'), 'utf16le').ucs2Slice(0, 8192))
    const sessions = (frames, count) => {
      for (let i = 0; i < count; i++) runSession(api, undefined, frames)
    }
    sessions(ascii, 800)
    sessions(emoji, 800)
    return () => ({
      ascii: cost(SESSIONS * FRAMES, () => sessions(ascii, SESSIONS)),
      emoji: cost(SESSIONS * FRAMES, () => sessions(emoji, SESSIONS))
    })
  }
}
