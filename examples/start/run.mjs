// One run in two processes: the first is killed while calls are open, the second takes the run up from its log.

import { readLog } from './log.mjs'
import { startAgent } from './process.mjs'

const HINT = 'Why is to be seen above; with --keep the folder with the log stays.'

/**
 * @param {object} place The folder of the run.
 * @param {object} view What shows it: `started`, `frame`, `killed`.
 * @param {AbortSignal} signal Stops it.
 */
export async function run(place, view, signal) {
  const first = startAgent(place, signal)
  view.started(first)
  const killed = await watch(first, view)
  if (killed !== 'SIGKILL') throw new Error(`${died(killed)} before it was to be killed. ${HINT}`)

  const log = readLog(place.log)
  view.killed(first, log)
  if (log.open.length === 0) throw new Error('The log should show open calls, but it has none.')

  const second = startAgent(place, signal)
  view.started(second)
  const code = await watch(second, view, { toTheEnd: true })
  if (code !== 0) throw new Error(`${died(code)}. ${HINT}`)
}

/** Shows the frames of an agent until it ends, and resolves to how it ended. */
async function watch(agent, view, { toTheEnd = false } = {}) {
  const open = new Set()
  try {
    for await (const frame of agent.frames) {
      view.frame(frame)
      const { type, data, progress } = frame
      if (type === 'DATA' && data.type === 'tool-call') open.add(data.id)
      if (progress?.operation === 'tool-completed') open.delete(progress.callId)
      // A command that tells its first line has done something already, and another call waits behind it: the moment
      // at which a crash hurts most.
      if (!toTheEnd && progress?.operation === 'tool-progress' && open.size > 1) agent.kill()
    }
  } catch (error) {
    agent.kill()
    throw error
  }
  return agent.ended
}

function died(how) {
  const message = typeof how === 'number' ? `ended with the code ${how}` : `was killed by ${how}`
  return `The process of the agent ${message}`
}
