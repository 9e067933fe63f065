// Where the entries of a session are kept.

import type { SessionTreeEntry } from './entry.js'
import type { FileSystem } from './environment.js'

/** What is known of a session before its entries are read. */
export interface SessionMetadata {
  id: string
  /** ISO 8601, UTC. */
  createdAt: string
}

/** What the header of a session file says. */
export interface JsonlSessionMetadata extends SessionMetadata {
  /** The working directory that the session is about. */
  cwd: string
  /** The file. */
  path: string
  /** The file that this one was forked from. */
  parentSessionPath?: string
  /** Whatever the application keeps here. */
  metadata?: Record<string, unknown>
}

/** What all entries of a session add up to, those on branches that were left included. */
export interface SessionStats {
  /** How many entries are messages. */
  messageCount: number
  /** Read from a cache: the sum of `usage.cacheRead`. */
  cachedTokens: number
  /** The sum of `usage.input` and `usage.cacheWrite`. */
  uncachedTokens: number
  /** The sum of all four numbers of tokens. */
  totalTokens: number
  /** US dollars: the sum of `usage.cost.total`. */
  costTotal: number
}

/** Which entries are wanted. */
export interface SessionEntryCursorOptions {
  /** How many are left out at the beginning. Default 0. */
  afterEntrySeq?: number
  /** How many there are at most. Default: all. */
  limit?: number
}

/** When an entry is brought to the disk. Whatever the mode, an append that has resolved survives a kill. */
export type SessionFsync =
  /** Before its append resolves. */
  | 'always'
  /** Within 50 ms, on another thread. */
  | 'batch'
  /** When the operating system does it, or at `flush()`. */
  | 'never'

/** Where the entries of a session are kept. */
export interface SessionStorage<TMetadata extends SessionMetadata = SessionMetadata> {
  getMetadata(): Promise<TMetadata>
  /**
   * Where the conversation goes on: the last entry, or the target of a last `leaf` entry; null for none.
   *
   * @throws SessionError `invalid_session`, when the leaf is an entry that is not there.
   */
  getLeafId(): Promise<string | null>
  /**
   * Makes an entry the leaf, and stores that.
   *
   * @throws SessionError `not_found`
   */
  setLeafId(leafId: string | null): Promise<void>
  /** An id that no entry has. */
  createEntryId(): Promise<string>
  /**
   * Stores an entry as it is, and makes it the leaf.
   *
   * @throws SessionError `invalid_entry`, `storage`
   */
  appendEntry(entry: SessionTreeEntry): Promise<void>
  getEntry(id: string): Promise<SessionTreeEntry | undefined>
  /** All entries of a kind, in the order in which they came. */
  findEntries<TType extends SessionTreeEntry['type']>(
    type: TType
  ): Promise<Array<Extract<SessionTreeEntry, { type: TType }>>>
  /** The label of an entry, trimmed. */
  getLabel(id: string): Promise<string | undefined>
  /** The name of the session, trimmed. */
  getSessionName(): Promise<string | undefined>
  getSessionStats(): Promise<SessionStats>
  /**
   * The way from the root, or from what the last compaction has kept, to an entry. None for null.
   *
   * @throws SessionError `not_found`; `invalid_session`, when a parent is missing or parents lead in a circle.
   */
  getPathToRootOrCompaction(leafId: string | null): Promise<SessionTreeEntry[]>
  /** The entries in the order in which they came: a new array of the stored objects. */
  getEntries(options?: SessionEntryCursorOptions): Promise<SessionTreeEntry[]>
}

/** Entries in memory. They are kept as they are, not copied. */
export declare class InMemorySessionStorage<TMetadata extends SessionMetadata = SessionMetadata>
  implements SessionStorage<TMetadata>
{
  /**
   * @param options - `entries` (default: none) are kept, the array is copied. `metadata` by default has a new id and the time now.
   * @throws SessionError `invalid_session`, when the last entry is a leaf that leads nowhere.
   */
  constructor(options?: { entries?: SessionTreeEntry[]; metadata?: TMetadata })
  getMetadata(): Promise<TMetadata>
  getLeafId(): Promise<string | null>
  setLeafId(leafId: string | null): Promise<void>
  createEntryId(): Promise<string>
  appendEntry(entry: SessionTreeEntry): Promise<void>
  getEntry(id: string): Promise<SessionTreeEntry | undefined>
  findEntries<TType extends SessionTreeEntry['type']>(
    type: TType
  ): Promise<Array<Extract<SessionTreeEntry, { type: TType }>>>
  getLabel(id: string): Promise<string | undefined>
  getSessionName(): Promise<string | undefined>
  getSessionStats(): Promise<SessionStats>
  getPathToRootOrCompaction(leafId: string | null): Promise<SessionTreeEntry[]>
  getEntries(options?: SessionEntryCursorOptions): Promise<SessionTreeEntry[]>
}

/** What a storage in files asks of a file system. */
export type JsonlSessionFileSystem = Pick<
  FileSystem,
  'readTextFile' | 'readTextLines' | 'writeFile' | 'appendFile'
>

/**
 * Entries in a file of JSON lines. With a `NodeExecutionEnv` the file is indexed off the main thread and its entries are
 * made when they are asked for; with any other file system it is read whole. See docs/sessions.md.
 */
export declare class JsonlSessionStorage implements SessionStorage<JsonlSessionMetadata> {
  private constructor()
  /**
   * Opens a session file. A last line that was cut off in the middle is left out.
   *
   * @param options - `fsync` is `'batch'` by default.
   * @throws SessionError `not_found`, `invalid_session` for the header, `invalid_entry` for a line, `storage`
   */
  static open(
    fs: JsonlSessionFileSystem,
    filePath: string,
    options?: { fsync?: SessionFsync }
  ): Promise<JsonlSessionStorage>
  /**
   * Writes a new session file, in place of one that was there.
   *
   * @param options - What the header says; `fsync` is `'batch'` by default.
   * @throws SessionError `invalid_session` for a header that could not be read again; then nothing is written. `storage`
   */
  static create(
    fs: JsonlSessionFileSystem,
    filePath: string,
    options: {
      cwd: string
      sessionId: string
      parentSessionPath?: string
      metadata?: Record<string, unknown>
      fsync?: SessionFsync
    }
  ): Promise<JsonlSessionStorage>
  getMetadata(): Promise<JsonlSessionMetadata>
  getLeafId(): Promise<string | null>
  setLeafId(leafId: string | null): Promise<void>
  createEntryId(): Promise<string>
  /** @throws SessionError `invalid_entry`; `storage`, also when somebody else has written to the file. */
  appendEntry(entry: SessionTreeEntry): Promise<void>
  getEntry(id: string): Promise<SessionTreeEntry | undefined>
  findEntries<TType extends SessionTreeEntry['type']>(
    type: TType
  ): Promise<Array<Extract<SessionTreeEntry, { type: TType }>>>
  getLabel(id: string): Promise<string | undefined>
  getSessionName(): Promise<string | undefined>
  getSessionStats(): Promise<SessionStats>
  getPathToRootOrCompaction(leafId: string | null): Promise<SessionTreeEntry[]>
  getEntries(options?: SessionEntryCursorOptions): Promise<SessionTreeEntry[]>
  /** Resolves when all that was appended is on the disk. */
  flush(): Promise<void>
  /** Lets the file go at once; otherwise it is let go when the storage is collected. */
  close(): Promise<void>
}

/**
 * The metadata of a session file, of which only the first line is read.
 *
 * @throws SessionError `not_found`, `invalid_session`, `storage`
 */
export declare function loadJsonlSessionMetadata(
  fs: JsonlSessionFileSystem,
  filePath: string
): Promise<JsonlSessionMetadata>
