import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { test } from 'node:test'
import { createFindTool, NodeExecutionEnv } from '@polyweave/gatto-agent-harness/agent'
import { RemoteEnv } from './remote-env.js'
import { ask, plant } from './tree.js'

const POSIX = process.platform !== 'win32'
const tool = createFindTool()
const find = (cwd, params) => ask(tool, cwd, params)

test('A17 find has a name, a label, a description and a plain JSON schema', () => {
  assert.equal(tool.name, 'find')
  assert.equal(tool.label, 'find')
  assert.deepEqual(tool.parameters, JSON.parse(JSON.stringify(tool.parameters)))
  assert.deepEqual(tool.parameters.required, ['pattern'])
  assert.notEqual(createFindTool().parameters, tool.parameters)
})

test('A17 find shows the paths that a glob means, in order, folders with a slash', async (t) => {
  const dir = plant(t, {
    'b.ts': '',
    'a/c.ts': '',
    'a/b/d.tsx': '',
    'a.ts': '',
    'lib.ts/e.js': '',
    '.hidden.ts': ''
  })
  const found = async (pattern, params) => (await find(dir, { pattern, ...params })).lines
  assert.deepEqual(await found('*.ts'), ['.hidden.ts', 'a/c.ts', 'a.ts', 'b.ts', 'lib.ts/'])
  assert.deepEqual(await found('*.ts/'), ['lib.ts/'])
  assert.deepEqual(await found('a/*.ts'), ['a/c.ts'])
  assert.deepEqual(await found('a/**'), ['a/b/', 'a/b/d.tsx', 'a/c.ts'])
  assert.deepEqual(await found('**/*.{tsx,js}'), ['a/b/d.tsx', 'lib.ts/e.js'])
  assert.deepEqual(await found('/?.ts'), ['a.ts', 'b.ts'])
  assert.deepEqual(await found('*.ts', { path: 'a' }), ['a/c.ts'])
  assert.deepEqual(await found('*.ts', { path: `${dir}/a/` }), [`${dir}/a/c.ts`])
  assert.deepEqual(await found('[a-c].ts', { path: '.' }), ['a/c.ts', 'a.ts', 'b.ts'])
})

test('A17 find says when there is nothing', async (t) => {
  const { text, details } = await find(plant(t, {}), { pattern: '*' })
  assert.equal(text, 'No files found')
  assert.deepEqual(details, { matches: 0 })
})

test('A17 find leaves out what git ignores', async (t) => {
  const dir = plant(t, {
    '.gitignore': 'node_modules\n*.o\n',
    '.git/HEAD': '',
    'node_modules/x/a.js': '',
    'src/a.o': '',
    'src/a.js': '',
    'src/.gitignore': '/a.js'
  })
  assert.deepEqual((await find(dir, { pattern: '*' })).lines, ['.gitignore', 'src/', 'src/.gitignore'])
  assert.deepEqual((await find(dir, { pattern: '*', path: 'node_modules' })).lines, [
    'node_modules/x/',
    'node_modules/x/a.js'
  ])
})

test('A17 find stops at its limit, and says so', async (t) => {
  const files = {}
  for (let i = 0; i < 30; i++) files[`d${i % 3}/f${String(i).padStart(2, '0')}`] = ''
  const dir = plant(t, files)
  const all = (await find(dir, { pattern: 'f*' })).lines
  assert.equal(all.length, 30)
  const { text, details } = await find(dir, { pattern: 'f*', limit: 7 })
  const [shown, note] = text.split('\n\n')
  assert.deepEqual(shown.split('\n'), all.slice(0, 7))
  assert.match(note, /^\[.*first 7 paths.*limit=14\b.*\]$/)
  assert.deepEqual(details, { matches: 7, resultLimitReached: 7 })
  assert.deepEqual((await find(dir, { pattern: 'f*', limit: 30 })).details, { matches: 30 })
})

test('A17 find shows at most 50 KB of paths', async (t) => {
  const files = {}
  for (let i = 0; i < 400; i++) files[`${'n'.repeat(196)}${String(i).padStart(3, '0')}`] = ''
  const { text, details } = await find(plant(t, files), { pattern: '*' })
  assert.equal(details.matches, 400)
  assert.equal(details.truncation.outputLines, 256)
  assert.match(text, /\n\n\[.*lines 1-256 of 400\b.*50\.0KB.*\]$/)
})

test('A17 find shows links, and follows none', { skip: !POSIX }, async (t) => {
  const dir = plant(t, { 'a/b': '' })
  fs.symlinkSync('..', path.join(dir, 'a/up'))
  fs.symlinkSync('gone', path.join(dir, 'dangling'))
  fs.writeFileSync(Buffer.concat([Buffer.from(`${dir}/odd`), Buffer.from([0xff])]), '')
  const env = new NodeExecutionEnv({ cwd: dir })
  const { content } = await tool.execute('1', { pattern: '*' }, undefined, undefined, { env })
  assert.deepEqual(content[0].text.split('\n'), ['a/', 'a/b', 'a/up', 'dangling', 'odd\ufffd'])
})

test('A17 find refuses what is no glob and no folder, and ends when it is aborted', async (t) => {
  const dir = plant(t, { 'a.txt': '' })
  for (const env of [new NodeExecutionEnv({ cwd: dir }), new RemoteEnv(dir)]) {
    const call = (params, signal) => tool.execute('1', params, signal, undefined, { env })
    await assert.rejects(call({ pattern: '[' }), /no glob/)
    await assert.rejects(call({ pattern: '' }), /pattern must not be empty/)
    await assert.rejects(call({}), /pattern must be a string, not undefined/)
    await assert.rejects(call({ pattern: '*', limit: -1 }), /limit must be at least 1/)
    await assert.rejects(call({ pattern: '*', path: 'none' }), { name: 'FileError', code: 'not_found' })
    await assert.rejects(call({ pattern: '*', path: 'a.txt' }), { name: 'FileError', code: 'not_directory' })
    await assert.rejects(call({ pattern: '*' }, AbortSignal.abort()), /Operation aborted/)
    const controller = new AbortController()
    const running = call({ pattern: '*' }, controller.signal)
    controller.abort()
    await assert.rejects(running, /Operation aborted/)
  }
})
