import { costOfAsync } from '../measure/clock.mjs'
import { besidePeer } from '../measure/verdict.mjs'

const MB = 1024 * 1024
// The package takes seconds for what is over here before its clock has ticked.
const SIZES = { agent: 50 * MB, peer: 2 * MB }
const WARM_UP = 1

const TEXT = Buffer.from(`${'x'.repeat(79)}\n`.repeat(820)).toString('latin1')
const CHUNKS = {
  plain: TEXT.slice(0, 65_536),
  small: TEXT.slice(0, 4096),
  returns: TEXT.slice(0, 65_536).replaceAll('x\n', '\r\n')
}

/** An environment whose command writes so much, and whose files are nowhere. */
function environment(chunk, size) {
  return {
    async exec(_command, { onStdout }) {
      for (let written = 0, i = 0; written < size; written += chunk.length, i++) {
        onStdout(chunk)
        if (i % 16 === 15) await undefined // as between two reads
      }
      return { ok: true, value: { stdout: '', stderr: '', exitCode: 0 } }
    },
    createTempFile: async () => ({ ok: true, value: '/nowhere' }),
    appendFile: async () => ({ ok: true, value: undefined })
  }
}

const versus = (key) => besidePeer(key, 'process')

export default {
  name: 'agent-capture',
  title: 'executeShellWithCapture, per 50 MB of output from an environment that costs nothing',
  clock: 'CPU of all threads',
  sides: ['agent', 'peer'],
  lines: [
    { label: 'chunks of 64 KB', ...versus('plain'), goal: 0.05, limit: 0.2 },
    { label: 'chunks of 4 KB', ...versus('small'), goal: 0.05, limit: 0.2 },
    { label: 'lines that end with CRLF', ...versus('returns'), goal: 0.1, limit: 0.3 }
  ],
  async prepare({ executeShellWithCapture }, { side }) {
    const size = SIZES[side]
    const all = async () => {
      const figures = {}
      for (const [key, chunk] of Object.entries(CHUNKS)) {
        figures[key] = await costOfAsync(size / SIZES.agent, async () => {
          const { ok } = await executeShellWithCapture(environment(chunk, size), 'make')
          if (!ok) throw new Error('the capture failed')
        })
      }
      return figures
    }
    for (let i = 0; i < WARM_UP; i++) await all()
    return all
  }
}
