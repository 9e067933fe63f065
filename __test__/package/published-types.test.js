import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import { before, test } from 'node:test'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { folder, pack, root } from './project.js'

let tarball
before(async (t) => {
  tarball = await pack(folder(t))
})

test('publint finds nothing to say about the pack', async () => {
  const { messages, pkg } = await publint({ pkgDir: root, pack: false, strict: true })
  assert.deepEqual(
    messages.map((message) => formatMessage(message, pkg)),
    []
  )
})

test('the types of the pack resolve for every kind of import that the package allows', async () => {
  const attw = path.join(root, 'node_modules', '@arethetypeswrong', 'cli', 'dist', 'index.js')
  // esm-only: node10 and a CommonJS file that requires without Node's own support for modules are not among them.
  const args = [attw, tarball, '--profile', 'esm-only', '--no-color', '--no-emoji']
  const { code, stdout } = await promisify(execFile)(process.execPath, args).catch((error) => error)
  assert.equal(code ?? 0, 0, stdout)
  assert.match(stdout, /"@polyweave\/gatto-agent-harness\/streams"/)
})
