// Where sessions are kept, found, and forked.

import type { SessionTreeEntry } from './entry.js'
import type { FileError } from './error.js'
import type { FileSystem } from './environment.js'
import type { Result } from './result.js'
import type { Session } from './session.js'
import type { JsonlSessionMetadata, SessionFsync, SessionMetadata, SessionStorage } from './storage.js'

/** How a session is made. */
export interface SessionCreateOptions {
  /** Default: a new UUID. */
  id?: string
}

/** What a fork takes along. */
export interface SessionForkOptions {
  /** The entry at which it ends. Default: everything is copied. */
  entryId?: string
  /** Whether that entry is copied. `before` is for the messages of a user. Default `before`. */
  position?: 'before' | 'at'
  /** Of the fork. Default: a new UUID. */
  id?: string
}

/** Where sessions are kept. */
export interface SessionRepo<
  TMetadata extends SessionMetadata = SessionMetadata,
  TCreateOptions extends SessionCreateOptions = SessionCreateOptions,
  TListOptions = void
> {
  create(options: TCreateOptions): Promise<Session<TMetadata>>
  /** @throws SessionError `not_found` */
  open(metadata: TMetadata): Promise<Session<TMetadata>>
  /** What is known of each session. None of them is opened. */
  list(options?: TListOptions): Promise<TMetadata[]>
  /** Deletes a session; does nothing when there is none. */
  delete(metadata: TMetadata): Promise<void>
  /**
   * A new session with entries of another.
   *
   * @throws SessionError `not_found`, `invalid_fork_target`
   */
  fork(source: TMetadata, options: SessionForkOptions & TCreateOptions): Promise<Session<TMetadata>>
}

/** Sessions in memory. `open` gives the session that `create` gave. */
export declare class InMemorySessionRepo implements SessionRepo<SessionMetadata, { id?: string }, void> {
  create(options?: { id?: string }): Promise<Session<SessionMetadata>>
  open(metadata: SessionMetadata): Promise<Session<SessionMetadata>>
  /** In the order of creation. */
  list(): Promise<SessionMetadata[]>
  delete(metadata: SessionMetadata): Promise<void>
  fork(
    sourceMetadata: SessionMetadata,
    options: { entryId?: string; position?: 'before' | 'at'; id?: string }
  ): Promise<Session<SessionMetadata>>
}

/** How a session in a file is made. */
export interface JsonlSessionCreateOptions extends SessionCreateOptions {
  /** The working directory that it is about. */
  cwd: string
  /** The file of the session that it comes from. Default: none; of a fork its source. */
  parentSessionPath?: string
  /** Whatever the application keeps in the header. Default: none; of a fork that of its source. */
  metadata?: Record<string, unknown>
}

/** Which sessions are listed. */
export interface JsonlSessionListOptions {
  /** Only those of this working directory. */
  cwd?: string
}

/** Sessions in files. */
export interface JsonlSessionRepoApi
  extends SessionRepo<JsonlSessionMetadata, JsonlSessionCreateOptions, JsonlSessionListOptions> {}

/** What a repository in files asks of a file system. */
export type JsonlSessionRepoFileSystem = Pick<
  FileSystem,
  | 'cwd'
  | 'absolutePath'
  | 'joinPath'
  | 'readTextFile'
  | 'readTextLines'
  | 'writeFile'
  | 'appendFile'
  | 'listDir'
  | 'exists'
  | 'createDir'
  | 'remove'
>

/** Sessions in files below `sessionsRoot`, a folder for each working directory. `open` gives a new session each time. */
export declare class JsonlSessionRepo implements JsonlSessionRepoApi {
  /** @throws TypeError (`ERR_GATTO_OPTION_TYPE`) when `fsync` is none. */
  constructor(options: {
    /** Where the files are: a `NodeExecutionEnv`, or any other file system. */
    fs: JsonlSessionRepoFileSystem
    /** The folder that has them all; relative to `fs.cwd`, or absolute. Need not exist. */
    sessionsRoot: string
    /** Default `'batch'`. A file system that is no `NodeExecutionEnv` is not asked to sync. */
    fsync?: SessionFsync
  })
  /** @throws SessionError `invalid_session` for a header that could not be read again, `storage` */
  create(options: JsonlSessionCreateOptions): Promise<Session<JsonlSessionMetadata>>
  /** @throws SessionError `not_found`, `invalid_session` for the header, `invalid_entry` for a line, `storage` */
  open(metadata: JsonlSessionMetadata): Promise<Session<JsonlSessionMetadata>>
  /** The newest first. Of each file only the first line is read; files without a header are left out. */
  list(options?: JsonlSessionListOptions): Promise<JsonlSessionMetadata[]>
  delete(metadata: JsonlSessionMetadata): Promise<void>
  /**
   * The file of the fork is there whole or not at all.
   *
   * @throws SessionError as `open`, and `invalid_fork_target`
   */
  fork(
    sourceMetadata: JsonlSessionMetadata,
    options: JsonlSessionCreateOptions & SessionForkOptions
  ): Promise<Session<JsonlSessionMetadata>>
}

/**
 * The entries that a fork copies: the stored objects, all of them without an `entryId`.
 *
 * @throws SessionError `invalid_fork_target`
 */
export declare function getEntriesToFork(
  storage: SessionStorage,
  options: { entryId?: string; position?: 'before' | 'at' }
): Promise<SessionTreeEntry[]>

/**
 * The value of a file system's result.
 *
 * @throws SessionError `not_found` or `storage`, with the FileError as its cause
 */
export declare function getFileSystemResultOrThrow<TValue>(
  result: Result<TValue, FileError>,
  message: string
): TValue
