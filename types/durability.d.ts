// The log of a harness.

/** When what was written is forced to the disk. Whatever the mode, a killed process loses nothing that was seen. */
export type FsyncMode =
  /** Before the first output of the input goes out. */
  | 'always'
  /** Within 50 ms, on another thread. */
  | 'batch'
  /** When the operating system does it. */
  | 'never'

// Plain void would let an async function through.
type Nothing = void | undefined

/**
 * A place for the log other than a file. All three are synchronous: a promise is a TypeError. A record is one JSON
 * text without a line break.
 */
export interface DurabilityStore {
  /** The records of that id, in order; null or undefined when there are none. */
  load(id: string): Iterable<string> | null | undefined
  /** Keeps the records of one input, and those it refused before: all or none, before it returns. */
  append(id: string, records: readonly string[]): Nothing
  /** The harness has ended. */
  close(id: string): Nothing
}

/** The option `durability` of a harness. */
export interface DurabilityOptions {
  /** Default false. */
  enabled?: boolean | undefined
  /** Names the log. Required when enabled. */
  wrapperId?: string | undefined
  /** The folder under `dir`. Default `'agent-harness'`. */
  wrapperType?: string | undefined
  /** Default `.gatto` under the current directory. */
  dir?: string | undefined
  /** Default `'batch'`. */
  fsync?: FsyncMode | undefined
  /** In place of files. Default: files. */
  store?: DurabilityStore | undefined
}
