// The agent's process: its frames as they come, and its end, which takes everything along that the agent has started.

import { spawn, spawnSync } from 'node:child_process'
import process from 'node:process'
import readline from 'node:readline'
import { fileURLToPath } from 'node:url'

const AGENT = fileURLToPath(new URL('./agent.mjs', import.meta.url))

/** `{ pid, frames, ended, kill }`: `frames` is to be iterated, `ended` resolves to the exit code or the signal. */
export function startAgent(place, signal) {
  signal.throwIfAborted()
  const child = spawn(process.execPath, [AGENT, place.dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own, so that the commands it runs can be killed with it.
    detached: process.platform !== 'win32'
  })
  const kill = () => killTree(child)
  signal.addEventListener('abort', kill)
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, killedBy) => {
      signal.removeEventListener('abort', kill)
      if (signal.aborted) reject(signal.reason)
      else resolve(code ?? killedBy)
    })
  })
  // It is awaited only after the last frame: until then a failure is not unhandled.
  ended.catch(() => {})
  return { pid: child.pid, frames: framesOf(child.stdout), ended, kill }
}

async function* framesOf(stream) {
  for await (const line of readline.createInterface({ input: stream })) {
    // The last line of a process that was killed may be half a frame.
    const frame = parse(line)
    if (frame !== undefined) yield frame
  }
}

function parse(line) {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** SIGKILL: the process has no say in it, nothing of it runs any more. */
function killTree(child) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', child.pid, '/T', '/F'])
    return
  }
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    // Gone in the meantime; macOS says EPERM of a group that is dead and not yet waited for.
    if (error.code !== 'ESRCH' && error.code !== 'EPERM') throw error
  }
}
