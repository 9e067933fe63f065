// Prompt templates: prompts in files, with places for arguments.

import type { ExecutionEnv } from './environment.js'

/** A template, as loaded from a file or made by an application. */
export interface PromptTemplate {
  /** The name that a user calls it by. */
  name: string
  /** For lists; a loaded one always has it, be it empty. */
  description?: string
  /** The prompt, with placeholders as {@link substituteArgs} knows them. */
  content: string
}

/** What a diagnostic about a template is about. */
export type PromptTemplateDiagnosticCode =
  /** A path could not be looked at. */
  | 'file_info_failed'
  /** A directory could not be listed. */
  | 'list_failed'
  /** A file could not be read. */
  | 'read_failed'
  /** The frontmatter is not valid: the template is dropped, or its one line with a colon was read as text. */
  | 'parse_failed'

/** Something about a template, or on the way to one, that a person should know. */
export interface PromptTemplateDiagnostic {
  type: 'warning'
  code: PromptTemplateDiagnosticCode
  /** For a person; its words are no contract. */
  message: string
  /** What it is about. */
  path: string
}

/**
 * Loads the templates at one or more paths: a `*.md` file, or those directly in a directory. What does not exist, and what
 * is no such file, is passed over; what cannot be loaded is a diagnostic.
 *
 * @param paths Relative to `env.cwd` or absolute.
 * @throws TypeError When a path is no string.
 * @example
 * import { mkdtempSync, writeFileSync } from 'node:fs'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { loadPromptTemplates, NodeExecutionEnv } from '@polyweave/gatto-agent-harness/agent'
 *
 * const cwd = mkdtempSync(join(tmpdir(), 'example-'))
 * writeFileSync(join(cwd, 'fix.md'), 'Fix $1, and add a test.\n')
 * const { promptTemplates } = await loadPromptTemplates(new NodeExecutionEnv({ cwd }), '.')
 * for (const { name, description } of promptTemplates) console.log(name, '-', description)
 * // prints fix - Fix $1, and add a test.
 */
export declare function loadPromptTemplates(
  env: ExecutionEnv,
  paths: string | string[]
): Promise<{ promptTemplates: PromptTemplate[]; diagnostics: PromptTemplateDiagnostic[] }>

/**
 * Loads templates as {@link loadPromptTemplates} does, and says of each, and of each diagnostic, which input it came from.
 *
 * @param mapPromptTemplate Makes of a template what is given in its place.
 */
export declare function loadSourcedPromptTemplates<
  TSource,
  TPromptTemplate extends PromptTemplate = PromptTemplate
>(
  env: ExecutionEnv,
  inputs: Array<{ path: string; source: TSource }>,
  mapPromptTemplate?: (promptTemplate: PromptTemplate, source: TSource) => TPromptTemplate
): Promise<{
  promptTemplates: Array<{ promptTemplate: TPromptTemplate; source: TSource }>
  diagnostics: Array<PromptTemplateDiagnostic & { source: TSource }>
}>

/**
 * The arguments in a line: parts between spaces and tabs, kept together by quotes of either kind. There is no escape, and
 * an empty argument cannot be given.
 *
 * @example
 * import { parseCommandArgs } from '@polyweave/gatto-agent-harness/agent'
 *
 * console.log(parseCommandArgs('fix "the parser" now').length) // prints 3
 */
export declare function parseCommandArgs(argsString: string): string[]

/**
 * A text with arguments in the place of `$1` (the first; nothing if there is none), `${@:2}` (all from the second on),
 * `${@:2:3}` (three of them), and `$@` or `$ARGUMENTS` (all). What an argument says is not substituted again.
 *
 * @example
 * import { substituteArgs } from '@polyweave/gatto-agent-harness/agent'
 *
 * console.log(substituteArgs('Compare $1 with ${@:2}', ['a', '$1', 'c'])) // prints Compare a with $1 c
 */
export declare function substituteArgs(content: string, args: string[]): string

/** The content of a template with arguments in it; none by default. */
export declare function formatPromptTemplateInvocation(template: PromptTemplate, args?: string[]): string
