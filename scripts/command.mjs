// Runs a command and keeps what it printed, line by line.

import { spawn } from 'node:child_process'
import process from 'node:process'
import { root } from './addon.mjs'

/** Resolves to `{ code, output }`; a command that cannot be started has the code 'ENOENT' or the like, and says so. */
export function run(
  command,
  args,
  { cwd = root, env = process.env, shell = false, onLine = () => {}, input } = {}
) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env,
      shell,
      stdio: [input ? 'pipe' : 'ignore', 'pipe', 'pipe']
    })
    let output = ''
    const listen = (stream) => {
      let rest = ''
      stream.setEncoding('utf8')
      stream.on('data', (chunk) => {
        output += chunk
        const lines = (rest + chunk).split(/[\r\n]+/)
        rest = lines.pop()
        for (const line of lines) if (line) onLine(line)
      })
      stream.on('end', () => rest && onLine(rest))
    }
    listen(child.stdout)
    listen(child.stderr)
    child.stdin?.end(input)
    child.on('error', (error) => resolve({ code: error.code, output: `${command}: ${error.message}\n` }))
    child.on('close', (code, signal) => resolve({ code: code ?? signal, output }))
  })
}
