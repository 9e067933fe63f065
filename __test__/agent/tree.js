// Folders full of files, and what the search tools say of them by either way.

import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { NodeExecutionEnv } from '@polyweave/gatto-agent-harness/agent'
import { freshFolder } from '../folder.js'
import { RemoteEnv } from './remote-env.js'

/** A fresh folder with these files; what is null is a folder. */
export function plant(t, files) {
  const dir = freshFolder(t, 'tree')
  for (const [name, content] of Object.entries(files)) {
    const at = path.join(dir, name)
    fs.mkdirSync(content === null ? at : path.dirname(at), { recursive: true })
    if (content !== null) fs.writeFileSync(at, content)
  }
  return dir
}

/** What a tool answers, the same for the files of this machine and for an environment that has to be asked. */
export async function ask(tool, cwd, params) {
  const call = (env) => tool.execute('1', params, undefined, undefined, { env })
  const local = await call(new NodeExecutionEnv({ cwd }))
  assert.deepEqual(await call(new RemoteEnv(cwd)), local)
  assert.equal(local.content.length, 1)
  return { text: local.content[0].text, lines: local.content[0].text.split('\n'), details: local.details }
}
