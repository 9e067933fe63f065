// Prompt templates: loading them, and filling them in.
import { load, loadSourced } from './load.js'
import { substituteArgs } from './substitute.js'

export async function loadPromptTemplates(env, paths) {
  const { found, diagnostics } = await load(env, 'template', paths)
  return { promptTemplates: found, diagnostics }
}

export async function loadSourcedPromptTemplates(env, inputs, mapPromptTemplate) {
  const { found, diagnostics } = await loadSourced(env, 'template', inputs, mapPromptTemplate)
  const promptTemplates = found.map(({ value, source }) => ({ promptTemplate: value, source }))
  return { promptTemplates, diagnostics }
}

/** Parts between spaces and tabs; quotes of either kind keep a part together and are dropped. */
const PART = /(?:[^ \t'"]+|'[^']*(?:'|$)|"[^"]*(?:"|$))+/g
const QUOTED = /'([^']*)(?:'|$)|"([^"]*)(?:"|$)/g

export function parseCommandArgs(argsString) {
  const parts = argsString.match(PART) ?? []
  return parts
    .map((part) => part.replace(QUOTED, (_, single, double) => single ?? double))
    .filter((part) => part !== '')
}

export function formatPromptTemplateInvocation(template, args = []) {
  return substituteArgs(template.content, args)
}
