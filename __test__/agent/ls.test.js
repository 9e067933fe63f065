import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { test } from 'node:test'
import { createLsTool, NodeExecutionEnv } from '@polyweave/gatto-agent-harness/agent'
import { ask, plant } from './tree.js'

const POSIX = process.platform !== 'win32'
const tool = createLsTool()
const ls = (cwd, params) => ask(tool, cwd, params)

test('A17 ls has a name, a label, a description and a plain JSON schema', () => {
  assert.equal(tool.name, 'ls')
  assert.equal(tool.label, 'ls')
  assert.deepEqual(tool.parameters, JSON.parse(JSON.stringify(tool.parameters)))
  assert.equal(tool.parameters.required, undefined)
  assert.notEqual(createLsTool().parameters, tool.parameters)
})

test('A17 ls shows the names in a folder in order, hidden ones too, folders with a slash', async (t) => {
  const dir = plant(t, {
    'b.txt': '',
    'a/c.txt': '',
    '.hidden': '',
    'B.txt': '',
    '.git/HEAD': '',
    empty: null
  })
  assert.deepEqual((await ls(dir, {})).lines, ['.git/', '.hidden', 'B.txt', 'a/', 'b.txt', 'empty/'])
  const { lines, details } = await ls(dir, { path: '@a' })
  assert.deepEqual(lines, ['c.txt'])
  assert.deepEqual(details, { entries: 1 })
  assert.equal((await ls(dir, { path: 'empty' })).text, 'The folder is empty')
})

test('A17 ls shows as many names as its limit, and says that there are more', async (t) => {
  const files = {}
  for (let i = 0; i < 600; i++) files[String(i).padStart(3, '0')] = ''
  const dir = plant(t, files)
  const { text, details } = await ls(dir, {})
  const [shown, note] = text.split('\n\n')
  assert.equal(shown.split('\n').at(-1), '499')
  assert.match(note, /^\[.*first 500 names.*limit=1000\b.*\]$/)
  assert.deepEqual(details, { entries: 600, entryLimitReached: 500 })
  assert.deepEqual((await ls(dir, { limit: 600.5 })).details, { entries: 600 })
})

test('A17 ls shows at most 50 KB of names', async (t) => {
  const files = {}
  for (let i = 0; i < 400; i++) files[`${'n'.repeat(196)}${String(i).padStart(3, '0')}`] = ''
  const { text, details } = await ls(plant(t, files), {})
  assert.equal(details.truncation.outputLines, 256)
  assert.match(text, /\n\n\[.*lines 1-256 of 400\b.*50\.0KB.*\]$/)
})

test('A17 ls marks links to folders, and lives with loops and what is no file', {
  skip: !POSIX
}, async (t) => {
  const dir = plant(t, { 'folder/a': '', file: '' })
  for (const [name, target] of [
    ['to-folder', 'folder'],
    ['to-file', 'file'],
    ['to-nothing', 'gone'],
    ['to-itself', 'to-itself'],
    ['up', '..']
  ]) {
    fs.symlinkSync(target, path.join(dir, name))
  }
  execFileSync('mkfifo', [path.join(dir, 'pipe')])
  assert.deepEqual((await ls(dir, {})).lines, [
    'file',
    'folder/',
    'to-file',
    'to-folder/',
    'to-itself',
    'to-nothing',
    'up/'
  ])
})

test('A17 ls refuses what is no folder, and ends when it is aborted', async (t) => {
  const env = new NodeExecutionEnv({ cwd: plant(t, { 'a.txt': '' }) })
  const call = (params, signal) => tool.execute('1', params, signal, undefined, { env })
  await assert.rejects(call({ path: 'none' }), { name: 'FileError', code: 'not_found' })
  await assert.rejects(call({ path: 'a.txt' }), { name: 'FileError', code: 'not_directory' })
  await assert.rejects(call({ path: 7 }), /path must be a string, not number/)
  await assert.rejects(call({ limit: 0 }), /limit must be at least 1/)
  await assert.rejects(call({}, AbortSignal.abort()), /Operation aborted/)
})
