// What all storages of sessions share: the tree, and entries that are made once and stay who they are.

import { SessionError } from '../error.js'
import { createTimestamp, uuidv7 } from '../identifier.js'
import { notFound } from './tree.js'

/**
 * Appends what `make(id, parentId, timestamp)` gives, in the order of the calls; gives a promise of its id. `about` lists
 * the ids of entries that must be there.
 */
export const APPEND = Symbol('append')
/** Makes an entry the leaf, and appends what `make` gives behind it; gives a promise of its id. */
export const MOVE = Symbol('move')
/** The entries that say which thinking level, model and tools are in force at an entry. */
export const STATE = Symbol('state')

/** The tree and the id of the leaf. No private fields: callers wrap storages, and a Proxy has none of those. */
const INDEX = Symbol('index')

const TRIES = 100

/**
 * A storage over a tree. What is derived from it has `entriesAt(numbers)`, which gives entries or a promise of them, and
 * `put(entry)`, which has stored the entry when it returns, or when the promise that it gives is fulfilled. The second kind
 * has an `inTurn` of its own.
 */
export class TreeStorage {
  constructor(tree) {
    this[INDEX] = { tree, leaf: tree.leaf() }
  }

  /** The index. Whoever asks it finds all that was appended. */
  get tree() {
    this.settle()
    return this[INDEX].tree
  }

  /** Stores what `putSoon` has taken and not stored yet. */
  settle() {}

  /** As `put`, but may wait for what else is appended in this turn of the event loop. The leaf has moved when it returns. */
  putSoon(entry) {
    return this.put(entry)
  }

  /** Whether an entry has this id, stored or not yet. */
  has(id) {
    return this[INDEX].tree.find(id) !== -1
  }

  async getLeafId() {
    return this.leaf()
  }

  /** The leaf, which an odd file may have set to an entry that it does not have. */
  leaf() {
    const leaf = this[INDEX].leaf
    if (leaf !== null && !this.has(leaf)) throw new SessionError('invalid_session', notFound(leaf))
    return leaf
  }

  /** Takes note of what an entry that has been added makes the leaf. */
  added(entry) {
    this[INDEX].leaf = entry.type === 'leaf' ? entry.targetId : entry.id
  }

  /** Takes note that entries that were to be added are not. */
  notAdded() {
    this[INDEX].leaf = this[INDEX].tree.leaf()
  }

  async setLeafId(leafId) {
    return this[MOVE](leafId)
  }

  /** The number of an entry that must be there; undefined for null. */
  known(id) {
    return id === null ? undefined : numberOf(this, id)
  }

  async createEntryId() {
    return this.freshId()
  }

  freshId() {
    for (let i = 0; i < TRIES; i++) {
      const id = uuidv7().slice(-8)
      if (!this.has(id)) return id
    }
    return uuidv7()
  }

  async appendEntry(entry) {
    await this.inTurn(() => this.put(entry))
    await this.sync()
  }

  /** Does what appends: at once, where that is done when it returns; so calls that nobody waits for keep their order. */
  inTurn(work) {
    return work()
  }

  /** Waits until what was stored is as safe as it was asked to be. */
  sync() {}

  async getEntry(id) {
    const number = this.tree.find(id)
    if (number === -1) return undefined
    return (await this.entriesAt([number]))[0]
  }

  async findEntries(type) {
    return this.entriesAt(this.tree.ofType(type))
  }

  async getLabel(id) {
    return this.tree.label(id)
  }

  async getSessionName() {
    return this.tree.name()
  }

  async getSessionStats() {
    return this.tree.stats()
  }

  async getPathToRootOrCompaction(leafId) {
    const number = this.known(leafId)
    return number === undefined ? [] : this.entriesAt(this.tree.way(number))
  }

  async getEntries(options) {
    const count = this.tree.count
    const first = Math.min(Math.max(0, Math.trunc(options?.afterEntrySeq ?? 0) || 0), count)
    const limit = options?.limit ?? count
    const numbers = new Uint32Array(Math.max(0, Math.min(limit, count - first)))
    for (let i = 0; i < numbers.length; i++) numbers[i] = first + i
    return this.entriesAt(numbers)
  }

  async [STATE](id) {
    const number = this.tree.find(id)
    return number === -1 ? [] : this.entriesAt(this.tree.state(number))
  }

  async [APPEND](make, about) {
    const id = await this.inTurn(() => {
      for (const id of about) numberOf(this, id)
      return appended(this, make)
    })
    await this.sync()
    return id
  }

  async [MOVE](leafId, make) {
    const id = await this.inTurn(() => {
      this.known(leafId)
      const stored = this.put(leafEntry(this, leafId))
      if (make === undefined) return stored
      return stored === undefined ? appended(this, make) : stored.then(() => appended(this, make))
    })
    await this.sync()
    return id
  }
}

function numberOf(storage, id) {
  const number = storage.tree.find(id)
  if (number === -1) throw new SessionError('not_found', notFound(id))
  return number
}

const leafEntry = (storage, targetId) => ({
  type: 'leaf',
  id: storage.freshId(),
  // As it is: a leaf that leads nowhere is left behind by moving it.
  parentId: storage[INDEX].leaf,
  timestamp: createTimestamp(),
  targetId
})

function appended(storage, make) {
  const entry = make(storage.freshId(), storage.leaf(), createTimestamp())
  const stored = storage.putSoon(entry)
  return stored === undefined ? entry.id : stored.then(() => entry.id)
}

const { appendEntry, createEntryId, getLeafId, setLeafId } = TreeStorage.prototype

/** Whether a storage appends as ours do: one that somebody has derived from them, or spies on, is asked step by step. */
export function appendsAtOnce(storage) {
  return (
    storage instanceof TreeStorage &&
    storage.appendEntry === appendEntry &&
    storage.getLeafId === getLeafId &&
    storage.createEntryId === createEntryId &&
    storage.setLeafId === setLeafId
  )
}
