// What a fork takes along.

import { SessionError } from '../error.js'
import { createTimestamp } from '../identifier.js'

/**
 * The entries that a fork copies: all, or those on the way to an entry, itself included (`at`) or not (`before`, which
 * is for the messages of a user).
 */
export async function getEntriesToFork(storage, options) {
  if (!options.entryId) return storage.getEntries()
  return storage.getPathToRootOrCompaction(await forkTarget(storage, options))
}

/** The last entry on the way that a fork copies; null when there is none. */
export async function forkTarget(storage, { entryId, position = 'before' }) {
  const target = await storage.getEntry(entryId)
  if (target === undefined) throw new SessionError('invalid_fork_target', `Entry ${entryId} not found`)
  if (position === 'at') return target.id
  if (target.type !== 'message' || target.message?.role !== 'user')
    throw new SessionError(
      'invalid_fork_target',
      `Entry ${entryId} is no message of a user: fork "at" it, or before another`
    )
  return target.parentId
}

/** Makes a root of a first entry whose parent is not among the others. */
export function rooted(entries) {
  const [first] = entries
  if (first === undefined || first.parentId === null) return entries
  if (entries.some(({ id }) => id === first.parentId)) return entries
  return [{ ...first, parentId: null }, ...entries.slice(1)]
}

/**
 * What a fork of a part adds to it: the name of the session and the labels of copied entries, where these were set
 * elsewhere; then the leaf is again where the part ends. The part says what its `last` entry is, whether it `has` an id,
 * and what its `marks` are, the entries in it that are labels or names.
 */
export async function forkTail(storage, { last, has, marks }) {
  const leaf = leafOf(last, has)
  const tail = []
  const add = (type, more) => {
    const parentId = tail.at(-1)?.id ?? leaf
    tail.push({ type, id: storage.freshId(), parentId, timestamp: createTimestamp(), ...more })
  }
  const name = await storage.getSessionName()
  if (name !== textOf(marks.findLast(({ type }) => type === 'session_info')?.name))
    add('session_info', { name: name ?? '' })
  for (const [targetId, label] of await missingLabels(storage, has, marks)) add('label', { targetId, label })
  const isLost = last?.type === 'leaf' && leaf !== last.targetId
  if (tail.length > 0 || isLost) add('leaf', { targetId: leaf })
  return tail
}

/** Where a part ends. The target of a leaf may not be copied: then it ends where the leaf was before. */
function leafOf(last, has) {
  if (last?.type !== 'leaf') return last?.id ?? null
  const { targetId, parentId } = last
  if (targetId === null || has(targetId)) return targetId
  return has(parentId) ? parentId : null
}

export const isMark = ({ type }) => type === 'label' || type === 'session_info'

async function missingLabels(storage, has, marks) {
  const there = new Map()
  for (const { type, targetId, label } of marks) if (type === 'label') there.set(targetId, textOf(label))
  const missing = new Map()
  for (const { targetId } of await storage.findEntries('label')) {
    if (!has(targetId)) continue
    const label = await storage.getLabel(targetId)
    if (label !== there.get(targetId)) missing.set(targetId, label)
  }
  return missing
}

const textOf = (text) => (typeof text === 'string' && text.trim()) || undefined
