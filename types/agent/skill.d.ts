// Skills: instructions in files, which a model reads when a task calls for them.

import type { ExecutionEnv } from './environment.js'

/** A skill, as loaded from a file or made by an application. */
export interface Skill {
  /** The name that a model and a user call it by. */
  name: string
  /** When it is of use: what a model decides by. */
  description: string
  /** The instructions: the text of the file behind its frontmatter. */
  content: string
  /** The absolute path of the file. Relative paths in the content are relative to its directory. */
  filePath: string
  /** Whether only a user may call it: a model is not told of it. Loaded skills always say; absent is false. */
  disableModelInvocation?: boolean
}

/** What a diagnostic about a skill is about. */
export type SkillDiagnosticCode =
  /** A path could not be looked at. */
  | 'file_info_failed'
  /** A directory could not be listed. */
  | 'list_failed'
  /** A file could not be read. */
  | 'read_failed'
  /** The frontmatter is not valid: the skill is dropped, or its one line with a colon was read as text. */
  | 'parse_failed'
  /** The name or the description is not as it should be. Only a missing description drops the skill. */
  | 'invalid_metadata'

/** Something about a skill, or on the way to one, that a person should know. */
export interface SkillDiagnostic {
  type: 'warning'
  code: SkillDiagnosticCode
  /** For a person; its words are no contract. */
  message: string
  /** What it is about. */
  path: string
}

/**
 * Loads the skills in one or more directories: of every directory with a `SKILL.md` that file alone, and besides the `*.md`
 * files right in the directories given. Ignore files count, links are followed, and what cannot be loaded is a diagnostic. A directory that
 * does not exist is no mistake.
 *
 * On a {@link ExecutionEnv} of the class `NodeExecutionEnv` itself the files are read in parallel, off the main thread.
 *
 * @param dirs Paths, relative to `env.cwd` or absolute.
 * @throws TypeError When a path is no string.
 * @example
 * import { mkdtempSync, mkdirSync, writeFileSync } from 'node:fs'
 * import { loadSkills, NodeExecutionEnv } from '@polyweave/gatto-agent-harness/agent'
 *
 * const cwd = mkdtempSync('/tmp/example-')
 * mkdirSync(`${cwd}/skills/brew`, { recursive: true })
 * writeFileSync(`${cwd}/skills/brew/SKILL.md`, '---\ndescription: How to make tea\n---\nBoil water.\n')
 * const { skills } = await loadSkills(new NodeExecutionEnv({ cwd }), 'skills')
 * for (const { name, description } of skills) console.log(name, '-', description) // prints brew - How to make tea
 */
export declare function loadSkills(
  env: ExecutionEnv,
  dirs: string | string[]
): Promise<{ skills: Skill[]; diagnostics: SkillDiagnostic[] }>

/**
 * Loads skills as {@link loadSkills} does, and says of each, and of each diagnostic, which input it came from.
 *
 * @param mapSkill Makes of a skill what is given in its place.
 */
export declare function loadSourcedSkills<TSource, TSkill extends Skill = Skill>(
  env: ExecutionEnv,
  inputs: Array<{ path: string; source: TSource }>,
  mapSkill?: (skill: Skill, source: TSource) => TSkill
): Promise<{
  skills: Array<{ skill: TSkill; source: TSource }>
  diagnostics: Array<SkillDiagnostic & { source: TSource }>
}>

/**
 * The part of a system prompt that tells a model of its skills; the empty text if it may use none by itself.
 *
 * @example
 * import { formatSkillsForSystemPrompt } from '@polyweave/gatto-agent-harness/agent'
 *
 * const tea = { name: 'tea', description: 'Tea & more', content: '', filePath: '/skills/tea/SKILL.md' }
 * console.log(formatSkillsForSystemPrompt([tea]).includes('<description>Tea &amp; more</description>')) // prints true
 */
export declare function formatSkillsForSystemPrompt(skills: Skill[]): string

/**
 * The prompt that has a model use a skill.
 *
 * @param additionalInstructions What the user says besides; it stands behind the skill.
 */
export declare function formatSkillInvocation(skill: Skill, additionalInstructions?: string): string
