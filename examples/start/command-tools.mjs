// Tools that run programs: any shell command, and the tests of the workspace.
//
// They run in the workspace, with a time limit and an environment that holds nothing but PATH, so no secret of this
// process gets into a model's hands. A shell can still go anywhere: an agent that takes orders from a real model runs
// in a container.

import { spawn } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import readline from 'node:readline'

/** More than this of a command's output is no use to a model: the end says how it went. */
const LONGEST_OUTPUT = 8000

export function commandTools(root) {
  return [
    {
      id: 'run_command',
      description: 'Runs a shell command in the workspace and tells each line of its output as it comes.',
      parameters: {
        type: 'object',
        properties: { command: { type: 'string', minLength: 1 } },
        required: ['command'],
        additionalProperties: false
      },
      // No `replay`: nobody knows what half a command has done already. After a crash the model decides.
      execute: ({ command }, context) => execute(root, command, { shell: true }, context)
    },
    {
      id: 'run_tests',
      description: 'Runs all tests of the workspace.',
      parameters: { type: 'object', properties: {}, additionalProperties: false },
      replay: 'safe',
      execute: (_, context) =>
        execute(root, process.execPath, { args: ['--test', '--test-reporter=spec'], quiet: true }, context)
    }
  ]
}

/** Resolves to `{ exitCode, output }`: a command that fails is an answer too. Rejects when it cannot be started. */
function execute(root, command, { args = [], shell = false, quiet = false }, { signal, progress }) {
  return new Promise((resolve, reject) => {
    // The harness aborts the signal at its end and when the call's time is up. That ends the shell; what the shell has
    // started in turn is in the group of this process, and goes with it at the latest.
    const child = spawn(command, args, {
      cwd: root,
      env: environment(),
      shell,
      signal,
      stdio: ['ignore', 'pipe', 'pipe']
    })
    let output = ''
    for (const input of [child.stdout, child.stderr]) {
      readline.createInterface({ input }).on('line', (line) => {
        output = `${output}${line}\n`.slice(-LONGEST_OUTPUT)
        if (!quiet) progress(line)
      })
    }
    child.on('error', reject)
    child.on('close', (code, killedBy) => resolve({ exitCode: code ?? killedBy, output }))
  })
}

/** `node` is the one that runs this, wherever it is installed. */
function environment() {
  const { PATH = '', Path = '', SystemRoot } = process.env
  const places = [path.dirname(process.execPath), PATH || Path].join(path.delimiter)
  return { PATH: places, NO_COLOR: '1', ...(SystemRoot && { SystemRoot }) }
}
