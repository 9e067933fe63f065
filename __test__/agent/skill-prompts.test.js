import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as peer from '@earendil-works/pi-agent-core'
import { formatSkillInvocation, formatSkillsForSystemPrompt } from '@polyweave/gatto-agent-harness/agent'

const skill = (name, more) => ({
  name,
  description: `Does ${name}`,
  content: 'Do it.',
  filePath: `/skills/${name}/SKILL.md`,
  ...more
})

const list = (text) => text.slice(text.indexOf('<available_skills>'))

test('A15 a system prompt lists the skills that a model may choose, in their order', () => {
  const skills = [
    skill('b'),
    skill('hidden', { disableModelInvocation: true }),
    // What an application made may hold what no file makes.
    skill('odd', { disableModelInvocation: 'true' }),
    skill('a', { disableModelInvocation: false })
  ]
  const text = formatSkillsForSystemPrompt(skills)
  assert.equal(
    list(text),
    `<available_skills>
  <skill>
    <name>b</name>
    <description>Does b</description>
    <location>/skills/b/SKILL.md</location>
  </skill>
  <skill>
    <name>a</name>
    <description>Does a</description>
    <location>/skills/a/SKILL.md</location>
  </skill>
</available_skills>`
  )
  assert.equal(list(text), list(peer.formatSkillsForSystemPrompt(skills)))
  assert.match(text, /^[^<]+\n\n<available_skills>/)
  assert.equal(formatSkillsForSystemPrompt([]), '')
  assert.equal(formatSkillsForSystemPrompt([skill('x', { disableModelInvocation: true })]), '')
})

test('A15 what a skill says is escaped in a system prompt', () => {
  const odd = skill('a', { description: `<b> & "c" 'd' &amp;`, filePath: '/<&>/SKILL.md' })
  assert.equal(list(formatSkillsForSystemPrompt([odd])), list(peer.formatSkillsForSystemPrompt([odd])))
  assert.match(formatSkillsForSystemPrompt([odd]), /&lt;b&gt; &amp; &quot;c&quot; &apos;d&apos; &amp;amp;/)
})

test('A15 an invocation names the skill, its directory and its content, and then what else is wanted', () => {
  const one = skill('a')
  const text = formatSkillInvocation(one)
  assert.match(
    text,
    /^<skill name="a" location="\/skills\/a\/SKILL.md">\n.*\/skills\/a\.\n\nDo it\.\n<\/skill>$/
  )
  assert.equal(formatSkillInvocation(one, 'And quickly.'), `${text}\n\nAnd quickly.`)
  assert.equal(formatSkillInvocation(one, ''), text)
  for (const args of [
    [one],
    [one, 'x'],
    [one, ' '],
    [skill('b', { filePath: '/SKILL.md' })],
    [skill('b', { filePath: 'SKILL.md' })]
  ]) {
    assert.equal(formatSkillInvocation(...args), peer.formatSkillInvocation(...args))
  }
  assert.match(formatSkillInvocation(skill('"x"')), /name="&quot;x&quot;"/)
})
