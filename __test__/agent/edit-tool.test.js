import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createEditTool,
  createWriteTool,
  err,
  FileError,
  NodeExecutionEnv,
  ok
} from '@polyweave/gatto-agent-harness/agent'
import { freshFolder } from '../folder.js'
import { gate, MemoryEnv } from './memory-env.js'

const tool = createEditTool()
const edit = (env, params, signal) => tool.execute('1', params, signal, undefined, { env })
const one = (oldText, newText) => [{ oldText, newText }]

test('A17 the edit tool has a name, a label, a description and a plain JSON schema', () => {
  assert.deepEqual([tool.name, tool.label], ['edit', 'edit'])
  assert.ok(tool.description.length > 20)
  assert.deepEqual(tool.parameters, JSON.parse(JSON.stringify(tool.parameters)))
  assert.deepEqual(tool.parameters.required, ['path', 'edits'])
})

test('A17.4 an edit says how many blocks it replaced and where, and what changed', async () => {
  const env = new MemoryEnv({ 'dir/a b': 'one\ntwo\nthree\n' })
  const result = await edit(env, { path: '@dir/a\u00a0b', edits: [...one('one', '1'), ...one('three', '3')] })
  assert.deepEqual(result, {
    content: [{ type: 'text', text: 'Successfully replaced 2 block(s) in @dir/a\u00a0b.' }],
    details: {
      diff: '-1 one\n+1 1\n 2 two\n-3 three\n+3 3',
      patch: [
        '--- @dir/a\u00a0b',
        '+++ @dir/a\u00a0b',
        '@@ -1,3 +1,3 @@',
        '-one',
        '+1',
        ' two',
        '-three',
        '+3',
        ''
      ].join('\n'),
      firstChangedLine: 1
    }
  })
  assert.equal(env.text('dir/a b'), '1\ntwo\n3\n')
})

test('A17.4 what a file operation refuses is told with the path, the code and the cause', async () => {
  for (const method of ['fileInfo', 'readTextFile', 'writeFile']) {
    const env = new MemoryEnv({ a: 'x' })
    const error = new FileError('permission_denied', 'no', 'a')
    env.answers[method] = () => err(error)
    await assert.rejects(edit(env, { path: '@a', edits: one('x', 'y') }), (thrown) => {
      assert.match(thrown.message, /@a.*Error code: permission_denied/)
      assert.equal(thrown.cause, error)
      return true
    })
    assert.equal(env.text('a'), 'x')
  }
  await assert.rejects(
    edit(new MemoryEnv(), { path: 'none', edits: one('x', 'y') }),
    /none.*Error code: not_found/
  )
})

test('A17 of a path one @ is dropped, and every blank of Unicode is a space', async () => {
  const spaces = '\u00a0\u2000\u2007\u200a\u202f\u205f\u3000'
  for (const [written, name] of [
    ['@@a', '@a'],
    [`${spaces}b`, `${' '.repeat(spaces.length)}b`],
    ['c@d', 'c@d']
  ]) {
    const env = new MemoryEnv({ [name]: 'x' })
    await edit(env, { path: written, edits: one('x', 'y') })
    assert.equal(env.text(name), 'y')
  }
})

test('A17.4 only files and links are edited', async () => {
  const env = new MemoryEnv({ a: 'x' })
  env.answers.fileInfo = (path) => ok({ name: 'a', path, kind: 'directory', size: 0, mtimeMs: 0 })
  await assert.rejects(edit(env, { path: 'a', edits: one('x', 'y') }), /a\b.*no file but a directory/)
  env.answers = {}
  env.links.set('/work/link', '/work/a')
  await edit(env, { path: 'link', edits: one('x', 'y') })
  assert.equal(env.text('a'), 'y')
})

test('A17.4 arguments that are no edits are refused before anything is read', async () => {
  const env = new MemoryEnv({ a: 'x' })
  for (const [edits, message] of [
    [undefined, /edits must be an array with at least one/],
    [[], /edits must be an array with at least one/],
    ['x', /edits must be an array with at least one/],
    [[null], /edits\[0\]\.oldText must be a string, not undefined/],
    [[{ oldText: 'x', newText: null }], /edits\[0\]\.newText must be a string, not null/],
    [
      [...one('x', 'y'), { oldText: ['x'], newText: '' }],
      /edits\[1\]\.oldText must be a string, not an array/
    ]
  ]) {
    await assert.rejects(edit(env, { path: 'a', edits }), message)
  }
  await assert.rejects(edit(env, { edits: one('x', 'y') }), /path must be a string/)
  await assert.rejects(tool.execute('1', { path: 'a', edits: one('x', 'y') }), /environment/)
  assert.deepEqual(env.calls, [])
})

test('A17.4 an abort before the edit reads nothing; one during the write is told at its end', async () => {
  const env = new MemoryEnv({ a: 'x' })
  await assert.rejects(
    edit(env, { path: 'a', edits: one('x', 'y') }, AbortSignal.abort()),
    /Operation aborted/
  )
  assert.ok(!env.calls.some((call) => /^(read|write|fileInfo)/.test(call)))
  const [started, held] = [gate(), gate()]
  env.beforeWrite = () => {
    started.open()
    return held.opened
  }
  const controller = new AbortController()
  const call = edit(env, { path: 'a', edits: one('x', 'y') }, controller.signal)
  await started.opened
  controller.abort()
  held.open()
  await assert.rejects(call, /Operation aborted/)
  assert.equal(env.text('a'), 'y')
})

test('A17.4 an abort while the file is read leaves it as it is', async () => {
  const env = new MemoryEnv({ a: 'x' })
  const controller = new AbortController()
  env.answers.readTextFile = () => {
    controller.abort()
    return err(new FileError('aborted', 'stopped'))
  }
  await assert.rejects(edit(env, { path: 'a', edits: one('x', 'y') }, controller.signal), {
    message: 'Operation aborted'
  })
  assert.equal(env.text('a'), 'x')
})

test('A17.4 an abort behind what was read writes nothing, whatever the environment makes of the signal', async () => {
  const env = new MemoryEnv({ a: 'x' })
  const controller = new AbortController()
  env.answers.readTextFile = () => {
    controller.abort()
    return ok('x')
  }
  await assert.rejects(edit(env, { path: 'a', edits: one('x', 'y') }, controller.signal), {
    message: 'Operation aborted'
  })
  assert.equal(env.text('a'), 'x')
  const other = new AbortController()
  env.answers.canonicalPath = () => {
    other.abort()
    return err(new FileError('aborted', 'stopped'))
  }
  await assert.rejects(edit(env, { path: 'a', edits: one('x', 'y') }, other.signal), {
    message: 'Operation aborted'
  })
})

test('A17.1 edits and writes of one file see what the call before them wrote', async () => {
  const env = new MemoryEnv()
  const write = createWriteTool().execute('1', { path: 'a', content: '0' }, undefined, undefined, { env })
  const edits = Array.from({ length: 20 }, (_, i) => edit(env, { path: 'a', edits: one(`${i}`, `${i + 1}`) }))
  await Promise.all([write, ...edits])
  assert.equal(env.text('a'), '20')
})

test('A17.4 F30 an environment of others is asked for the text, and for bytes only where the text is not sure', async () => {
  const env = new MemoryEnv({ a: 'x', b: Buffer.from('x \xe9', 'latin1'), c: 'x \ufffd' })
  await edit(env, { path: 'a', edits: one('x', 'y') })
  assert.deepEqual(
    env.calls.filter((call) => call.startsWith('read')),
    ['readTextFile /work/a']
  )
  await edit(env, { path: 'b', edits: one('x', 'y') })
  assert.deepEqual(env.bytes('b'), Buffer.from('y \xe9', 'latin1'))
  const bytes = Buffer.from('\ufeffx \ufffd')
  bytes[bytes.length - 1] = 0xff
  await env.writeFile('d', bytes)
  env.answers.readTextFile = () => ok(new TextDecoder().decode(bytes))
  await edit(env, { path: 'd', edits: one('x', 'y') })
  assert.equal(env.bytes('d').toString('latin1'), bytes.toString('latin1').replace('x', 'y'))
  env.answers = {}
  env.answers.readBinaryFile = () => err(new FileError('unknown', 'no'))
  await assert.rejects(edit(env, { path: 'b', edits: one('y', 'z') }), /Error code: unknown/)
  env.answers.readBinaryFile = () => err(new FileError('not_supported', 'no'))
  await edit(env, { path: 'c', edits: one('x', 'y') })
  assert.equal(env.text('c'), 'y \ufffd')
})

test('A17.4 a class that reads texts in its own way is asked for them', async (t) => {
  class Unsaved extends NodeExecutionEnv {
    async readTextFile() {
      return ok('not yet saved\n')
    }
  }
  const env = new Unsaved({ cwd: freshFolder(t, 'edit') })
  await env.writeFile('a', 'saved\n')
  await edit(env, { path: 'a', edits: one('not yet', 'just') })
  assert.deepEqual(await env.readBinaryFile('a'), ok(Buffer.from('just saved\n')))
})

test('A17.4 an environment that reads nothing but texts is good enough', async () => {
  for (const binary of [
    undefined,
    () => err(new FileError('not_supported', 'no bytes')),
    () => Promise.reject(new Error('none')),
    () => ok('text')
  ]) {
    const env = new MemoryEnv({ a: '\ufeffé\r\nx\r\n' })
    env.readBinaryFile = binary
    await edit(env, { path: 'a', edits: one('x', 'y') })
    assert.equal(env.text('a'), '\ufeffé\r\ny\r\n')
  }
})

test('A17.4 what is text is written as a string, what is none as bytes', async () => {
  const env = new MemoryEnv({ a: 'x é', b: Buffer.from('x \xe9', 'latin1') })
  const written = []
  const writeFile = env.writeFile.bind(env)
  env.writeFile = (path, content) => {
    written.push(typeof content === 'string' ? content : [...content])
    return writeFile(path, content)
  }
  await edit(env, { path: 'a', edits: one('x', 'y') })
  await edit(env, { path: 'b', edits: one('x', 'y') })
  assert.deepEqual(written, ['y é', [0x79, 0x20, 0xe9]])
})

test('A17.4 an edit of a large file does not hold up the main thread', async () => {
  const env = new MemoryEnv({ a: `${'line of text\n'.repeat(200_000)}last` })
  let turns = 0
  let running = true
  const call = edit(env, { path: 'a', edits: one('last', 'end') }).finally(() => {
    running = false
  })
  while (running) {
    turns += 1
    await new Promise(setImmediate)
  }
  await call
  assert.ok(turns > 5, `${turns} turns of the loop`)
})
