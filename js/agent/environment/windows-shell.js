// Where bash is on Windows.

import fs from 'node:fs'
import path from 'node:path'

/** Git's bash in its usual places, else any on PATH; nothing if there is none. `exists` looks for a file. */
export function windowsShell(env, exists = fs.existsSync) {
  const { win32 } = path
  const usual = [env.ProgramFiles, env['ProgramFiles(x86)']]
    .filter(Boolean)
    .map((folder) => win32.join(folder, 'Git', 'bin', 'bash.exe'))
  const onPath = (env.PATH ?? env.Path ?? '')
    .split(win32.delimiter)
    .filter(Boolean)
    .map((folder) => win32.join(folder, 'bash.exe'))
  return [...usual, ...onPath].find((file) => exists(file))
}
