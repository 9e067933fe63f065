import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as peer from '@earendil-works/pi-agent-core'
import { loadSkills } from '@polyweave/gatto-agent-harness/agent'
import { front, memory } from './planted.js'

const read = (of, text, folder = 'tool') =>
  of.loadSkills(memory({ [`/${folder}/SKILL.md`]: text }), `/${folder}`)
const codes = ({ diagnostics }) => diagnostics.map(({ code }) => code)

/** Loads a file, which the published package must load the same way. */
async function same(text, folder) {
  const own = await read({ loadSkills }, text, folder)
  const published = await read(peer, text, folder)
  assert.deepEqual(own.skills, published.skills)
  assert.deepEqual(codes(own), codes(published))
  return own
}

test('A15 a skill is what its frontmatter says, and the text behind it', async () => {
  const { skills } = await same(
    front('name: tool\ndescription: Does it\nlicense: MIT', '\n\n# How\r\n\nSo.\n\n')
  )
  assert.deepEqual(skills, [
    {
      name: 'tool',
      description: 'Does it',
      content: '# How\n\nSo.',
      filePath: '/tool/SKILL.md',
      disableModelInvocation: false
    }
  ])
})

test('A15 a skill without a description is dropped, and that is said first', async () => {
  const without = [
    'name: Bad',
    'description:\nname: Bad',
    'description: "  "\nname: Bad',
    'description: 12\nname: Bad',
    'description: "\u00a0\ufeff"'
  ]
  for (const fields of without) {
    const { skills, diagnostics } = await same(front(fields))
    assert.deepEqual(skills, [])
    assert.match(diagnostics[0].message, /description is required/)
    assert.equal(diagnostics[0].path, '/tool/SKILL.md')
  }
  for (const text of [
    '',
    'No frontmatter',
    '---\nno end',
    ` ${front('description: d')}`,
    `\ufeff${front('description: d')}`
  ]) {
    assert.deepEqual(codes(await same(text)), ['invalid_metadata'])
  }
})

test('A15 a description may be 1024 units long; a longer one is said, and loaded', async () => {
  assert.deepEqual(codes(await same(front(`description: ${'x'.repeat(1024)}`))), [])
  assert.deepEqual(codes(await same(front(`description: ${'😀'.repeat(512)}`))), [])
  const { skills, diagnostics } = await same(front(`description: ${'😀'.repeat(512)}x`))
  assert.equal(skills[0].description.length, 1025)
  assert.match(diagnostics[0].message, /1025.*1024/)
})

test('A15 a name is a string that is not empty, else that of the directory', async () => {
  for (const name of ['12', 'true', '', '""', '[a]', 'null', '~']) {
    const { skills } = await same(front(`name: ${name}\ndescription: d`), 'own-name')
    assert.equal(skills[0].name, 'own-name')
  }
  assert.equal((await same(front('name: "12"\ndescription: d'), '12')).skills[0].name, '12')
})

const NAMES = {
  other: [/parent directory/],
  ['x'.repeat(65)]: [/parent directory/, /65.*64/],
  'File Operations': [/parent directory/, /a to z/],
  ünïcode: [/parent directory/, /a to z/],
  '-a': [/parent directory/, /begin or end/],
  'a-': [/parent directory/, /begin or end/],
  'a--b': [/parent directory/, /two hyphens/],
  '-A--': [/parent directory/, /a to z/, /begin or end/, /two hyphens/]
}

for (const [name, problems] of Object.entries(NAMES)) {
  test(`A15 the name ${name.slice(0, 20)} is loaded, and said to be wrong in ${problems.length} ways`, async () => {
    const { skills, diagnostics } = await same(front(`name: "${name}"\ndescription: d`))
    assert.equal(skills[0].name, name)
    assert.deepEqual(
      codes({ diagnostics }),
      problems.map(() => 'invalid_metadata')
    )
    for (const [at, problem] of problems.entries()) assert.match(diagnostics[at].message, problem)
  })
}

test('A15 a skill is hidden from models by the boolean true, and by nothing else', async () => {
  const hidden = async (value) =>
    (await same(front(`description: d\ndisable-model-invocation: ${value}`))).skills[0].disableModelInvocation
  for (const value of ['true', 'True', 'TRUE', '!!bool true']) assert.equal(await hidden(value), true)
  for (const value of ['"true"', 'yes', 'on', '1', 'false', '', '[true]'])
    assert.equal(await hidden(value), false)
})

test('A15 frontmatter that is no YAML drops the skill, and says where it is wrong', async () => {
  const broken = [
    'description: [a',
    'description: "a',
    'description: a\ndescription: b',
    'description: *none',
    'a: 1\n b: 2\ndescription: d',
    '\tdescription: d',
    'description: @me',
    'description: `x`',
    'a: {b: 1, b: 2}\ndescription: d',
    'a: 1\n...\ndescription: d'
  ]
  for (const fields of broken) {
    const { skills, diagnostics } = await same(front(fields))
    assert.deepEqual(skills, [], fields)
    assert.deepEqual(codes({ diagnostics }), ['parse_failed'])
    assert.match(diagnostics[0].message, /not valid YAML: .*line \d/)
  }
})

test('A15 a bomb of aliases costs what its text is long', async () => {
  const lines = Array.from({ length: 40 }, (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i}, `.repeat(9)}*a${i}]`)
  const { skills } = await read({ loadSkills }, front(`a0: &a0 x\n${lines.join('\n')}\ndescription: d`))
  assert.equal(skills.length, 1)
  const deep = await read({ loadSkills }, front(`description: d\na: ${'['.repeat(100_000)}`))
  assert.deepEqual(codes(deep), ['parse_failed'])
})

test('A15 frontmatter may be a JSON object behind comments, up to a line of three hyphens', async () => {
  const object =
    '{\n  "name": "tool",\n  "description": "It\'s: \\ud83d\\ude00",\n  "disable-model-invocation": true\n}'
  for (const before of [
    '',
    '\n ',
    '\ufeff',
    '<!-- a comment -->\n',
    '<!-- two\nlines --> <!-- and { more -->\r\n\r\n'
  ]) {
    for (const end of ['---\n', '--- \r\n']) {
      const { skills, diagnostics } = await read(
        { loadSkills },
        `${before}${object}\n${end}\n Body\n---\nmore \n`
      )
      assert.deepEqual(diagnostics, [])
      assert.deepEqual(skills, [
        {
          name: 'tool',
          description: "It's: 😀",
          content: 'Body\n---\nmore',
          filePath: '/tool/SKILL.md',
          disableModelInvocation: true
        }
      ])
    }
  }
})

test('A15 a JSON object that is none drops the skill; without the line it is text', async () => {
  for (const object of ['{"description": "d",}', '{"description": "d"} x', '{description: d}', '{']) {
    const { skills, diagnostics } = await read({ loadSkills }, `${object}\n---\nBody`)
    assert.deepEqual(skills, [])
    assert.deepEqual(codes({ diagnostics }), ['parse_failed'])
    assert.match(diagnostics[0].message, /JSON/)
  }
  await same('{"description": "d"}\nBody')
  await same('<!-- { -->\n---\nBody')
})

const SENTENCES = {
  'description: Use when: always': 'Use when: always',
  'description: Use it: "now" it\'s: late': 'Use it: "now" it\'s: late',
  'description:   Trailing colon:  ': 'Trailing colon:',
  'description: one: two\n  goes on: here\nmetadata:\n  list: [a]': 'one: two goes on: here',
  'name: tool\ndescription: a: b # c': 'a: b # c',
  'description: fine\nother: a: b': 'fine',
  'description: a: b\nother: "c: d"': 'a: b'
}

for (const [fields, description] of Object.entries(SENTENCES)) {
  test(`F27 ${JSON.stringify(fields)} is read as it is meant, with a warning`, async () => {
    const { skills, diagnostics } = await read({ loadSkills }, front(fields))
    assert.deepEqual(
      skills.map((skill) => [skill.description, skill.content]),
      [[description, 'Body']]
    )
    assert.deepEqual(codes({ diagnostics }), ['parse_failed'])
    assert.match(diagnostics[0].message, /quotes/)
    assert.deepEqual(codes(await read(peer, front(fields))), ['parse_failed'])
    assert.deepEqual((await read(peer, front(fields))).skills, [])
  })
}

test('F27 a value that begins with a mark of YAML is never read so, and other mistakes stay mistakes', async () => {
  const values = [
    '[a: b',
    '{a: b: c',
    '&a b: c: d',
    '*a: b',
    '!a b: c: d',
    '|a: b',
    '>a: b',
    "'a: b",
    '"a: b',
    '%a: b',
    '@a: b',
    '`a: b'
  ]
  for (const value of values) {
    const { skills, diagnostics } = await read({ loadSkills }, front(`description: ${value}`))
    assert.deepEqual(skills, [], value)
    assert.deepEqual(codes({ diagnostics }), ['parse_failed'], value)
  }
  assert.deepEqual((await same(front('description: a: b\ndescription: c'))).skills, [])
  assert.deepEqual((await same(front('description: a: b\nother: [c'))).skills, [])
})
