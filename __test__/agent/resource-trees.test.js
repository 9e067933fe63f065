import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import * as peer from '@earendil-works/pi-agent-core'
import { loadPromptTemplates, loadSkills } from '@polyweave/gatto-agent-harness/agent'
import fc from '../seeded.js'
import { freshFolder } from '../folder.js'
import { environments, front, link, plant } from './planted.js'

const NAMES = [
  'a',
  'b',
  'B',
  'b-c',
  '_d',
  'é',
  'e',
  'ex.md',
  'SKILL.md',
  'SKILL.md',
  'one.md',
  'two.MD',
  '.hid',
  'node_modules',
  'x y',
  '10',
  '9',
  'skill.md'
]

const FILES = [
  front('name: a\ndescription: d'),
  front('description: q', ' y \n'),
  front('name: Bad_N\ndescription: "z"\ndisable-model-invocation: true', 'x\r\ny\rz'),
  front('name: b\ndescription: d').replaceAll('\n', '\r\n'),
  front('description: ['),
  `\ufeff${front('description: q')}`,
  'no frontmatter',
  Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xff, 0xfe])
]

// Without what the packages read in different ways: `[!a]`, `?` for a letter of two bytes, a bare `/` or `!`, a `\` at the end, `a/**/`.
const PATTERNS = [
  'a',
  'b/',
  '/a',
  '/b',
  '*.md',
  '!a',
  '!*.md',
  'b-c',
  'a/b',
  '**/e',
  'e/**',
  '*',
  '_*',
  '[ab]',
  '#q',
  '\\#q',
  'x y',
  'x\\ y',
  'SKILL.md',
  '/SKILL.md',
  'a/*',
  '!a/b',
  'a/SKILL.md',
  '',
  ' ',
  '# c',
  'B',
  'é',
  '*/b',
  '**',
  '/**/a',
  'a/**/b',
  '!/a',
  '\\a',
  'b ',
  '1*',
  '[a-b',
  '*.MD',
  '//a',
  '.',
  '..',
  './a',
  'a//b',
  '**a',
  'a**',
  '*/',
  '/*',
  '/**',
  '!*/',
  'x*y',
  '{a,b}'
]

const patterns = fc
  .tuple(
    fc.array(fc.constantFrom(...PATTERNS), { minLength: 1, maxLength: 4 }),
    fc.constantFrom('\n', '\r\n')
  )
  .map(([lines, end]) => lines.join(end))

/** Trees with links to what is outside of them, where no link leads back. */
const trees = (outside) => {
  const links = ['nowhere', outside, `${outside}/a`, `${outside}/one.md`, `${outside}/a/x.md`].map(link)
  return fc.letrec((tie) => ({
    entry: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...FILES) },
      { weight: 4, arbitrary: tie('tree') },
      { weight: 1, arbitrary: fc.constantFrom(...links) }
    ),
    tree: fc
      .tuple(
        fc.dictionary(fc.constantFrom(...NAMES), tie('entry'), {
          maxKeys: 4,
          noNullPrototype: true,
          depthIdentifier: 'tree'
        }),
        fc.dictionary(fc.constantFrom('.gitignore', '.ignore', '.fdignore'), patterns, {
          maxKeys: 2,
          noNullPrototype: true
        })
      )
      .map(([entries, ignored]) => ({ ...entries, ...ignored }))
  })).tree
}

const gist = (list, { diagnostics }) => [list, diagnostics.map(({ code, path: at }) => `${code} ${at}`)]

test('A15 A16 trees of any shape give what they gave in the published package, by every way to the disk', async (t) => {
  const folder = freshFolder(t, 'trees')
  const outside = path.join(folder, 'outside')
  plant(outside, {
    'one.md': FILES[0],
    a: { 'x.md': FILES[0], '.gitignore': 'c' },
    b: { c: { 'SKILL.md': FILES[1] } },
    'loop.md': link('loop.md')
  })
  let trials = 0
  await fc.assert(
    fc.asyncProperty(trees(outside), async (tree) => {
      const root = path.join(folder, `${trials++}`)
      plant(root, { ...tree, 'loop.md': link('loop.md') })
      const { native, asked, published } = environments(root)
      const skills = await peer.loadSkills(published, ['.', 'a'])
      const paths = ['.', 'a', 'one.md', 'ex.md', 'loop.md']
      const templates = await peer.loadPromptTemplates(published, paths)
      for (const env of [native, asked, published]) {
        const own = await loadSkills(env, ['.', 'a'])
        assert.deepEqual(gist(own.skills, own), gist(skills.skills, skills))
        const ownTemplates = await loadPromptTemplates(env, paths)
        assert.deepEqual(
          gist(ownTemplates.promptTemplates, ownTemplates),
          gist(templates.promptTemplates, templates)
        )
      }
    }),
    { numRuns: 60 }
  )
})
