// What every coding tool does first: take the environment from its context, and the path from what a model wrote.

import { getOrThrow } from '../result.js'

// Models write these where they mean a space, most of all in names of screenshots.
const SPACES = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/gu

/** The environment that a tool works on. */
export function environmentOf(context, tool) {
  const env = context?.env
  if (env === null || typeof env !== 'object') {
    throw new Error(`The ${tool} tool needs a tool context with an execution environment: { env }`)
  }
  return env
}

/** A path as it is meant: ordinary spaces, and without the `@` of a mention. */
export function plainPath(path) {
  if (typeof path !== 'string') throw new Error(`path must be a string, not ${nameOf(path)}`)
  return path.replace(SPACES, ' ').replace(/^@/, '')
}

/** The absolute path of a path argument, as the environment resolves it. Throws its FileError. */
export async function resolvePath(env, path, signal) {
  return getOrThrow(await env.absolutePath(plainPath(path), signal))
}

/** Throws when the call was aborted. */
export function throwIfAborted(signal) {
  if (signal?.aborted) throw new Error('Operation aborted')
}

/** What a value is, for a message. */
export function nameOf(value) {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'an array' : typeof value
}
