import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { test } from 'node:test'
import { createGrepTool, NodeExecutionEnv, truncateLine } from '@polyweave/gatto-agent-harness/agent'
import { asNobody } from '../nobody.js'
import { MemoryEnv } from './memory-env.js'
import { RemoteEnv } from './remote-env.js'
import { ask, plant } from './tree.js'

const POSIX = process.platform !== 'win32'
const tool = createGrepTool()
const grep = (cwd, params) => ask(tool, cwd, params)

test('A17 grep has a name, a label, a description and a plain JSON schema', () => {
  assert.equal(tool.name, 'grep')
  assert.equal(tool.label, 'grep')
  for (const fact of ['path:line: text', '.gitignore', 'hidden', '500'])
    assert.ok(tool.description.includes(fact))
  assert.deepEqual(tool.parameters, JSON.parse(JSON.stringify(tool.parameters)))
  assert.deepEqual(tool.parameters.required, ['pattern'])
  assert.notEqual(createGrepTool().parameters, tool.parameters)
})

test('A17 grep shows the lines that match, with path and number, in the order of the paths', async (t) => {
  const dir = plant(t, {
    'b.txt': 'a rose\nis a\nrose\n',
    'a/z.txt': 'rose without an end',
    'a/b/c.txt': 'rose\r\n',
    'a.txt': 'ROSE\n'
  })
  const { lines, details } = await grep(dir, { pattern: 'rose' })
  assert.deepEqual(lines, [
    'a/b/c.txt:1: rose',
    'a/z.txt:1: rose without an end',
    'b.txt:1: a rose',
    'b.txt:3: rose'
  ])
  assert.deepEqual(details, { matches: 4, files: 3 })
})

test('A17 grep says when nothing matches', async (t) => {
  const { text, details } = await grep(plant(t, { 'a.txt': 'a' }), { pattern: 'b' })
  assert.equal(text, 'No matches found')
  assert.deepEqual(details, { matches: 0, files: 0 })
})

test('A17 grep takes a regular expression, or a text, and any case if told so', async (t) => {
  const dir = plant(t, { 'a.txt': 'a.c\nabc\nABC\nünd\nx\r\n' })
  const found = async (params) => (await grep(dir, params)).lines.map((line) => line.slice('a.txt:'.length))
  assert.deepEqual(await found({ pattern: 'a.c' }), ['1: a.c', '2: abc'])
  assert.deepEqual(await found({ pattern: 'a.c', literal: true }), ['1: a.c'])
  assert.deepEqual(await found({ pattern: 'a.c', ignoreCase: true }), ['1: a.c', '2: abc', '3: ABC'])
  assert.deepEqual(await found({ pattern: 'ÜND', ignoreCase: true }), ['4: ünd'])
  assert.deepEqual(await found({ pattern: '^x$' }), ['5: x'])
  assert.deepEqual(await found({ pattern: '^[a-z]{3}$' }), ['2: abc'])
  assert.equal((await found({ pattern: '' })).length, 5)
})

test('A17 grep refuses what is no pattern, no glob and no number, and says why', async (t) => {
  const env = new NodeExecutionEnv({ cwd: plant(t, { 'a.txt': 'a' }) })
  const call = (params) => tool.execute('1', params, undefined, undefined, { env })
  await assert.rejects(call({ pattern: '(' }), /no regular expression.*unclosed group/s)
  await assert.rejects(call({ pattern: 'a\nb' }), /no regular expression/)
  await assert.rejects(call({ pattern: `a{${'9'.repeat(9)}}` }), /no regular expression/)
  await assert.rejects(call({ pattern: 'a', glob: '[' }), /no glob/)
  await assert.rejects(call({ pattern: 7 }), /pattern must be a string, not number/)
  await assert.rejects(call({ pattern: 'a', glob: 7 }), /glob must be a string, not number/)
  await assert.rejects(call({ pattern: 'a', limit: 0 }), /limit must be at least 1, not 0/)
  await assert.rejects(call({ pattern: 'a', context: 'x' }), /context must be a number, not string/)
  await assert.rejects(call({ pattern: 'a', path: 'none' }), { name: 'FileError', code: 'not_found' })
  await assert.rejects(tool.execute('1', { pattern: 'a' }), /needs a tool context/)
})

test('A17 grep searches a folder or a file, and names what it found so that a tool can read it', async (t) => {
  const dir = plant(t, { 'src/a.js': 'x\n', 'src/deep/b.js': 'x\n', 'c.js': 'x\n' })
  assert.deepEqual((await grep(dir, { pattern: 'x', path: 'src' })).lines, [
    'src/a.js:1: x',
    'src/deep/b.js:1: x'
  ])
  assert.deepEqual((await grep(dir, { pattern: 'x', path: './src/' })).lines, [
    'src/a.js:1: x',
    'src/deep/b.js:1: x'
  ])
  assert.deepEqual((await grep(dir, { pattern: 'x', path: '@src/a.js' })).lines, ['src/a.js:1: x'])
  assert.deepEqual((await grep(dir, { pattern: 'x', path: `${dir}/src/deep` })).lines, [
    `${dir}/src/deep/b.js:1: x`
  ])
  assert.equal((await grep(dir, { pattern: 'x', path: '.' })).lines.length, 3)
})

test('A17 grep takes a glob of the files to search', async (t) => {
  const dir = plant(t, { 'a.ts': 'x', 'a.js': 'x', 'src/b.ts': 'x', 'src/deep/c.tsx': 'x' })
  const found = async (glob, path) =>
    (await grep(dir, { pattern: 'x', glob, path })).lines.map((line) => line.split(':')[0])
  assert.deepEqual(await found('*.ts'), ['a.ts', 'src/b.ts'])
  assert.deepEqual(await found('*.{ts,tsx}'), ['a.ts', 'src/b.ts', 'src/deep/c.tsx'])
  assert.deepEqual(await found('src/*.ts'), ['src/b.ts'])
  assert.deepEqual(await found('src/**'), ['src/b.ts', 'src/deep/c.tsx'])
  assert.deepEqual(await found('!*.ts'), ['a.js', 'src/deep/c.tsx'])
  assert.deepEqual(await found('*.ts', 'src'), ['src/b.ts'])
  assert.equal((await found('')).length, 4)
})

test('A17 grep shows lines of context, and a dash where lines are left out', async (t) => {
  const lines = Array.from({ length: 20 }, (_, i) => `line ${i + 1}`)
  const dir = plant(t, { 'a.txt': lines.join('\n'), 'b.txt': 'line 5' })
  assert.deepEqual((await grep(dir, { pattern: 'line (5|7|15)$', context: 1 })).lines, [
    'a.txt-4- line 4',
    'a.txt:5: line 5',
    'a.txt-6- line 6',
    'a.txt:7: line 7',
    'a.txt-8- line 8',
    '--',
    'a.txt-14- line 14',
    'a.txt:15: line 15',
    'a.txt-16- line 16',
    '--',
    'b.txt:1: line 5'
  ])
})

test('A17 grep stops at its limit, the same lines every time, and says so', async (t) => {
  const files = {}
  for (let i = 0; i < 300; i++) files[`dir${i % 7}/file${i}.txt`] = 'needle\nhay\nneedle\n'
  const dir = plant(t, files)
  const all = (await grep(dir, { pattern: 'needle', limit: 1000 })).lines
  assert.equal(all.length, 600)
  for (const limit of [1, 2, 99, 599]) {
    const { text, details } = await grep(dir, { pattern: 'needle', limit })
    const [shown, note] = text.split('\n\n')
    assert.deepEqual(shown.split('\n'), all.slice(0, limit))
    assert.match(note, new RegExp(`^\\[.*first ${limit} .*limit=${2 * limit}\\b.*\\]$`))
    assert.equal(details.matchLimitReached, limit)
  }
  assert.equal((await grep(dir, { pattern: 'needle', limit: 600 })).details.matchLimitReached, undefined)
  assert.equal((await grep(dir, { pattern: 'needle' })).details.matches, 100)
})

test('A17 grep shows the context of the last match within the limit, and nothing of the next one', async (t) => {
  const dir = plant(t, { 'a.txt': 'x1\n2\n3\n4\nx5\n6\nx7\n8\n' })
  const shown = async (params) =>
    (await grep(dir, { pattern: 'x', ...params })).text.split('\n\n')[0].split('\n')
  assert.deepEqual(await shown({ context: 1, limit: 1 }), ['a.txt:1: x1', 'a.txt-2- 2'])
  assert.deepEqual(await shown({ context: 3, limit: 1 }), [
    'a.txt:1: x1',
    'a.txt-2- 2',
    'a.txt-3- 3',
    'a.txt-4- 4'
  ])
  assert.deepEqual((await shown({ context: 1, limit: 2 })).slice(2), [
    '--',
    'a.txt-4- 4',
    'a.txt:5: x5',
    'a.txt-6- 6'
  ])
})

test('A17 grep cuts lines as truncateLine does, and the whole at 50 KB', async (t) => {
  const long = `needle ${'é'.repeat(600)}`
  const dir = plant(t, { 'a.txt': `${long}\n`.repeat(90) })
  const { text, details } = await grep(dir, { pattern: 'needle', limit: 5 })
  assert.equal(text.split('\n')[4], `a.txt:5: ${truncateLine(long).text}`)
  assert.match(text, /\[5 lines are longer than 500 characters/)
  assert.equal(details.linesTruncated, true)
  const cut = await grep(dir, { pattern: 'needle' })
  const lines = cut.details.truncation.outputLines
  assert.ok(lines > 40 && lines < 60)
  assert.match(cut.text, new RegExp(`\\n\\n\\[.*lines 1-${lines} of 90\\b.*50\\.0KB`))
  assert.ok(Buffer.byteLength(cut.details.truncation.content) <= 51_200)
})

test('A17 grep gathers no more than can ever be shown', async (t) => {
  const dir = plant(t, { 'a.txt': `${'n'.repeat(499)}\n`.repeat(9000), 'b.txt': 'n' })
  const { details } = await grep(dir, { pattern: 'n', limit: 10_000 })
  assert.ok(details.truncation.totalBytes < 1_100_000)
  assert.ok(details.matchLimitReached < 9000)
})

test('A17 grep passes over what git ignores, .git and binary files, and searches hidden files', async (t) => {
  const dir = plant(t, {
    '.gitignore': 'build/\n*.log\n!keep.log\n/only-here\n',
    '.git/config': 'x',
    '.hidden/a': 'x',
    'a.log': 'x',
    'keep.log': 'x',
    'build/b': 'x',
    'only-here': 'x',
    'src/only-here': 'x',
    'src/.gitignore': 'generated\n!a.log',
    'src/generated/c': 'x',
    'src/a.log': 'x',
    'src/.ignore': 'd\n',
    'src/d': 'x',
    binary: 'x\n\0\n'
  })
  const found = async (params) =>
    (await grep(dir, { pattern: 'x', ...params })).lines.map((line) => line.split(':')[0])
  assert.deepEqual(await found({}), ['.hidden/a', 'keep.log', 'src/a.log', 'src/only-here'])
  assert.deepEqual(await found({ path: 'src' }), ['src/a.log', 'src/only-here'])
  assert.deepEqual(await found({ path: 'build' }), ['build/b'], 'what is named is searched')
  assert.deepEqual(await found({ path: 'a.log' }), ['a.log'])
  assert.match(
    (await grep(dir, { pattern: 'x', path: 'binary' })).text,
    /^No matches found\n\n\[1 binary file was not/
  )
})

test('A17 grep reads UTF-16, and shows what is no UTF-8 as U+FFFD', async (t) => {
  const dir = plant(t, {
    'a.txt': Buffer.from('\ufeffgrüße\r\nnot\r\n', 'utf16le'),
    'b.txt': Buffer.concat([Buffer.from('gr'), Buffer.from([0xff]), Buffer.from('\n')])
  })
  assert.deepEqual((await grep(dir, { pattern: 'gr' })).lines, ['a.txt:1: grüße', 'b.txt:1: gr\ufffd'])
})

test('A17 grep goes past loops, pipes and names that are no UTF-8', {
  skip: !POSIX,
  timeout: 20_000
}, async (t) => {
  const dir = plant(t, { 'src/a.txt': 'x' })
  fs.symlinkSync('.', path.join(dir, 'src/self'))
  fs.symlinkSync('/', path.join(dir, 'root'))
  fs.symlinkSync('gone', path.join(dir, 'dangling'))
  execFileSync('mkfifo', [path.join(dir, 'pipe')])
  fs.writeFileSync(Buffer.concat([Buffer.from(`${dir}/odd`), Buffer.from([0xff])]), 'x')
  const env = new NodeExecutionEnv({ cwd: dir })
  const { content } = await tool.execute('1', { pattern: 'x' }, undefined, undefined, { env })
  assert.equal(content[0].text, 'odd\ufffd:1: x\nsrc/a.txt:1: x')
  const { content: linked } = await tool.execute(
    '1',
    { pattern: 'x', path: 'src/self' },
    undefined,
    undefined,
    { env }
  )
  assert.equal(linked[0].text, 'src/self/a.txt:1: x')
  await assert.rejects(tool.execute('1', { pattern: 'x', path: 'pipe' }, undefined, undefined, { env }), {
    name: 'FileError',
    code: 'invalid'
  })
})

test('A17 grep goes past what it may not read, and says so', { skip: !POSIX }, (t) => {
  const dir = plant(t, { 'a.txt': 'x', 'locked.txt': 'x', 'locked/b.txt': 'x' })
  fs.chmodSync(dir, 0o755)
  for (const name of ['locked.txt', 'locked']) fs.chmodSync(path.join(dir, name), 0)
  const text = asNobody(
    t,
    `
    import { createGrepTool, NodeExecutionEnv } from '@polyweave/gatto-agent-harness/agent'
    const env = new NodeExecutionEnv({ cwd: ${JSON.stringify(dir)} })
    const call = createGrepTool().execute('1', { pattern: 'x' }, undefined, undefined, { env })
    console.log(JSON.stringify((await call).content[0].text))
  `
  )
  // So that the folder can be removed.
  fs.chmodSync(path.join(dir, 'locked'), 0o700)
  if (text === undefined) return
  assert.equal(text, 'a.txt:1: x\n\n[2 files or folders could not be read.]')
})

test('A17 grep ends when it is aborted', async (t) => {
  const dir = plant(t, { 'a.txt': 'x' })
  for (const env of [new NodeExecutionEnv({ cwd: dir }), new RemoteEnv(dir)]) {
    const controller = new AbortController()
    const call = tool.execute('1', { pattern: 'x' }, controller.signal, undefined, { env })
    controller.abort()
    await assert.rejects(call, /Operation aborted/)
    await assert.rejects(
      tool.execute('1', { pattern: 'x' }, AbortSignal.abort(), undefined, { env }),
      /Operation aborted/
    )
  }
})

test('A17 grep stops in the middle of a long walk', { skip: !POSIX, timeout: 20_000 }, async () => {
  const env = new NodeExecutionEnv({ cwd: '/' })
  const controller = new AbortController()
  const call = tool.execute('1', { pattern: 'no such text anywhere' }, controller.signal, undefined, { env })
  setImmediate(() => setImmediate(() => controller.abort()))
  await assert.rejects(call, /Operation aborted/)
})

test('A17 grep asks an environment that is not of this machine, and tells its errors', async () => {
  const env = new MemoryEnv({ 'a.txt': 'needle' })
  const { content } = await tool.execute('1', { pattern: 'needle', path: 'a.txt' }, undefined, undefined, {
    env
  })
  assert.equal(content[0].text, 'a.txt:1: needle')
  await assert.rejects(tool.execute('1', { pattern: 'x', path: 'b.txt' }, undefined, undefined, { env }), {
    name: 'FileError',
    code: 'not_found'
  })
})
