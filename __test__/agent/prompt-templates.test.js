import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as peer from '@earendil-works/pi-agent-core'
import {
  formatPromptTemplateInvocation,
  loadPromptTemplates,
  loadSourcedPromptTemplates
} from '@polyweave/gatto-agent-harness/agent'
import { freshFolder } from '../folder.js'
import { environments, front, link, memory, plant } from './planted.js'

/** Loads a file, which the published package must load the same way. */
async function same(text, file = '/d/x.md') {
  const env = memory({ [file]: text })
  const own = await loadPromptTemplates(env, file)
  const published = await peer.loadPromptTemplates(env, file)
  assert.deepEqual(own.promptTemplates, published.promptTemplates)
  assert.deepEqual(
    own.diagnostics.map(({ code }) => code),
    published.diagnostics.map(({ code }) => code)
  )
  return own.promptTemplates[0]
}

test('A16 a directory gives the Markdown files directly in it, a path to a file that file, all else nothing', async (t) => {
  const root = freshFolder(t, 'templates')
  plant(root, {
    d: {
      'b.md': 'B',
      'A.md': 'A',
      'a.md': 'a',
      '.hid.md': 'h',
      'x.MD': 'X',
      'y.txt': 'y',
      sub: { 'c.md': 'c' },
      'dir.md': {}
    },
    'one.md': 'one',
    'one.txt': 'no',
    linked: link('d'),
    'file.md': link('one.md'),
    'gone.md': link('nowhere')
  })
  plant(`${root}/links`, { 'to.md': link('../one.md'), 'gone.md': link('nowhere'), 'dir.md': link('../d') })
  const paths = [
    'd',
    'one.md',
    'one.txt',
    'none',
    'none.md',
    'linked',
    'file.md',
    'gone.md',
    'links',
    'd/x.MD'
  ]
  const ways = environments(root)
  const own = await loadPromptTemplates(ways.native, paths)
  assert.deepEqual(
    own.promptTemplates.map(({ name }) => name),
    ['.hid', 'a', 'A', 'b', 'one', '.hid', 'a', 'A', 'b', 'file', 'to']
  )
  assert.deepEqual(own.diagnostics, [])
  for (const env of [ways.asked, ways.published]) assert.deepEqual(await loadPromptTemplates(env, paths), own)
  assert.deepEqual(await peer.loadPromptTemplates(ways.published, paths), own)
})

test('A16 a template is described by its frontmatter, else by its first line', async () => {
  assert.deepEqual(await same(front('description: What it does\nname: other', '\n Do $1\n')), {
    name: 'x',
    description: 'What it does',
    content: 'Do $1'
  })
  assert.equal((await same('\n \t\n  First \nSecond\n')).description, '  First ')
  assert.equal((await same('\n \t\n  First \nSecond\n')).content, '\n \t\n  First \nSecond\n')
  for (const nothing of ['', '""', '12', '[a]', '~']) {
    assert.equal((await same(front(`description: ${nothing}`, '\nBody\nmore'))).description, 'Body')
  }
  assert.equal((await same(front('description: "  "'))).description, '  ')
  for (const text of ['', '\n\n', front('', ''), '---\n---']) assert.equal((await same(text)).description, '')
})

test('A16 a first line of more than 60 units is cut, never inside of a character', async () => {
  assert.equal((await same('x'.repeat(60))).description, 'x'.repeat(60))
  assert.equal((await same('x'.repeat(61))).description, `${'x'.repeat(60)}...`)
  assert.equal((await same(`${'x'.repeat(58)}😀y`)).description, `${'x'.repeat(58)}😀...`)
  assert.equal((await same(front(`description: ${'x'.repeat(80)}`))).description.length, 80)
  const env = memory({ '/x.md': `${'x'.repeat(59)}😀` })
  const { promptTemplates } = await loadPromptTemplates(env, '/x.md')
  assert.equal(promptTemplates[0].description, `${'x'.repeat(59)}...`)
})

test('A16 the name is that of the file without its ending, in whatever case', async () => {
  for (const file of ['/a.b.md', '/.md', '/é.md', '/x.md.md', '/x.MD.md']) await same('x', file)
  const env = memory({ '/d/Mixed.md': 'x', '/d/.md': 'y' })
  const { promptTemplates } = await loadPromptTemplates(env, '/d')
  assert.deepEqual(
    promptTemplates.map(({ name }) => name),
    ['', 'Mixed']
  )
})

test('A16 frontmatter is read as that of a skill: JSON too, and sentences with a colon', async () => {
  const env = memory({
    '/d/json.md': '<!-- c -->\n{"description": "From JSON"}\n---\n $1 \n',
    '/d/text.md': '{"prompt": "$1"}\nis no frontmatter',
    '/d/colon.md': front('description: Fix: now')
  })
  const { promptTemplates, diagnostics } = await loadPromptTemplates(env, '/d')
  assert.deepEqual(promptTemplates, [
    { name: 'colon', description: 'Fix: now', content: 'Body' },
    { name: 'json', description: 'From JSON', content: '$1' },
    { name: 'text', description: '{"prompt": "$1"}', content: '{"prompt": "$1"}\nis no frontmatter' }
  ])
  assert.deepEqual(
    diagnostics.map(({ code, path }) => [code, path]),
    [['parse_failed', '/d/colon.md']]
  )
})

test('A16 what cannot be loaded is a diagnostic, and the rest is loaded', async () => {
  const refuse = (at) => ({
    ok: false,
    error: Object.assign(new Error(`refused ${at}`), { code: 'unknown' })
  })
  const files = { '/d/a.md': 'a', '/d/b.md': front('description: ['), '/d/c.md': 'c', '/e/x.md': 'x' }
  const honest = memory(files)
  const env = memory(files, {
    readTextFile: async (at) => (at === '/d/a.md' ? refuse(at) : honest.readTextFile(at)),
    listDir: async (at) => (at === '/e' ? refuse(at) : honest.listDir(at)),
    fileInfo: async (at) => (at === '/f' ? refuse(at) : honest.fileInfo(at))
  })
  for (const of of [{ loadPromptTemplates }, peer]) {
    const { promptTemplates, diagnostics } = await of.loadPromptTemplates(env, ['/d', '/e', '/f'])
    assert.deepEqual(
      promptTemplates.map(({ name }) => name),
      ['c']
    )
    assert.deepEqual(
      diagnostics.map(({ type, code, path }) => [type, code, path]),
      [
        ['warning', 'read_failed', '/d/a.md'],
        ['warning', 'parse_failed', '/d/b.md'],
        ['warning', 'list_failed', '/e'],
        ['warning', 'file_info_failed', '/f']
      ]
    )
  }
})

test('A16 sourced templates and diagnostics carry the source of their input, by identity', async () => {
  const env = memory({ '/a.md': 'a', '/b.md': front('description: ['), '/c.md': 'c' })
  const sources = [Symbol('a'), Symbol('b'), Symbol('c')]
  const inputs = ['/a.md', '/b.md', '/c.md'].map((path, at) => ({ path, source: sources[at] }))
  const { promptTemplates, diagnostics } = await loadSourcedPromptTemplates(env, inputs)
  assert.deepEqual(
    promptTemplates.map(({ source }) => source),
    [sources[0], sources[2]]
  )
  assert.deepEqual(
    diagnostics.map(({ source }) => source),
    [sources[1]]
  )
  const mapped = await loadSourcedPromptTemplates(env, inputs, (template, source) => ({
    ...template,
    source
  }))
  assert.deepEqual(mapped.promptTemplates[1].promptTemplate, {
    name: 'c',
    description: 'c',
    content: 'c',
    source: sources[2]
  })
})

test('A16 an invocation is the content with the arguments in it', () => {
  const template = { name: 'x', content: ' Do $1 and $@. ' }
  assert.equal(formatPromptTemplateInvocation(template, ['a', 'b']), ' Do a and a b. ')
  assert.equal(formatPromptTemplateInvocation(template), ' Do  and . ')
})
