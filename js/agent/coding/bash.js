// The tool that runs commands.

import { MAX_TIMEOUT, timeoutProblem } from '../environment/command.js'
import { NodeExecutionEnv } from '../environment/node.js'
import { getOrThrow } from '../result.js'
import { environmentOf, nameOf } from './path.js'
import { captureShell } from './shell.js'
import { formatSize } from './truncate.js'
import { Updates } from './updates.js'

const parameters = {
  type: 'object',
  required: ['command'],
  properties: {
    command: { type: 'string', description: 'The command line, for bash' },
    timeout: {
      type: 'number',
      description: `Seconds after which the command is killed, at most ${MAX_TIMEOUT}. Without it there is no limit`
    }
  }
}

export function createBashTool({ commandPrefix, prepare, reapBackground = false } = {}) {
  return {
    name: 'bash',
    label: 'bash',
    description:
      'Run a command in bash, in the working folder, with no input and no terminal. Gives what it writes to standard ' +
      'output and standard error. Of long output the last 2000 lines or 50KB are shown, and a file is named that has ' +
      'all of it. An exit code other than 0 is an error.',
    parameters: structuredClone(parameters),
    async execute(_id, { command, timeout }, signal, onUpdate, context) {
      const env = environmentOf(context, 'bash')
      if (typeof command !== 'string') throw new Error(`command must be a string, not ${nameOf(command)}`)
      const limit = timeout ?? undefined
      const problem = limit === undefined ? undefined : timeoutProblem(limit)
      if (problem !== undefined) throw new Error(problem)
      const execution = {
        command: commandPrefix ? `${commandPrefix}\n${command}` : command,
        cwd: env.cwd,
        env: {},
        inheritEnv: true
      }
      await prepare?.(execution, context, signal)
      const options = { timeout: limit, abortSignal: signal, ...(reapBackground && { reapBackground }) }
      return run(env, execution, options, onUpdate)
    }
  }
}

async function run(env, { command, ...execution }, options, onUpdate) {
  const updates = new Updates(onUpdate, ({ output, ...rest }) => ({
    content: [{ type: 'text', text: output }],
    details: detailsOf(rest)
  }))
  updates.begin()
  try {
    const news = (progress) => updates.offer(progress)
    const captured = getOrThrow(await captureOf(env, command, { ...execution, ...options }, news))
    updates.end(captured)
    return resultOf(captured, options.timeout)
  } finally {
    updates.close()
  }
}

/** Captures a command; `onNews` is told that there is more, and how to ask for it. */
function captureOf(env, command, options, onNews) {
  const native = NodeExecutionEnv.captureOf(env)
  if (native !== undefined) return native(command, options, onNews)
  const onChunk = (_text, progress) => onNews(progress)
  return captureShell(env, command, options, onChunk)
}

/** What logs and displays see: how the output was cut and where all of it is, each undefined if it was not. */
const detailsOf = ({ truncation, fullOutputPath }) => ({
  truncation: truncation.truncated ? truncation : undefined,
  fullOutputPath
})

function resultOf(captured, timeout) {
  const { output, exitCode, cancelled, truncated, executionError } = captured
  const text = truncated ? `${output}\n\n${notice(captured)}` : output
  const failed = (note, cause) => new Error(text === '' ? note : `${text}\n\n${note}`, cause && { cause })
  if (cancelled) throw failed('Command aborted')
  if (executionError?.code === 'timeout') {
    throw failed(`Command timed out after ${timeout} seconds`, executionError)
  }
  if (executionError) throw executionError
  if (exitCode !== 0) throw failed(`Command exited with code ${exitCode}`)
  return {
    content: [{ type: 'text', text: text === '' ? '(no output)' : text }],
    details: truncated ? detailsOf(captured) : undefined
  }
}

/** What of the output is shown, and where the rest is. */
function notice({ truncation, fullOutputPath, lastLine }) {
  const { totalLines, outputLines, outputBytes, truncatedBy, lastLinePartial } = truncation
  const where = `Full output: ${fullOutputPath}]`
  if (lastLinePartial) {
    const size = formatSize(lastLine)
    return `[Only the last ${formatSize(outputBytes)} of line ${totalLines} (the line is ${size}). ${where}`
  }
  const range = `[Only lines ${totalLines - outputLines + 1}-${totalLines} of ${totalLines}`
  const limit = truncatedBy === 'bytes' ? `, within ${formatSize(truncation.maxBytes)}` : ''
  return `${range}${limit}. ${where}`
}
