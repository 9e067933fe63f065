import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { createEditTool } from '@polyweave/gatto-agent-harness/agent'
import { freshFolder } from '../folder.js'
import { corpus } from './edit-corpus.js'
import { MemoryEnv } from './memory-env.js'

const RULES = {
  'mixed line ends': 'F30',
  'invalid UTF-8': 'F30',
  'tabs for spaces': 'F32',
  'indentation left out': 'F32',
  'blanks between words': 'F32',
  'near miss': 'F31',
  twice: 'F31',
  'moved code': 'F31'
}

async function edited(file, edits, name = 'file') {
  const env = new MemoryEnv({ [name]: file })
  const params = { path: name, edits }
  const { details } = await createEditTool().execute('1', params, undefined, undefined, { env })
  return { file: env.bytes(name), ...details }
}

const families = new Map()
for (const entry of corpus) families.set(entry.family, [...(families.get(entry.family) ?? []), entry])

test('A17.4 the corpus of edits has several hundred', () => {
  assert.ok(corpus.length >= 300, `${corpus.length} edits`)
})

for (const [family, entries] of families) {
  test(`${RULES[family] ?? 'A17.4'} edits of the corpus, ${family}: the right bytes, or a refusal that helps`, async () => {
    const wrong = []
    for (const { name, file, edits, expected } of entries) {
      try {
        if (expected.refusal) {
          await assert.rejects(edited(file, edits), (error) => {
            for (const part of expected.refusal) assert.match(error.message, part)
            return true
          })
        } else {
          const { file: found } = await edited(file, edits)
          assert.equal(found.toString('latin1'), Buffer.from(expected.file).toString('latin1'))
        }
      } catch (error) {
        wrong.push(`${name}: ${error.message}`)
      }
    }
    assert.deepEqual(wrong, [])
  })
}

/** What a patch is made for: LF as line ends, no byte order mark, text. */
const plain = (bytes) =>
  bytes
    .toString()
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')

function apply(folder, patch, ...options) {
  const args = ['apply', '-p0', '--whitespace=nowarn', ...options, '-']
  const env = {
    ...process.env,
    GIT_CEILING_DIRECTORIES: path.dirname(folder),
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1'
  }
  const { status, stderr, error } = spawnSync('git', args, {
    cwd: folder,
    input: patch,
    encoding: 'utf8',
    env
  })
  assert.equal(status, 0, String(error ?? stderr))
}

test('A17.4 every patch applies with git, and in reverse gives the file before', async (t) => {
  const folder = freshFolder(t, 'patches')
  const changed = []
  for (const [i, { file, edits, expected }] of corpus.entries()) {
    if (expected.refusal) continue
    const name = `case-${i}.txt`
    const { file: after, patch, firstChangedLine } = await edited(file, edits, name)
    changed.push({ name, before: plain(file), after: plain(after), patch })
    fs.writeFileSync(path.join(folder, name), plain(file))
    const [old, fresh] = [plain(file), plain(after)].map((text) => text.split(/(?<=\n)/))
    const same = old.findIndex((line, at) => line !== fresh[at])
    assert.equal(firstChangedLine, (same < 0 ? old.length : same) + 1, name)
  }
  const patches = changed.map(({ patch }) => patch).join('')
  apply(folder, patches)
  for (const { name, after } of changed)
    assert.equal(fs.readFileSync(path.join(folder, name), 'utf8'), after, name)
  apply(folder, patches, '--reverse')
  for (const { name, before } of changed)
    assert.equal(fs.readFileSync(path.join(folder, name), 'utf8'), before, name)
})
