// Loading: what a walk found, as its users get it.
import { walk } from './walk.js'

/** What is under one path or several, and what is to be said about it. `field` is where an outcome holds it. */
export async function load(env, field, paths) {
  const outcomes = await walk(env, `${field}s`, Array.isArray(paths) ? [...paths] : [paths])
  const found = []
  const diagnostics = []
  for (const outcome of outcomes) {
    if (outcome[field]) found.push(outcome[field])
    if (outcome.diagnostics) diagnostics.push(...outcome.diagnostics)
  }
  return { found, diagnostics }
}

/** The same, each with the source of its input. The sources are the caller's own values. */
export async function loadSourced(env, field, inputs, map) {
  const list = [...inputs]
  const outcomes = await walk(
    env,
    `${field}s`,
    list.map((input) => input.path)
  )
  const found = []
  const diagnostics = []
  for (const outcome of outcomes) {
    const { source } = list[outcome.root]
    const value = outcome[field]
    if (value) found.push({ value: map ? map(value, source) : value, source })
    for (const diagnostic of outcome.diagnostics ?? []) diagnostics.push({ ...diagnostic, source })
  }
  return { found, diagnostics }
}
