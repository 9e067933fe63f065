// From the path of a session to what a model gets. Pure: a session hands in its entries.

import {
  createBranchSummaryMessage,
  createCompactionSummaryMessage,
  createCustomMessage
} from '../message/custom.js'

/** The last compaction and what it left in place; a copy of the path where there is none. */
export function defaultContextEntryTransform(pathEntries) {
  const at = pathEntries.findLastIndex(({ type }) => type === 'compaction')
  if (at === -1) return pathEntries.slice()
  const compaction = pathEntries[at]
  if (compaction.retainedTail) return pathEntries.slice(at)
  const { firstKeptEntryId } = compaction
  const kept = firstKeptEntryId ? pathEntries.findIndex(({ id }) => id === firstKeptEntryId) : -1
  const before = kept === -1 ? [] : pathEntries.slice(kept, at)
  return [compaction, ...before, ...pathEntries.slice(at + 1)]
}

export function buildContextEntries(pathEntries, options = {}) {
  let entries = defaultContextEntryTransform(pathEntries)
  // Copied, since a transform may hand back an array that it keeps; a promise is no array, and throws here.
  for (const transform of options.entryTransforms ?? []) entries = [...transform(entries)]
  return entries
}

export function sessionEntryToContextMessages(entry, index, entries, options = {}) {
  switch (entry.type) {
    case 'message':
      // A file may hold anything.
      return entry.message == null ? [] : [entry.message]
    case 'custom_message':
      return [
        createCustomMessage(entry.customType, entry.content, entry.display, entry.details, entry.timestamp)
      ]
    case 'compaction':
      return [
        createCompactionSummaryMessage(entry.summary, entry.tokensBefore, entry.timestamp),
        ...(Array.isArray(entry.retainedTail) ? entry.retainedTail : [])
      ]
    case 'branch_summary':
      return entry.summary ? [createBranchSummaryMessage(entry.summary, entry.fromId, entry.timestamp)] : []
    case 'custom':
      return projected(entry, index, entries, options.entryProjectors)
    default:
      return []
  }
}

function projected(entry, index, entries, projectors) {
  // Own keys only: an entry of the kind "constructor" has no projector.
  if (projectors == null || !Object.hasOwn(projectors, entry.customType)) return []
  return projectors[entry.customType]?.(entry, index, entries) ?? []
}

function contextMessages(entries, options) {
  const messages = []
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i]
    if (entry.type === 'message' && entry.message != null) messages.push(entry.message)
    else
      for (const message of sessionEntryToContextMessages(entry, i, entries, options)) messages.push(message)
  }
  return messages
}

/**
 * Fills in what `state` does not say yet, from entries that are older than all it was filled from. Gives true when
 * there is nothing left to look for.
 */
export function readContextState(state, olderEntries) {
  for (let i = olderEntries.length - 1; i >= 0; i--) {
    const entry = olderEntries[i]
    switch (entry.type) {
      case 'thinking_level_change':
        state.thinkingLevel ??= entry.thinkingLevel
        break
      case 'model_change':
        state.model ??= { provider: entry.provider, modelId: entry.modelId }
        break
      case 'message':
        if (state.model === undefined && entry.message?.role === 'assistant')
          state.model = { provider: entry.message.provider, modelId: entry.message.model }
        break
      case 'active_tools_change':
        if (Array.isArray(entry.activeToolNames)) state.activeToolNames ??= [...entry.activeToolNames]
    }
  }
  return isComplete(state)
}

const isComplete = ({ thinkingLevel, model, activeToolNames }) =>
  thinkingLevel !== undefined && model !== undefined && activeToolNames !== undefined

const contextOf = (messages, { thinkingLevel = 'off', model = null, activeToolNames = null }) => ({
  thinkingLevel,
  model,
  activeToolNames,
  messages
})

/** The context at the end of a path. What stands before the path is not known here. */
export function buildSessionContext(pathEntries, options = {}) {
  const state = {}
  readContextState(state, pathEntries)
  return contextOf(contextMessages(buildContextEntries(pathEntries, options), options), state)
}

/**
 * The same for a path that begins at a compaction: what was set before it still holds. `earlier` gives the entries
 * before the path, newest stretch first, each in order; it is asked only as far as need be.
 */
export async function buildFullSessionContext(pathEntries, earlier, options = {}) {
  const state = {}
  let complete = readContextState(state, pathEntries)
  if (!complete)
    for await (const stretch of earlier) {
      complete = readContextState(state, stretch)
      if (complete) break
    }
  return contextOf(contextMessages(buildContextEntries(pathEntries, options), options), state)
}
