import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { localFile } from '../../js/load.js'
import { cleanEnv, folder, name, npm, pack, project, runIn } from './project.js'

test('without a binary at hand the pack builds itself from its own sources, and leaves only the binding', async (t) => {
  const dir = project(t)
  await npm(['install', await pack(folder(t)), '--offline'], dir, cleanEnv(), 840_000)

  const home = path.join(dir, 'node_modules', ...name.split('/'))
  assert.ok(fs.existsSync(path.join(home, path.basename(localFile()))))
  assert.ok(!fs.existsSync(path.join(home, 'target')))

  const program = `
    import { createAgentHarness, createStartFrame } from '${name}'
    const harness = createAgentHarness()
    harness.pipe({ paused: false, write: (frame) => console.log(frame.error), end: (error) => console.log(error.message) })
    harness.write(createStartFrame())`
  assert.match(await runIn(dir, program), /^Workspace not configured/)
})
