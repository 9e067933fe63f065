// A session: appends entries to a storage, and reads the way to its leaf.

import { SessionError } from '../error.js'
import { createTimestamp } from '../identifier.js'
import { stretchesToRoot } from './ancestry.js'
import { buildContextEntries, buildFullSessionContext } from './context.js'
import { APPEND, appendsAtOnce, MOVE, STATE } from './storage.js'
import { notFound } from './tree.js'

// No private fields: callers wrap sessions, and a Proxy, or an object that inherits from one, has none of those.
const STORAGE = Symbol('storage')
const OPTIONS = Symbol('options')

export class Session {
  constructor(storage, contextBuildOptions = {}) {
    this[STORAGE] = storage
    this[OPTIONS] = contextBuildOptions
  }

  getStorage() {
    return this[STORAGE]
  }

  async getMetadata() {
    return this[STORAGE].getMetadata()
  }

  async getLeafId() {
    return this[STORAGE].getLeafId()
  }

  async getEntry(id) {
    return this[STORAGE].getEntry(id)
  }

  async getEntries(options) {
    return this[STORAGE].getEntries(options)
  }

  async getBranch(fromId) {
    const leaf = fromId ?? (await this[STORAGE].getLeafId())
    return this[STORAGE].getPathToRootOrCompaction(leaf)
  }

  async getLabel(id) {
    return this[STORAGE].getLabel(id)
  }

  async getSessionName() {
    return this[STORAGE].getSessionName()
  }

  async getSessionStats() {
    return this[STORAGE].getSessionStats()
  }

  async buildContextEntries(options) {
    return buildContextEntries(await this.getBranch(), merged(this[OPTIONS], options))
  }

  /** The context at the leaf. What was set before the compaction that the path begins at still holds. */
  async buildContext(options) {
    const path = await this.getBranch()
    const earlier = olderEntries(this[STORAGE], path[0]?.parentId)
    return buildFullSessionContext(path, earlier, merged(this[OPTIONS], options))
  }

  appendMessage(message) {
    return append(this[STORAGE], (id, parentId, timestamp) => ({
      type: 'message',
      id,
      parentId,
      timestamp,
      message
    }))
  }

  appendThinkingLevelChange(thinkingLevel) {
    return append(this[STORAGE], (id, parentId, timestamp) => ({
      type: 'thinking_level_change',
      id,
      parentId,
      timestamp,
      thinkingLevel
    }))
  }

  appendModelChange(provider, modelId) {
    return append(this[STORAGE], (id, parentId, timestamp) => ({
      type: 'model_change',
      id,
      parentId,
      timestamp,
      provider,
      modelId
    }))
  }

  async appendActiveToolsChange(names) {
    const activeToolNames = [...names]
    return append(this[STORAGE], (id, parentId, timestamp) => ({
      type: 'active_tools_change',
      id,
      parentId,
      timestamp,
      activeToolNames
    }))
  }

  appendCompaction(summary, firstKeptEntryId, tokensBefore, details, fromHook, usage, retainedTail) {
    return append(this[STORAGE], (id, parentId, timestamp) => ({
      type: 'compaction',
      id,
      parentId,
      timestamp,
      summary,
      firstKeptEntryId,
      tokensBefore,
      retainedTail,
      details,
      usage,
      fromHook
    }))
  }

  appendCustomEntry(customType, data) {
    return append(this[STORAGE], (id, parentId, timestamp) => ({
      type: 'custom',
      id,
      parentId,
      timestamp,
      customType,
      data
    }))
  }

  appendCustomMessageEntry(customType, content, display, details) {
    return append(this[STORAGE], (id, parentId, timestamp) => ({
      type: 'custom_message',
      id,
      parentId,
      timestamp,
      customType,
      content,
      display,
      details
    }))
  }

  appendLabel(targetId, label) {
    const make = (id, parentId, timestamp) => ({
      type: 'label',
      id,
      parentId,
      timestamp,
      targetId,
      label
    })
    return append(this[STORAGE], make, [targetId])
  }

  async appendSessionName(name) {
    const line = name.replaceAll(/[\r\n]+/g, ' ').trim()
    return append(this[STORAGE], (id, parentId, timestamp) => ({
      type: 'session_info',
      id,
      parentId,
      timestamp,
      name: line
    }))
  }

  moveTo(entryId, summary) {
    if (!summary) return move(this[STORAGE], entryId)
    return move(this[STORAGE], entryId, (id, _leaf, timestamp) => ({
      type: 'branch_summary',
      id,
      parentId: entryId,
      timestamp,
      fromId: entryId ?? 'root',
      summary: summary.summary,
      details: summary.details,
      usage: summary.usage,
      fromHook: summary.fromHook
    }))
  }
}

/** The options of a session and those of a call. */
function merged(own, options) {
  if (options === undefined) return own
  return {
    entryTransforms: [...(own.entryTransforms ?? []), ...(options.entryTransforms ?? [])],
    entryProjectors: { ...own.entryProjectors, ...options.entryProjectors }
  }
}

/** A session over a storage. */
export const toSession = (storage) => new Session(storage)

/** Appends an entry; `about` lists those that must be there. Entries follow each other in the order of these calls. */
function append(storage, make, about = []) {
  if (appendsAtOnce(storage)) return storage[APPEND](make, about)
  return inTurn(storage, async () => {
    for (const id of about) await mustHave(storage, id)
    return appendStepByStep(storage, make)
  })
}

function move(storage, entryId, make) {
  if (appendsAtOnce(storage)) return storage[MOVE](entryId, make)
  return inTurn(storage, async () => {
    if (entryId !== null) await mustHave(storage, entryId)
    await storage.setLeafId(entryId)
    return make && appendStepByStep(storage, make)
  })
}

async function mustHave(storage, id) {
  if ((await storage.getEntry(id)) === undefined) throw new SessionError('not_found', notFound(id))
}

async function appendStepByStep(storage, make) {
  const id = await storage.createEntryId()
  await storage.appendEntry(make(id, await storage.getLeafId(), createTimestamp()))
  return id
}

// A storage of somebody else's has steps that wait; two appends must not take them at once, of whichever session.
const turns = new WeakMap()

function inTurn(storage, work) {
  const turn = (turns.get(storage) ?? Promise.resolve()).then(work)
  turns.set(
    storage,
    turn.catch(() => {})
  )
  return turn
}

async function* olderEntries(storage, id) {
  if (id == null) return
  try {
    if (STATE in storage) yield await storage[STATE](id)
    else yield* stretchesToRoot((from) => storage.getPathToRootOrCompaction(from), id)
  } catch (error) {
    // A fork may have been made without what came before its compaction: then nothing was set there.
    if (error?.code !== 'not_found' && error?.code !== 'invalid_session') throw error
  }
}
