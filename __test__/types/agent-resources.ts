// Written for @earendil-works/pi-agent-core: compiles against that package and, with another import, against this one.

import type {
  PromptTemplate,
  PromptTemplateDiagnostic,
  PromptTemplateDiagnosticCode,
  Skill,
  SkillDiagnostic,
  SkillDiagnosticCode
} from '@polyweave/gatto-agent-harness/agent'
import {
  formatPromptTemplateInvocation,
  formatSkillInvocation,
  formatSkillsForSystemPrompt,
  loadPromptTemplates,
  loadSkills,
  loadSourcedPromptTemplates,
  loadSourcedSkills,
  parseCommandArgs,
  substituteArgs
} from '@polyweave/gatto-agent-harness/agent'
import { NodeExecutionEnv } from '@polyweave/gatto-agent-harness/agent'

declare function is<T>(value: T): void

const env = new NodeExecutionEnv({ cwd: '/srv' })

const { skills, diagnostics } = await loadSkills(env, ['skills', '/usr/share/skills'])
is<Skill[]>(skills)
is<SkillDiagnostic[]>(diagnostics)
is<SkillDiagnosticCode[]>(diagnostics.map(({ code }) => code))
is<string>(formatSkillsForSystemPrompt(skills))

// What an application makes needs no more than a model must know.
const own: Skill = { name: 'own', description: 'd', content: 'c', filePath: '/own/SKILL.md' }
is<string>(formatSkillInvocation(own))
is<string>(formatSkillInvocation(own, 'and quickly'))

type Origin = { level: 'user' | 'project' }
type Known = Skill & { origin: Origin }
const sourced = await loadSourcedSkills(env, [{ path: 'skills', source: { level: 'user' } as Origin }])
for (const { skill, source } of sourced.skills) is<[Skill, Origin]>([skill, source])
for (const { source, path } of sourced.diagnostics) is<[Origin, string]>([source, path])
const known = await loadSourcedSkills<Origin, Known>(
  env,
  [{ path: 'skills', source: { level: 'project' } }],
  (skill, origin) => ({ ...skill, origin })
)
for (const { skill } of known.skills) is<'user' | 'project'>(skill.origin.level)

const loaded = await loadPromptTemplates(env, 'prompts')
is<PromptTemplate[]>(loaded.promptTemplates)
is<PromptTemplateDiagnostic[]>(loaded.diagnostics)
is<PromptTemplateDiagnosticCode[]>(loaded.diagnostics.map(({ code }) => code))
const named = await loadSourcedPromptTemplates(env, [{ path: 'p', source: 1 }], (template, source) => ({
  ...template,
  name: `${source}:${template.name}`
}))
for (const { promptTemplate, source } of named.promptTemplates)
  is<[string, number]>([promptTemplate.name, source])

const template: PromptTemplate = { name: 'x', content: '$1' }
is<string[]>(parseCommandArgs('a b'))
is<string>(substituteArgs('$1', ['a']))
is<string>(formatPromptTemplateInvocation(template))
is<string>(formatPromptTemplateInvocation(template, ['a']))

// @ts-expect-error A code that there is not.
is<SkillDiagnosticCode>('not_a_code')
// @ts-expect-error A template has no metadata to be wrong.
is<PromptTemplateDiagnosticCode>('invalid_metadata')
// @ts-expect-error A skill without a path cannot be read.
is<Skill>({ name: 'x', description: 'd', content: 'c' })
