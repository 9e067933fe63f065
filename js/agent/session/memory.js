// Sessions that live as long as the process.

import { SessionError } from '../error.js'
import { createSessionId, createTimestamp } from '../identifier.js'
import { forkTail, getEntriesToFork, isMark, rooted } from './fork.js'
import { Session } from './session.js'
import { TreeStorage } from './storage.js'
import { SessionTree } from './tree.js'

// No private fields: see storage.js.
const ENTRIES = Symbol('entries')
const METADATA = Symbol('metadata')
const SESSIONS = Symbol('sessions')

export class InMemorySessionStorage extends TreeStorage {
  constructor(options) {
    const tree = new SessionTree()
    const entries = [...(options?.entries ?? [])]
    for (const entry of entries) tree.add(entry)
    super(tree)
    this[ENTRIES] = entries
    this[METADATA] = options?.metadata ?? newMetadata()
    this.leaf()
  }

  async getMetadata() {
    return this[METADATA]
  }

  entriesAt(numbers) {
    return Array.from(numbers, (number) => this[ENTRIES][number])
  }

  put(entry) {
    this.tree.add(entry)
    this[ENTRIES].push(entry)
    this.added(entry)
  }
}

const newMetadata = (id) => ({ id: id ?? createSessionId(), createdAt: createTimestamp() })

export class InMemorySessionRepo {
  constructor() {
    this[SESSIONS] = new Map()
  }

  async create(options) {
    return kept(this, new InMemorySessionStorage({ metadata: newMetadata(options?.id) }))
  }

  async open(metadata) {
    const session = this[SESSIONS].get(metadata.id)
    if (session === undefined) throw new SessionError('not_found', `Session not found: ${metadata.id}`)
    return session
  }

  async list() {
    return Promise.all(Array.from(this[SESSIONS].values(), (session) => session.getMetadata()))
  }

  async delete(metadata) {
    this[SESSIONS].delete(metadata.id)
  }

  async fork(source, options) {
    const storage = (await this.open(source)).getStorage()
    const copied = await getEntriesToFork(storage, options)
    const tail = options.entryId ? await forkTail(storage, partOf(copied)) : []
    const entries = [...rooted(copied), ...tail]
    return kept(this, new InMemorySessionStorage({ entries, metadata: newMetadata(options.id) }))
  }
}

async function kept(repo, storage) {
  const session = new Session(storage)
  repo[SESSIONS].set((await storage.getMetadata()).id, session)
  return session
}

function partOf(entries) {
  const ids = new Set(entries.map(({ id }) => id))
  return { last: entries.at(-1), has: (id) => ids.has(id), marks: entries.filter(isMark) }
}
