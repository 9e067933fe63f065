import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { costOfAsync } from '../measure/clock.mjs'
import { besidePeer } from '../measure/verdict.mjs'

const MB = 1e6
const ECHOES = 20
// The package takes seconds for what is over here before its clock has ticked.
const LONG = { agent: 50 * MB, peer: 5 * MB }

const output = (bytes) => `yes "some line of output, rather a usual one" | head -c ${bytes}`

export default {
  name: 'agent-bash',
  title: 'the bash tool, commands of its environment, by the wall',
  clock: 'milliseconds a call; the package is given a tenth of the 50 MB, its figure is scaled',
  sides: ['agent', 'peer'],
  processes: 2,
  lines: [
    { label: 'bash: echo', ...besidePeer('echo', 'wall'), goal: 0.5, limit: 1 },
    { label: 'bash: echo, CPU', ...besidePeer('echo', 'process'), goal: 0.5, limit: 1 },
    { label: 'bash: 50 MB', ...besidePeer('long', 'wall'), goal: 0.05, limit: 0.1 },
    {
      label: 'bash: 50 MB, beside the producer alone',
      unit: 'ms',
      otherName: 'producer',
      of: ({ agent }) => {
        const [native, other] = [agent.long.wall / 1e6, agent.alone.wall / 1e6]
        return { native, other, figure: native - other }
      },
      figureUnit: 'ms more',
      goal: 120,
      limit: 250
    },
    { label: 'exec: 50 MB as a string', ...besidePeer('exec', 'wall'), goal: 0.5, limit: 1 },
    {
      label: 'bash: 50 MB, growth of RSS',
      unit: 'MB',
      otherName: 'package, 5 MB',
      of: ({ agent, peer }) => {
        const [native, other] = [agent.rss.bytes / MB, peer.rss.bytes / MB]
        return { native, other, figure: native }
      },
      figureUnit: 'MB',
      goal: 8,
      limit: 16
    }
  ],
  async prepare({ createBashTool, NodeExecutionEnv }, { side }) {
    const env = new NodeExecutionEnv({ cwd: os.tmpdir() })
    const bash = createBashTool()
    const call = async (command) => {
      const { details } = await bash.execute('id', { command }, undefined, () => {}, { env })
      return details?.fullOutputPath
    }
    const long = async () => {
      const file = await call(output(LONG[side]))
      if (fs.statSync(file).size !== LONG[side]) throw new Error(`${file} does not hold all of the output`)
      fs.rmSync(path.dirname(file), { recursive: true })
    }
    const block = async () => {
      const echo = await costOfAsync(ECHOES, async () => {
        for (let i = 0; i < ECHOES; i++) await call('echo hello')
      })
      const rss = peak()
      const figures = { echo, long: await costOfAsync(LONG[side] / LONG.agent, long), rss: rss.end() }
      if (side === 'agent') figures.alone = await costOfAsync(1, () => alone(output(LONG.agent)))
      figures.exec = await costOfAsync(1, () => env.exec(output(LONG.agent)))
      return figures
    }
    await call('echo warm')
    await long()
    return block
  }
}

/** The command with its output into a pipe that something reads and drops. */
function alone(command) {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/bash', ['-c', `${command} | cat >/dev/null`], { stdio: 'ignore' })
    child.on('error', reject).on('close', resolve)
  })
}

/** How much the memory of this process grows at most, from now on. */
function peak() {
  const before = process.memoryUsage.rss()
  let most = before
  const look = () => {
    most = Math.max(most, process.memoryUsage.rss())
  }
  const timer = setInterval(look, 2)
  return {
    end() {
      clearInterval(timer)
      look()
      return { bytes: most - before }
    }
  }
}
