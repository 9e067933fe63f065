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

const TRIES = 100

/**
 * A storage over a tree. What is derived from it has `entriesAt(numbers)`, which gives entries or a promise of them, and
 * `put(entry)`, which has stored the entry when it returns, or when the promise that it gives is fulfilled. The second kind
 * has an `inTurn` of its own.
 */
export class TreeStorage {
  #tree
  #leaf

  constructor(tree) {
    this.#tree = tree
    this.#leaf = tree.leaf()
  }

  /** The index. Whoever asks it finds all that was appended. */
  get tree() {
    this.settle()
    return this.#tree
  }

  /** Stores what `putSoon` has taken and not stored yet. */
  settle() {}

  /** As `put`, but may wait for what else is appended in this turn of the event loop. The leaf has moved when it returns. */
  putSoon(entry) {
    return this.put(entry)
  }

  /** Whether an entry has this id, stored or not yet. */
  has(id) {
    return this.#tree.find(id) !== -1
  }

  async getLeafId() {
    return this.leaf()
  }

  /** The leaf, which an odd file may have set to an entry that it does not have. */
  leaf() {
    const leaf = this.#leaf
    if (leaf !== null && !this.has(leaf)) throw new SessionError('invalid_session', notFound(leaf))
    return leaf
  }

  /** Takes note of what an entry that has been added makes the leaf. */
  added(entry) {
    this.#leaf = entry.type === 'leaf' ? entry.targetId : entry.id
  }

  /** Takes note that entries that were to be added are not. */
  notAdded() {
    this.#leaf = this.#tree.leaf()
  }

  async setLeafId(leafId) {
    return this[MOVE](leafId)
  }

  #leafEntry(targetId) {
    const id = this.freshId()
    return { type: 'leaf', id, parentId: this.leaf(), timestamp: createTimestamp(), targetId }
  }

  /** The number of an entry that must be there; undefined for null. */
  known(id) {
    return id === null ? undefined : this.#number(id)
  }

  #number(id) {
    const number = this.tree.find(id)
    if (number === -1) throw new SessionError('not_found', notFound(id))
    return number
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
      for (const id of about) this.#number(id)
      return this.#append(make)
    })
    await this.sync()
    return id
  }

  async [MOVE](leafId, make) {
    const id = await this.inTurn(() => {
      this.known(leafId)
      const stored = this.put(this.#leafEntry(leafId))
      if (make === undefined) return stored
      return stored === undefined ? this.#append(make) : stored.then(() => this.#append(make))
    })
    await this.sync()
    return id
  }

  #append(make) {
    const entry = make(this.freshId(), this.leaf(), createTimestamp())
    const stored = this.putSoon(entry)
    return stored === undefined ? entry.id : stored.then(() => entry.id)
  }
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
