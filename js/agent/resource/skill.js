// Skills: loading them, and telling a model about them.
import { load, loadSourced } from './load.js'

export async function loadSkills(env, dirs) {
  const { found, diagnostics } = await load(env, 'skill', dirs)
  return { skills: found, diagnostics }
}

export async function loadSourcedSkills(env, inputs, mapSkill) {
  const { found, diagnostics } = await loadSourced(env, 'skill', inputs, mapSkill)
  return { skills: found.map(({ value, source }) => ({ skill: value, source })), diagnostics }
}

const PREAMBLE = `Skills are instructions for particular kinds of task, each in a file of its own.
When a task fits the description of a skill below, read its file before you start, and do what it says.
A relative path in a skill file is relative to the directory that holds the file; make it absolute before you use it.`

/** The skills that a model may choose by itself, for a system prompt; nothing if there are none. */
export function formatSkillsForSystemPrompt(skills) {
  const visible = skills.filter((skill) => !skill.disableModelInvocation)
  if (visible.length === 0) return ''
  const listed = visible.map(
    ({ name, description, filePath }) => `  <skill>
    <name>${escaped(name)}</name>
    <description>${escaped(description)}</description>
    <location>${escaped(filePath)}</location>
  </skill>
`
  )
  return `${PREAMBLE}\n\n<available_skills>\n${listed.join('')}</available_skills>`
}

/** The text that makes a model use a skill. */
export function formatSkillInvocation(skill, additionalInstructions) {
  const { name, filePath, content } = skill
  const block = `<skill name="${escaped(name)}" location="${escaped(filePath)}">
References are relative to ${folderOf(filePath)}.

${content}
</skill>`
  return additionalInstructions ? `${block}\n\n${additionalInstructions}` : block
}

const NAMED = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

const escaped = (text) => String(text).replace(/[&<>"']/g, (character) => NAMED[character])

/** The directory of a path, with whatever separator it is written. */
function folderOf(path) {
  const end = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'))
  return end > 0 ? path.slice(0, end) : '/'
}
