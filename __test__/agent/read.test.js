import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { test } from 'node:test'
import { createReadTool, FileError, NodeExecutionEnv } from '@polyweave/gatto-agent-harness/agent'
import { freshFolder } from '../folder.js'
import { MemoryEnv } from './memory-env.js'

const tool = createReadTool()
const POSIX = process.platform !== 'win32'

/** The same file on disk and in an environment of its own: each test sees both ways of reading. */
function environments(t, files) {
  const dir = freshFolder(t, 'read')
  for (const [name, content] of Object.entries(files)) fs.writeFileSync(path.join(dir, name), content)
  const memory = new MemoryEnv(files)
  return [new NodeExecutionEnv({ cwd: dir }), memory]
}

const read = (env, params, signal) => tool.execute('1', params, signal, undefined, { env })

async function texts(t, content, params) {
  const answers = []
  for (const env of environments(t, { 'a.txt': content })) {
    const result = await read(env, { path: 'a.txt', ...params })
    assert.equal(result.content.length, 1)
    answers.push({ text: result.content[0].text, details: result.details })
  }
  const [onDisk, inMemory] = answers
  assert.equal(
    onDisk.text.replaceAll(/\/\S+\/a\.txt/g, 'a.txt'),
    inMemory.text.replaceAll('/work/a.txt', 'a.txt')
  )
  assert.deepEqual(onDisk.details, inMemory.details)
  return inMemory
}

test('A17 the read tool has a name, a label, a description and a plain JSON schema', () => {
  assert.equal(tool.name, 'read')
  assert.equal(tool.label, 'read')
  for (const fact of ['2000 lines', '50.0KB', 'offset', 'image']) assert.ok(tool.description.includes(fact))
  assert.deepEqual(tool.parameters, JSON.parse(JSON.stringify(tool.parameters)))
  assert.deepEqual(Object.keys(tool.parameters.properties), ['path', 'offset', 'limit'])
  assert.deepEqual(tool.parameters.required, ['path'])
  assert.notEqual(createReadTool().parameters, tool.parameters)
})

test('A17.2 a short file is shown as it is', async (t) => {
  for (const content of ['', 'a', 'a\n', 'a\n\n', '\n', 'a\r\nb\r\n', 'é€😀\n']) {
    assert.deepEqual(await texts(t, content, {}), { text: content, details: undefined })
  }
})

test('A17.2 a byte order mark is dropped, and what is no UTF-8 is U+FFFD', async (t) => {
  const bytes = Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0xff, 0xf0, 0x9f, 0x98, 0x0a, 0x62, 0xe2, 0x82])
  assert.equal((await texts(t, bytes, {})).text, 'a\ufffd\ufffd\nb\ufffd')
})

test('A17.2 offset and limit choose lines, and a note says how many there are besides', async (t) => {
  const lines = (await texts(t, 'a\nb\nc\nd\ne\n', { offset: 2, limit: 2 })).text.split('\n')
  assert.deepEqual(lines.slice(0, 3), ['b', 'c', ''])
  assert.match(lines[3], /^\[.*\b2 more lines\b.*\boffset=4\b.*\]$/)
  assert.equal((await texts(t, 'a\nb\nc', { offset: 3 })).text, 'c')
})

test('A17.2 an offset behind the last line is refused with the number of lines', async (t) => {
  for (const env of environments(t, { 'a.txt': 'a\nb\nc', 'empty.txt': '' })) {
    await assert.rejects(read(env, { path: 'a.txt', offset: 4 }), {
      name: 'Error',
      message: 'Offset 4 is beyond end of file (3 lines total)'
    })
    await assert.rejects(read(env, { path: 'empty.txt', offset: 2 }), /Offset 2 .* \(0 lines total\)/)
  }
})

test('A17.2 at most 2000 lines are shown, and a note says which', async (t) => {
  const content = Array.from({ length: 3000 }, (_, i) => `line ${i + 1}`).join('\n')
  const { text, details } = await texts(t, content, { offset: 11 })
  const lines = text.split('\n')
  assert.deepEqual([lines[0], lines[1999], lines[2000]], ['line 11', 'line 2010', ''])
  assert.match(lines[2001], /^\[.*\blines 11-2010 of 3000\b.*\boffset=2011\b.*\]$/)
  assert.equal(lines.length, 2002)
  const shown = lines.slice(0, 2000).join('\n')
  assert.deepEqual(details.truncation, {
    content: shown,
    truncated: true,
    truncatedBy: 'lines',
    totalLines: 2990,
    totalBytes: content.length - content.indexOf('line 11\n'),
    outputLines: 2000,
    outputBytes: shown.length,
    lastLinePartial: false,
    firstLineExceedsLimit: false,
    maxLines: 2000,
    maxBytes: 51200
  })
})

test('A17.2 at most 50 KB are shown, in whole lines, and the note names the limit', async (t) => {
  const { text, details } = await texts(t, `${'é'.repeat(500)}\n`.repeat(100), { limit: 90 })
  assert.match(text.split('\n').at(-1), /^\[.*\blines 1-51 of 100\b.*50\.0KB.*\boffset=52\b.*\]$/)
  const { truncatedBy, outputLines, outputBytes, totalLines } = details.truncation
  assert.deepEqual([truncatedBy, outputLines, outputBytes, totalLines], ['bytes', 51, 51 * 1001 - 1, 90])
})

test('A17.2 a line that is longer than what may be shown gives only a recipe that shows a part of it', {
  skip: !POSIX
}, async (t) => {
  const [env] = environments(t, { "it's long": `short\n${'z'.repeat(60_000)}\nshort` })
  const { content, details } = await read(env, { path: "it's long", offset: 2 })
  assert.match(content[0].text, /^\[Line 2 .*58\.6KB.*50\.0KB.*sed .* head .*\]$/)
  assert.ok(details.truncation.firstLineExceedsLimit)
  assert.equal(details.truncation.content, '')
  const command = /sed .*(?=\]$)/.exec(content[0].text)[0]
  assert.equal(execFileSync('sh', ['-c', command], { encoding: 'utf8' }), 'z'.repeat(51_200))
})

test('F28 what follows a final line feed is no line', async (t) => {
  assert.deepEqual(await texts(t, 'a\nb\n', { limit: 2 }), { text: 'a\nb', details: undefined })
  assert.deepEqual(await texts(t, 'a\nb\n', { limit: 3 }), { text: 'a\nb\n', details: undefined })
  assert.match((await texts(t, 'a\nb\n', { limit: 1 })).text, /\b1 more lines\b/)
  assert.match((await texts(t, 'x\n'.repeat(3000), {})).text, /lines 1-2000 of 3000\b/)
  for (const env of environments(t, { 'a.txt': 'a\nb\n' })) {
    await assert.rejects(read(env, { path: 'a.txt', offset: 3 }), /Offset 3 .* \(2 lines total\)/)
  }
})

test('F28 a file that only lacks its final line feed is not said to go on', async (t) => {
  const { text, details } = await texts(t, `${'x'.repeat(51_200)}\n`, {})
  assert.equal(text, 'x'.repeat(51_200))
  assert.equal(details.truncation.totalBytes, 51_201)
})

test('F28 numbers are rounded down, an offset below 1 is 1, a limit below 1 is an error', async (t) => {
  const whole = 'a\nb\nc\nd\n'
  const first = (await texts(t, whole, { limit: 1 })).text
  for (const offset of [1.9, 1, 0.5, 0, -3, Number.NEGATIVE_INFINITY, undefined, null]) {
    for (const limit of [1, 1.99]) assert.equal((await texts(t, whole, { offset, limit })).text, first)
  }
  assert.equal((await texts(t, whole, { limit: Number.POSITIVE_INFINITY })).text, whole)
  for (const env of environments(t, { 'a.txt': whole })) {
    for (const limit of [0, 0.9, -1, Number.NEGATIVE_INFINITY]) {
      await assert.rejects(read(env, { path: 'a.txt', limit }), {
        message: `limit must be at least 1, not ${limit}`
      })
    }
    for (const wrong of ['2', Number.NaN, {}, true]) {
      await assert.rejects(read(env, { path: 'a.txt', offset: wrong }), /offset must be a number, not /)
      await assert.rejects(read(env, { path: 'a.txt', limit: wrong }), /limit must be a number, not /)
    }
    await assert.rejects(read(env, { path: 'a.txt', offset: Number.POSITIVE_INFINITY }), /beyond end of file/)
  }
})

test('A17.2 a file that is not there, and a folder, are refused with the FileError', async (t) => {
  for (const env of environments(t, {})) {
    const expected = { name: 'FileError', code: 'not_found', path: path.resolve(env.cwd, "it's no.txt") }
    await assert.rejects(read(env, { path: "it's no.txt" }), expected)
  }
  const [env] = environments(t, { file: '' })
  await assert.rejects(read(env, { path: '.' }), { name: 'FileError', code: 'is_directory' })
  await assert.rejects(read(env, { path: 'file/below' }), { name: 'FileError', code: 'not_directory' })
  await assert.rejects(read(env, { path: 'nul\0' }), { name: 'FileError' })
  await assert.rejects(read(env, { path: 7 }), /path must be a string/)
  await assert.rejects(tool.execute('1', { path: 'a' }), /needs a tool context/)
})

test('A17.2 what is no file is refused at once: a pipe, a device', {
  skip: !POSIX,
  timeout: 10_000
}, async (t) => {
  const [env] = environments(t, {})
  execFileSync('mkfifo', [path.join(env.cwd, 'pipe')])
  for (const name of ['pipe', '/dev/zero', '/dev/tty0']) {
    await assert.rejects(read(env, { path: name }), (error) => error instanceof FileError)
  }
})

test('A17.2 symbolic links lead to what is read, and a loop of them does not hang', {
  skip: !POSIX
}, async (t) => {
  const [env] = environments(t, { 'a.txt': 'text' })
  const at = (name) => path.join(env.cwd, name)
  fs.symlinkSync('a.txt', at('link'))
  fs.symlinkSync('loop', at('loop'))
  fs.symlinkSync('gone', at('dangling'))
  assert.equal((await read(env, { path: 'link' })).content[0].text, 'text')
  await assert.rejects(read(env, { path: 'loop' }), { name: 'FileError' })
  await assert.rejects(read(env, { path: 'dangling' }), { name: 'FileError', code: 'not_found' })
})

test('A17.2 a file whose size nobody knows beforehand is read to its end', {
  skip: process.platform !== 'linux'
}, async (t) => {
  const [env] = environments(t, {})
  const { content } = await read(env, { path: '/proc/self/status', limit: 3 })
  assert.match(content[0].text, /^Name:\t/)
})

test('A17.2 other spellings of a name are tried when there is no file by the one that is given', async (t) => {
  const found = {
    'Shot at 1.02.03 PM.png.txt': 'Shot at 1.02.03\u202fPM.png.txt',
    'caf\u00e9.txt': 'cafe\u0301.txt',
    "it's.txt": 'it\u2019s.txt',
    "l'\u00e9t\u00e9.txt": 'l\u2019e\u0301te\u0301.txt'
  }
  const files = Object.fromEntries(Object.values(found).map((name) => [name, name]))
  for (const env of environments(t, files)) {
    for (const [given, real] of Object.entries(found)) {
      assert.equal((await read(env, { path: given })).content[0].text, real)
    }
  }
  for (const env of environments(t, { "it's.txt": 'straight', 'it\u2019s.txt': 'curved' })) {
    assert.equal((await read(env, { path: "it's.txt" })).content[0].text, 'straight')
    assert.equal((await read(env, { path: 'it\u2019s.txt' })).content[0].text, 'curved')
  }
})

test('A17.2 an aborted read is refused with the code aborted', async (t) => {
  for (const env of environments(t, { 'a.txt': 'text' })) {
    const controller = new AbortController()
    const call = read(env, { path: 'a.txt' }, controller.signal)
    controller.abort()
    const expected = { name: 'FileError', code: 'aborted', message: /Operation aborted/ }
    await assert.rejects(call, expected)
    await assert.rejects(read(env, { path: 'a.txt' }, AbortSignal.abort()), expected)
  }
})

test('A17.2 an environment that reads in its own way is asked, also when it is made from the one of Node', async (t) => {
  const [local] = environments(t, { 'a.txt': 'on disk' })
  class Guarded extends NodeExecutionEnv {
    async readBinaryFile(name) {
      return { ok: true, value: Buffer.from(`guarded ${path.basename(name)}`) }
    }
  }
  const env = new Guarded({ cwd: local.cwd })
  assert.equal((await read(env, { path: 'a.txt' })).content[0].text, 'guarded a.txt')
  local.readBinaryFile = env.readBinaryFile
  assert.equal((await read(local, { path: 'a.txt' })).content[0].text, 'guarded a.txt')
})

test('A17.2 other spellings are tried only where there is no file', async () => {
  const asked = []
  const env = {
    cwd: '/',
    absolutePath: async (name) => ({ ok: true, value: `/${name}` }),
    readBinaryFile: async (name) => {
      asked.push(name)
      return { ok: false, error: new FileError('permission_denied', 'no', name) }
    }
  }
  const call = createReadTool().execute('1', { path: "it's" }, undefined, undefined, { env })
  await assert.rejects(call, { code: 'permission_denied', path: "/it's" })
  assert.deepEqual(asked, ["/it's"])
})
