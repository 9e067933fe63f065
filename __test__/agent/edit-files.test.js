import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import * as peer from '@earendil-works/pi-agent-core/node'
import * as agent from '@polyweave/gatto-agent-harness/agent'
import { freshFolder } from '../folder.js'

const { createEditTool, createWriteTool } = agent

for (const [name, { NodeExecutionEnv }] of Object.entries({
  'this package': agent,
  'the published package': peer
})) {
  const tools = (cwd) => {
    const context = { env: new NodeExecutionEnv({ cwd }) }
    return {
      write: (path, content) =>
        createWriteTool().execute('1', { path, content }, undefined, undefined, context),
      edit: (path, oldText, newText) =>
        createEditTool().execute('1', { path, edits: [{ oldText, newText }] }, undefined, undefined, context)
    }
  }

  test(`A17.3 files of this machine are written along with their folders, by the environment of ${name}`, async (t) => {
    const folder = freshFolder(t, 'write')
    const { write } = tools(folder)
    await write('@a/b\u00a0c/d.txt', 'é\n')
    assert.equal(fs.readFileSync(path.join(folder, 'a/b c/d.txt'), 'utf8'), 'é\n')
    await write(path.join(folder, 'a/b c/d.txt'), '')
    assert.equal(fs.statSync(path.join(folder, 'a/b c/d.txt')).size, 0)
    await assert.rejects(
      write('a', 'x'),
      (error) => error.name === 'FileError' && error.code === 'is_directory'
    )
  })

  test(`F30 files of this machine keep what an edit does not touch, by the environment of ${name}`, async (t) => {
    const folder = freshFolder(t, 'edit')
    const { edit } = tools(folder)
    const at = path.join(folder, 'file')
    fs.writeFileSync(at, Buffer.from('\xef\xbb\xbf\xff\r\nold\n\rend', 'latin1'))
    fs.symlinkSync('file', path.join(folder, 'link'))
    await edit('link', 'old', 'new\nmore')
    assert.equal(fs.readFileSync(at, 'latin1'), '\xef\xbb\xbf\xff\r\nnew\r\nmore\n\rend')
    assert.ok(fs.lstatSync(path.join(folder, 'link')).isSymbolicLink())
    await assert.rejects(edit('none', 'a', 'b'), /none.*Error code: not_found/)
    await assert.rejects(edit('.', 'a', 'b'), /no file but a directory/)
  })

  test(`A17.1 calls by a link and by its target do not lose each other's work, by the environment of ${name}`, async (t) => {
    const folder = freshFolder(t, 'queue')
    const { write, edit } = tools(folder)
    fs.mkdirSync(path.join(folder, 'real'))
    fs.symlinkSync('real', path.join(folder, 'link'))
    const numbers = Array.from({ length: 10 }, (_, i) => i)
    // Nothing is there yet: the first call makes the file that the others find.
    const calls = [write('link/file', numbers.map((i) => `line ${i};\n`).join(''))]
    await calls[0]
    for (const i of numbers) calls.push(edit(`${i % 2 ? 'link' : 'real'}/file`, `line ${i};`, `done ${i};`))
    await Promise.all(calls)
    const expected = numbers.map((i) => `done ${i};\n`).join('')
    assert.equal(fs.readFileSync(path.join(folder, 'real/file'), 'utf8'), expected)
  })
}
