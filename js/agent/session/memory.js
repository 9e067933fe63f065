// Sessions that live as long as the process.

import { SessionError } from '../error.js'
import { createSessionId, createTimestamp } from '../identifier.js'
import { forkTail, getEntriesToFork, isMark, rooted } from './fork.js'
import { Session } from './session.js'
import { TreeStorage } from './storage.js'
import { SessionTree } from './tree.js'

export class InMemorySessionStorage extends TreeStorage {
  #entries
  #metadata

  constructor(options) {
    const tree = new SessionTree()
    const entries = [...(options?.entries ?? [])]
    for (const entry of entries) tree.add(entry)
    super(tree)
    this.#entries = entries
    this.#metadata = options?.metadata ?? newMetadata()
    this.leaf()
  }

  async getMetadata() {
    return this.#metadata
  }

  entriesAt(numbers) {
    return Array.from(numbers, (number) => this.#entries[number])
  }

  put(entry) {
    this.tree.add(entry)
    this.#entries.push(entry)
    this.added(entry)
  }
}

const newMetadata = (id) => ({ id: id ?? createSessionId(), createdAt: createTimestamp() })

export class InMemorySessionRepo {
  #sessions = new Map()

  async create(options) {
    return this.#keep(new InMemorySessionStorage({ metadata: newMetadata(options?.id) }))
  }

  async open(metadata) {
    const session = this.#sessions.get(metadata.id)
    if (session === undefined) throw new SessionError('not_found', `Session not found: ${metadata.id}`)
    return session
  }

  async list() {
    return Promise.all(Array.from(this.#sessions.values(), (session) => session.getMetadata()))
  }

  async delete(metadata) {
    this.#sessions.delete(metadata.id)
  }

  async fork(source, options) {
    const storage = (await this.open(source)).getStorage()
    const copied = await getEntriesToFork(storage, options)
    const tail = options.entryId ? await forkTail(storage, partOf(copied)) : []
    const entries = [...rooted(copied), ...tail]
    return this.#keep(new InMemorySessionStorage({ entries, metadata: newMetadata(options.id) }))
  }

  async #keep(storage) {
    const session = new Session(storage)
    this.#sessions.set((await storage.getMetadata()).id, session)
    return session
  }
}

function partOf(entries) {
  const ids = new Set(entries.map(({ id }) => id))
  return { leaf: entries.at(-1)?.id ?? null, has: (id) => ids.has(id), marks: entries.filter(isMark) }
}
