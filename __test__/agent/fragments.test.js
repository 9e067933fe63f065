import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import {
  createBashTool,
  createEditTool,
  createReadTool,
  createWriteTool,
  JsonlSessionRepo,
  JsonlSessionStorage,
  NodeExecutionEnv,
  serializeConversation
} from '@polyweave/gatto-agent-harness/agent'
import { freshFolder } from '../folder.js'

// What programs written for the package look for in its texts.

function workspace(t, files = {}) {
  const root = freshFolder(t, 'agent')
  for (const [name, content] of Object.entries(files)) fs.writeFileSync(path.join(root, name), content)
  const env = new NodeExecutionEnv({ cwd: root })
  const run = async (tool, params, signal) => {
    const { content } = await tool.execute('c', params, signal, undefined, { env })
    return content.map(({ text }) => text ?? '').join('')
  }
  return { root, env, run }
}

const lines = (count) => Array.from({ length: count }, (_, i) => `line ${i + 1}\n`).join('')

test('A24 what is left of a file, and where it goes on, is told in the words that programs look for', async (t) => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64'
  )
  const { run } = workspace(t, { 'a.txt': lines(10), 'b.txt': lines(3000), 'i.png': png })
  const read = createReadTool()
  const some = await run(read, { path: 'a.txt', limit: 4 })
  assert.match(some, /6 more lines/)
  assert.match(some, /offset=5/)
  assert.match(await run(read, { path: 'b.txt' }), /lines 1-2000 of 3000.*offset=2001/s)
  await assert.rejects(
    run(read, { path: 'a.txt', offset: 99 }),
    /Offset 99 is beyond end of file \(10 lines total\)/
  )
  assert.match(await run(read, { path: 'i.png' }), /Read image file \[image\/png\]/)
})

test('A24 a write and an edit say what they did, and why they did not', async (t) => {
  const { run } = workspace(t, { 'a.txt': 'one\ntwo\ntwo\n' })
  const edit = createEditTool()
  const of = (...edits) => ({
    path: 'a.txt',
    edits: edits.map(([oldText, newText]) => ({ oldText, newText }))
  })
  assert.match(
    await run(createWriteTool(), { path: 'n.txt', content: 'äb' }),
    /Successfully wrote 3 bytes to n\.txt/
  )
  assert.match(await run(edit, of(['one', 'ONE'])), /Successfully replaced 1 block\(s\) in a\.txt/)
  await assert.rejects(run(edit, of(['three', 'x'])), /Could not find the exact text/)
  await assert.rejects(run(edit, of(['ONE', 'x'], ['three', 'x'])), /Could not find edits\[1\]/)
  await assert.rejects(run(edit, of(['two', 'x'])), /Found 2 occurrences/)
  await assert.rejects(run(edit, of(['ONE\ntwo', 'x'], ['two\ntwo', 'y'])), /overlap/)
  await assert.rejects(run(edit, of(['ONE', 'ONE'])), /No changes made/)
  await assert.rejects(run(edit, { ...of(['a', 'b']), path: 'none.txt' }), /Error code: not_found/)
  await assert.rejects(
    run(createWriteTool(), { path: 'n.txt', content: '' }, AbortSignal.abort()),
    /Operation aborted/
  )
})

test('A24 bash says what was cut, how a command ended, and that a folder is missing', async (t) => {
  const { env, root, run } = workspace(t)
  const bash = createBashTool()
  assert.match(await run(bash, { command: 'seq 3000' }), /lines 1001-3000 of 3000.*Full output: \S+/s)
  const wide = await run(bash, { command: "head -c 60000 /dev/zero | tr '\\0' x" })
  assert.match(wide, /last 50\.0KB of line 1 .*line is 58\.6KB.*Full output: /s)
  await assert.rejects(run(bash, { command: 'exit 3' }), /Command exited with code 3/)
  await assert.rejects(
    run(bash, { command: 'sleep 5', timeout: 0.1 }),
    /Command timed out after 0\.1 seconds/
  )
  const { error } = await env.exec('true', { cwd: path.join(root, 'none') })
  assert.match(error.message, /Working directory does not exist/)
})

test('A24 sessions name what is missing and what is no session', async (t) => {
  const { env, root } = workspace(t, { 'x.jsonl': '{}\n' })
  const header = { type: 'session', version: 3, id: 'i', timestamp: 't', cwd: '/' }
  fs.writeFileSync(path.join(root, 'm.jsonl'), `${JSON.stringify({ ...header, metadata: [] })}\n`)
  const open = (name) => JsonlSessionStorage.open(env, path.join(root, name))
  await assert.rejects(open('x.jsonl'), /first line is not a valid session header/)
  await assert.rejects(open('m.jsonl'), /session header metadata must be an object/)
  const repo = new JsonlSessionRepo({ fs: env, sessionsRoot: root })
  const session = await repo.create({ cwd: root })
  await assert.rejects(session.moveTo('nowhere'), /Entry nowhere not found/)
  const metadata = await session.getMetadata()
  await assert.rejects(repo.open({ ...metadata, path: path.join(root, 'none.jsonl') }), /Session not found/)
})

test('A24 a conversation marks the results of tools, and what was cut from them', () => {
  const text = 'y'.repeat(2010)
  const result = { role: 'toolResult', toolCallId: 'c', toolName: 't', isError: false, timestamp: 1 }
  const serialized = serializeConversation([{ ...result, content: [{ type: 'text', text }] }])
  assert.match(serialized, /\[Tool result\]:/)
  assert.match(serialized, /\[\.\.\. 10 more characters truncated\]/)
})
