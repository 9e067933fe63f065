import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freshFolder } from '../folder.js'

const main = fileURLToPath(new URL('../../examples/agent-session/main.mjs', import.meta.url))

test('A12.4 A12.5 the example is gone on with by a second process', async (t) => {
  const folder = freshFolder(t, 'agent-session')
  const run = async () => (await promisify(execFile)(process.execPath, [main, folder])).stdout
  const first = await run()
  assert.match(first, /^began sessions\//)
  assert.match(first, /note\.txt holds 42\n/)
  assert.match(first, /context: 4 messages, about \d+ tokens, thinking low, script\n/)
  assert.match(first, /in the file: 4 messages/)
  const second = await run()
  assert.match(second, /^goes on with sessions\//)
  assert.match(second, /a branch was left at written\n/)
  // The four of the first run, the summary of the branch that was left, and the new question: not the branch itself.
  assert.match(second, /context: 6 messages/)
  assert.match(second, /Asked for a longer note/)
  assert.doesNotMatch(second, /I would rather not/)
  assert.match(second, /in the file: 7 messages/)
})
