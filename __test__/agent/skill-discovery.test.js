import assert from 'node:assert/strict'
import process from 'node:process'
import { test } from 'node:test'
import * as peer from '@earendil-works/pi-agent-core'
import { loadSkills, loadSourcedSkills, NodeExecutionEnv, ok } from '@polyweave/gatto-agent-harness/agent'
import { freshFolder } from '../folder.js'
import { environments, front, link, memory, plant, SKILL } from './planted.js'

/** Plants a tree and gives the paths of its skills and the codes of its diagnostics, which must be the same by all ways. */
async function found(t, tree, { as = 'published' } = {}) {
  const root = freshFolder(t, 'skills')
  plant(root, tree)
  const ways = environments(root)
  const gist = ({ skills, diagnostics }) => ({
    skills: skills.map((skill) => skill.filePath.slice(root.length + 1)),
    problems: diagnostics
      .filter(({ code }) => code !== 'invalid_metadata')
      .map(({ code, path }) => `${code} ${path.slice(root.length + 1)}`)
  })
  const native = await loadSkills(ways.native, root)
  for (const env of [ways.asked, ways.published])
    assert.deepEqual(gist(await loadSkills(env, root)), gist(native))
  assert.deepEqual(await loadSkills(ways.native, '.'), native)
  if (as === 'published') assert.deepEqual(gist(native), gist(await peer.loadSkills(ways.published, root)))
  return gist(native)
}

test('A15 roots that are missing or no directory are passed over, others are loaded in their order', async (t) => {
  const root = freshFolder(t, 'skills')
  plant(root, {
    b: { 'SKILL.md': SKILL },
    a: { x: { 'SKILL.md': SKILL } },
    'file.md': SKILL,
    gone: link('nowhere')
  })
  for (const env of Object.values(environments(root))) {
    const { skills, diagnostics } = await loadSkills(env, ['none', 'b', 'file.md', 'gone', `${root}/a`, 'b'])
    assert.deepEqual(
      skills.map(({ name, filePath }) => [name, filePath]),
      [
        ['b', `${root}/b/SKILL.md`],
        ['x', `${root}/a/x/SKILL.md`],
        ['b', `${root}/b/SKILL.md`]
      ]
    )
    assert.deepEqual(diagnostics, [])
  }
})

test('A15 a directory with a SKILL.md is one skill, and nothing else in it is looked at', async (t) => {
  const tree = {
    one: { 'SKILL.md': SKILL, nested: { 'SKILL.md': SKILL }, 'more.md': SKILL },
    two: { deep: { er: { 'SKILL.md': SKILL } }, 'more.md': SKILL },
    'SKILL.md': { three: { 'SKILL.md': SKILL } }
  }
  assert.deepEqual((await found(t, tree)).skills, [
    'one/SKILL.md',
    'SKILL.md/three/SKILL.md',
    'two/deep/er/SKILL.md'
  ])
  assert.deepEqual((await found(t, { 'SKILL.md': SKILL, 'other.md': SKILL })).skills, ['SKILL.md'])
})

test('A15 Markdown files are skills only in the root, and are named after it', async (t) => {
  const tree = {
    'one.md': SKILL,
    'two.MD': SKILL,
    'three.txt': SKILL,
    '.four.md': SKILL,
    sub: { 'five.md': SKILL }
  }
  assert.deepEqual((await found(t, tree)).skills, ['one.md'])
  const root = freshFolder(t, 'skills')
  plant(`${root}/tools`, tree)
  const { skills } = await loadSkills(environments(root).native, 'tools')
  assert.equal(skills[0].name, 'tools')
})

test('A15 names that begin with a dot, and node_modules, are not entered', async (t) => {
  const inside = { x: { 'SKILL.md': SKILL } }
  assert.deepEqual((await found(t, { '.git': inside, node_modules: inside, Node_Modules: inside })).skills, [
    'Node_Modules/x/SKILL.md'
  ])
})

test('A15 entries come in the order of the root collation, whatever the language of the machine', async (t) => {
  const names = ['b', 'Bad_Name', 'cat', 'a-b', 'ab', 'A', 'a', '_x', '10', '9', 'é', 'f', 'z', 'Z', 'ä', 'e']
  const tree = Object.fromEntries(names.map((name) => [name, { 'SKILL.md': SKILL }]))
  const order = '_x 10 9 a A ä a-b ab b Bad_Name cat e é f z Z'.split(' ')
  assert.deepEqual(
    (await found(t, tree)).skills,
    order.map((name) => `${name}/SKILL.md`)
  )
})

test('A15 names that the collation takes for one are in the order of their units, wherever they lie on the disk', async (t) => {
  const names = ['\u00e9', 'e\u0301']
  const tree = Object.fromEntries(names.map((name) => [name, { 'SKILL.md': SKILL }]))
  assert.deepEqual(
    (await found(t, tree, { as: 'ours' })).skills,
    ['e\u0301', '\u00e9'].map((name) => `${name}/SKILL.md`)
  )
})

test('A15 a link has its place among the names, and so has what is behind it', async (t) => {
  const out = freshFolder(t, 'outside')
  plant(out, { one: { 'SKILL.md': SKILL, x: { 'SKILL.md': SKILL } }, two: { 'SKILL.md': SKILL } })
  const tree = {
    'e\u0301': link(`${out}/one`),
    '\u00e9': { 'SKILL.md': SKILL },
    a: link(`${out}/two`),
    b: { 'SKILL.md': SKILL }
  }
  assert.deepEqual(
    (await found(t, tree, { as: 'ours' })).skills,
    ['a', 'b', 'e\u0301', '\u00e9'].map((name) => `${name}/SKILL.md`)
  )
})

test('A15 what is said of a folder comes before what is said of what is in it', async () => {
  const files = {
    '/r/.gitignore': '',
    '/r/-/SKILL.md': front('name: no'),
    '/r/b/.gitignore': '',
    '/r/b/-/SKILL.md': front('name: no'),
    '/r/b/x/SKILL.md': front('name: no'),
    '/r/c/SKILL.md': front('name: no')
  }
  const honest = memory(files)
  const refused = (at) => ({
    ok: false,
    error: Object.assign(new Error(`refused ${at}`), { code: 'permission_denied' })
  })
  const env = memory(files, {
    readTextFile: async (at) => (at.endsWith('.gitignore') ? refused(at) : honest.readTextFile(at))
  })
  const { diagnostics } = await loadSkills(env, '/r')
  const places = new Set(diagnostics.map(({ code, path }) => `${code} ${path}`))
  // The collation has a hyphen before a full stop: it is the folder's place that counts, not that of its ignore file.
  assert.deepEqual(
    [...places],
    [
      'read_failed /r/.gitignore',
      'invalid_metadata /r/-/SKILL.md',
      'read_failed /r/b/.gitignore',
      'invalid_metadata /r/b/-/SKILL.md',
      'invalid_metadata /r/b/x/SKILL.md',
      'invalid_metadata /r/c/SKILL.md'
    ]
  )
})

test('A15 an environment of this machine that is spied on, or derived from, is asked', async (t) => {
  const root = freshFolder(t, 'spied')
  plant(root, { x: { 'SKILL.md': SKILL } })
  const content = '---\ndescription: another\n---\nfrom elsewhere'
  const spied = new NodeExecutionEnv({ cwd: root })
  spied.readTextFile = async () => ok(content)
  class Derived extends NodeExecutionEnv {
    readTextFile = async () => ok(content)
  }
  for (const env of [spied, new Derived({ cwd: root })]) {
    const { skills } = await loadSkills(env, '.')
    assert.deepEqual(
      skills.map(({ name, content }) => [name, content]),
      [['x', 'from elsewhere']]
    )
  }
})

test('A15 links are followed for what they lead to, and keep their own path', async (t) => {
  const out = freshFolder(t, 'outside')
  plant(out, { tool: { 'SKILL.md': SKILL }, 'one.md': SKILL })
  const tree = {
    linked: link(`${out}/tool`),
    'file.md': link(`${out}/one.md`),
    mine: { 'SKILL.md': link(`${out}/one.md`) }
  }
  const { skills, problems } = await found(t, {
    ...tree,
    gone: link('nowhere'),
    'gone.md': link('nowhere.md')
  })
  assert.deepEqual(skills, ['file.md', 'linked/SKILL.md', 'mine/SKILL.md'])
  assert.deepEqual(problems, [])
})

test('A15 a link that cannot be followed is said once', async (t) => {
  const tree = { loop: link('loop'), x: { 'SKILL.md': SKILL } }
  assert.deepEqual(await found(t, tree), { skills: ['x/SKILL.md'], problems: ['file_info_failed loop'] })
})

const IGNORED = {
  'a name, at any depth': ['b', ['a/SKILL.md', 'n/a/SKILL.md']],
  'a name in capitals': ['B', ['a/SKILL.md', 'n/a/SKILL.md']],
  'a folder only': ['b/', ['a/SKILL.md', 'n/a/SKILL.md']],
  'a slash at the beginning, which is taken away': ['/b', ['a/SKILL.md', 'n/a/SKILL.md']],
  'a path': ['n/b', ['a/SKILL.md', 'b/SKILL.md', 'n/a/SKILL.md']],
  'any path': ['n/**', ['a/SKILL.md', 'b/SKILL.md']],
  'all but one': ['*\n!a\n!SKILL.md', ['a/SKILL.md']],
  'the file of the skill': ['SKILL.md', []],
  'comments, blank lines and CRLF': ['# b\r\n\r\n  \r\na\r\n', ['b/SKILL.md', 'n/b/SKILL.md']],
  'braces as they are': ['{a,b}', ['a/SKILL.md', 'b/SKILL.md', 'n/a/SKILL.md', 'n/b/SKILL.md']],
  'what is no pattern': ['[a\n\\', ['a/SKILL.md', 'b/SKILL.md', 'n/a/SKILL.md', 'n/b/SKILL.md']]
}

for (const [what, [pattern, left]] of Object.entries(IGNORED)) {
  test(`A15 an ignore file of the root ignores ${what}`, async (t) => {
    const both = { a: { 'SKILL.md': SKILL }, b: { 'SKILL.md': SKILL } }
    for (const file of ['.gitignore', '.ignore', '.fdignore']) {
      assert.deepEqual((await found(t, { ...both, n: both, [file]: pattern })).skills, left)
    }
  })
}

test('A15 an ignore file below the root counts from its directory, and without a slash only for what is directly in it', async (t) => {
  const both = { a: { 'SKILL.md': SKILL }, b: { 'SKILL.md': SKILL } }
  const tree = { ...both, n: { ...both, deep: both, '.gitignore': 'a\n/deep/b' } }
  assert.deepEqual((await found(t, tree)).skills, [
    'a/SKILL.md',
    'b/SKILL.md',
    'n/b/SKILL.md',
    'n/deep/a/SKILL.md'
  ])
})

test('A15 the ignore files of a directory add up, and so do those of the directories above', async (t) => {
  const tree = {
    '.gitignore': '*',
    '.ignore': '!n',
    '.fdignore': '!n/**',
    a: { 'SKILL.md': SKILL },
    n: { '.fdignore': 'b', a: { 'SKILL.md': SKILL }, b: { 'SKILL.md': SKILL } }
  }
  assert.deepEqual((await found(t, tree)).skills, ['n/a/SKILL.md'])
})

test('A15 an ignore file that is a link does not count', async (t) => {
  const tree = { '.gitignore': link('patterns'), patterns: 'a', a: { 'SKILL.md': SKILL } }
  assert.deepEqual((await found(t, tree)).skills, ['a/SKILL.md'])
})

test('A15 escapes and odd names of directories mean what they say', async (t) => {
  const names = ['#q', '!r', '[z]', 'a b', '*']
  const inside = { '.gitignore': 'x', x: { 'SKILL.md': SKILL }, y: { 'SKILL.md': SKILL } }
  const tree = Object.fromEntries(names.map((name) => [name, inside]))
  // The published package takes the name of a directory for a part of the pattern.
  const { skills } = await found(t, tree, { as: 'own' })
  assert.deepEqual([...skills].sort(), names.map((name) => `${name}/y/SKILL.md`).sort())
  const all = Object.fromEntries(names.map((name) => [name, { 'SKILL.md': SKILL }]))
  const left = await found(t, { ...all, '.gitignore': '\\#q\n\\!r\n\\[z]\na b\n\\*' })
  assert.deepEqual(left.skills, [])
})

test('A15 a skill whose SKILL.md is ignored is none, and what is below it is looked at', async (t) => {
  const tree = { s: { '.gitignore': 'SKILL.md', 'SKILL.md': SKILL, in: { 'SKILL.md': SKILL } } }
  assert.deepEqual((await found(t, tree)).skills, ['s/in/SKILL.md'])
})

test('A15 what an environment refuses is a diagnostic with its code, and the rest is loaded', async () => {
  const refused = (at) => ({
    ok: false,
    error: Object.assign(new Error(`refused ${at}`), { code: 'permission_denied' })
  })
  const files = {
    '/r/.gitignore': '',
    '/r/a/SKILL.md': SKILL,
    '/r/b/SKILL.md': SKILL,
    '/r/c/x/SKILL.md': SKILL
  }
  const honest = memory(files)
  const unless = (method, ...paths) => ({
    [method]: async (at) => (paths.includes(at) ? refused(at) : honest[method](at))
  })
  const cases = [
    [unless('readTextFile', '/r/a/SKILL.md'), 'read_failed /r/a/SKILL.md', ['b', 'x']],
    [unless('readTextFile', '/r/.gitignore'), 'read_failed /r/.gitignore', ['a', 'b', 'x']],
    [unless('listDir', '/r/c'), 'list_failed /r/c', ['a', 'b']],
    [unless('fileInfo', '/r'), 'file_info_failed /r', []]
  ]
  for (const [replaced, problem, left] of cases) {
    const env = memory(files, replaced)
    for (const of of [{ loadSkills }, peer]) {
      const { skills, diagnostics } = await of.loadSkills(env, '/r')
      assert.deepEqual(
        diagnostics.map(({ code, path }) => `${code} ${path}`),
        [problem]
      )
      assert.match(diagnostics[0].message, /refused/)
      assert.deepEqual(
        skills.map(({ name }) => name),
        left
      )
    }
  }
})

test('A15 an environment that throws is not hidden', async () => {
  const thrown = new Error('broken')
  const env = memory({ '/r/a/SKILL.md': SKILL }, { listDir: () => Promise.reject(thrown) })
  await assert.rejects(loadSkills(env, '/r'), (error) => error === thrown)
})

test('A15 sourced skills and diagnostics carry the source of their input, by identity', async () => {
  const env = memory({ '/a/SKILL.md': SKILL, '/b/SKILL.md': front('name: No_'), '/c/SKILL.md': SKILL })
  const sources = [{ from: 'a' }, { from: 'b' }, { from: 'c' }]
  const inputs = ['/a', '/b', '/c'].map((path, at) => ({ path, source: sources[at] }))
  const { skills, diagnostics } = await loadSourcedSkills(env, inputs)
  assert.deepEqual(
    skills.map(({ skill }) => skill.name),
    ['a', 'c']
  )
  assert.equal(skills[0].source, sources[0])
  assert.equal(skills[1].source, sources[2])
  // In the order in which they come without a source.
  const plain = await loadSkills(env, '/b')
  assert.ok(plain.diagnostics.length > 1)
  assert.deepEqual(
    diagnostics,
    plain.diagnostics.map((diagnostic) => ({ ...diagnostic, source: sources[1] }))
  )
  assert.ok(diagnostics.every(({ source }) => source === sources[1]))
  const mapped = await loadSourcedSkills(env, inputs, (skill, source) => ({ ...skill, extra: source.from }))
  assert.deepEqual(
    mapped.skills.map(({ skill }) => skill.extra),
    ['a', 'c']
  )
})

test('A15 a file that the disk refuses is a diagnostic by every way', {
  skip: process.platform !== 'linux'
}, async (t) => {
  const root = freshFolder(t, 'skills')
  // A regular file whose first page nobody can read, whoever runs the test.
  const tree = {
    s: { 'SKILL.md': link('/proc/self/mem') },
    'x.md': link('/proc/self/mem'),
    y: { 'SKILL.md': SKILL }
  }
  plant(root, tree)
  for (const env of Object.values(environments(root))) {
    const { skills, diagnostics } = await loadSkills(env, '.')
    assert.deepEqual(
      skills.map(({ name }) => name),
      ['y']
    )
    assert.deepEqual(
      diagnostics.map(({ code, path }) => `${code} ${path}`),
      [`read_failed ${root}/s/SKILL.md`, `read_failed ${root}/x.md`]
    )
  }
})

test('A15 a root that is no text is refused, one that no file system takes is a diagnostic', async (t) => {
  for (const env of Object.values(environments(freshFolder(t, 'skills')))) {
    for (const dirs of [undefined, [12], ['a', null]]) {
      await assert.rejects(loadSkills(env, dirs), { name: 'TypeError', message: /skills.*must be a string/ })
    }
    const { diagnostics } = await loadSkills(env, 'a\0b')
    assert.deepEqual(
      diagnostics.map(({ code }) => code),
      ['file_info_failed']
    )
  }
})
