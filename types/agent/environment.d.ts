// The execution environment: files and commands, as sessions, resources and tools see them.

import type { ExecutionError, FileError } from './error.js'
import type { Result } from './result.js'

/** What stands at a path. A symbolic link is not followed. */
export type FileKind = 'file' | 'directory' | 'symlink'

/** What is known of a path without following a symbolic link at its end. */
export interface FileInfo {
  /** The last part of the path. */
  name: string
  /** The absolute path, links in it as they are. */
  path: string
  kind: FileKind
  /** In bytes. */
  size: number
  /** When the content changed, in milliseconds since 1970, with fractions. */
  mtimeMs: number
}

/**
 * Files. A path may be relative to `cwd`. No method throws or rejects: what failed is the `error` of the result, with one
 * of the codes of {@link FileError}. A signal that is aborted is the code `aborted`, from `readTextFile`, `readTextLines`,
 * `readBinaryFile`, `writeFile` and `listDir`; a `NodeExecutionEnv` looks at it in no other method.
 */
export interface FileSystem {
  /** Where relative paths begin. */
  cwd: string
  /** The absolute path, made of the text alone: nothing is looked up, no link is followed. */
  absolutePath(path: string, abortSignal?: AbortSignal): Promise<Result<string, FileError>>
  /** The parts as one path, `.` and `..` resolved. */
  joinPath(parts: string[], abortSignal?: AbortSignal): Promise<Result<string, FileError>>
  /** The text of a file: UTF-8, U+FFFD for what is none. A byte order mark stays, as U+FEFF. */
  readTextFile(path: string, abortSignal?: AbortSignal): Promise<Result<string, FileError>>
  /** The lines of a file without what ended them. No more of it is read than the first `maxLines`. */
  readTextLines(
    path: string,
    options?: { maxLines?: number; abortSignal?: AbortSignal }
  ): Promise<Result<string[], FileError>>
  /** The bytes of a file. */
  readBinaryFile(path: string, abortSignal?: AbortSignal): Promise<Result<Uint8Array, FileError>>
  /** Writes a file, over what was there. Makes the folders it is in. */
  writeFile(
    path: string,
    content: string | Uint8Array,
    abortSignal?: AbortSignal
  ): Promise<Result<void, FileError>>
  /** Writes behind the end of a file. Makes the file and the folders it is in. */
  appendFile(
    path: string,
    content: string | Uint8Array,
    abortSignal?: AbortSignal
  ): Promise<Result<void, FileError>>
  /** What stands at a path. A device, a socket or a pipe is `invalid`. */
  fileInfo(path: string, abortSignal?: AbortSignal): Promise<Result<FileInfo, FileError>>
  /** What is in a folder, links as links. Devices, sockets and pipes are left out. */
  listDir(path: string, abortSignal?: AbortSignal): Promise<Result<FileInfo[], FileError>>
  /** The absolute path with all links followed. */
  canonicalPath(path: string, abortSignal?: AbortSignal): Promise<Result<string, FileError>>
  /** Whether something stands at a path: also a link that leads nowhere. Only `not_found` is false. */
  exists(path: string, abortSignal?: AbortSignal): Promise<Result<boolean, FileError>>
  /** Makes a folder; `recursive` (default true) makes those it is in, and is content when it is there. */
  createDir(
    path: string,
    options?: { recursive?: boolean; abortSignal?: AbortSignal }
  ): Promise<Result<void, FileError>>
  /** Removes a file or a link; a folder only when `recursive`. With `force` it may be missing. Both are false. */
  remove(
    path: string,
    options?: { recursive?: boolean; force?: boolean; abortSignal?: AbortSignal }
  ): Promise<Result<void, FileError>>
  /** Makes a folder that nobody else has; its name begins with `prefix` (default `tmp-`). */
  createTempDir(prefix?: string, abortSignal?: AbortSignal): Promise<Result<string, FileError>>
  /** Makes an empty file that nobody else has, in a folder of its own: `<prefix><uuid><suffix>`. */
  createTempFile(options?: {
    prefix?: string
    suffix?: string
    abortSignal?: AbortSignal
  }): Promise<Result<string, FileError>>
  /** Lets go what the file system holds. Does not fail. */
  cleanup(): Promise<void>
}

/** How a command is run. */
export interface ShellExecOptions {
  /** Where it runs; relative to that of the environment, which is the default. */
  cwd?: string
  /** Variables beside those that are inherited, or all there are. */
  env?: Record<string, string>
  /** Whether it has the variables of this process and of the environment. Default: true. */
  inheritEnv?: boolean
  /** Seconds until it is killed; above 0, at most 2147483.647. Default: none. */
  timeout?: number
  /** Kills it. */
  abortSignal?: AbortSignal
  /** Gets each piece of the standard output. What it throws kills the command. */
  onStdout?: (chunk: string) => void
  /** Gets each piece of the standard error. What it throws kills the command. */
  onStderr?: (chunk: string) => void
}

/** Commands. */
export interface Shell {
  /**
   * Runs a command in a shell. Any exit code is a value; the error of a result has one of the codes of
   * {@link ExecutionError}. Does not throw or reject.
   */
  exec(
    command: string,
    options?: ShellExecOptions
  ): Promise<Result<{ stdout: string; stderr: string; exitCode: number }, ExecutionError>>
  /** Kills what still runs. Does not fail. */
  cleanup(): Promise<void>
}

/** Files and commands: all that the tools touch. */
export interface ExecutionEnv extends FileSystem, Shell {}

/**
 * The machine that Node runs on.
 *
 * In paths `~` and `~/…` stand for the home folder, and `file://` URLs for their paths.
 *
 * @example
 * import os from 'node:os'
 * import { getOrThrow, NodeExecutionEnv } from '@polyweave/gatto-agent-harness/agent'
 *
 * const env = new NodeExecutionEnv({ cwd: os.tmpdir() })
 * const folder = getOrThrow(await env.createTempDir())
 * getOrThrow(await env.writeFile(`${folder}/deep/note.txt`, 'one\r\ntwo'))
 * console.log(getOrThrow(await env.readTextLines(`${folder}/deep/note.txt`)).length) // prints 2
 * const missing = await env.readTextFile('no such file')
 * console.log(missing.ok || missing.error.code) // prints not_found
 * getOrThrow(await env.remove(folder, { recursive: true }))
 *
 * const { stdout, exitCode } = getOrThrow(await env.exec('echo hello; kill -9 $$'))
 * console.log(stdout.trim(), exitCode) // prints hello 137
 */
export declare class NodeExecutionEnv implements ExecutionEnv {
  constructor(options: {
    /** Where relative paths begin, and commands run. */
    cwd: string
    /** The shell, instead of bash. */
    shellPath?: string
    /** Variables that commands have, beside those of this process. */
    shellEnv?: Record<string, string | undefined>
  })
  cwd: string
  absolutePath(path: string): Promise<Result<string, FileError>>
  joinPath(parts: string[]): Promise<Result<string, FileError>>
  readTextFile(path: string, abortSignal?: AbortSignal): Promise<Result<string, FileError>>
  readTextLines(
    path: string,
    options?: { maxLines?: number; abortSignal?: AbortSignal }
  ): Promise<Result<string[], FileError>>
  readBinaryFile(path: string, abortSignal?: AbortSignal): Promise<Result<Uint8Array, FileError>>
  writeFile(
    path: string,
    content: string | Uint8Array,
    abortSignal?: AbortSignal
  ): Promise<Result<void, FileError>>
  appendFile(path: string, content: string | Uint8Array): Promise<Result<void, FileError>>
  fileInfo(path: string): Promise<Result<FileInfo, FileError>>
  listDir(path: string, abortSignal?: AbortSignal): Promise<Result<FileInfo[], FileError>>
  canonicalPath(path: string): Promise<Result<string, FileError>>
  exists(path: string): Promise<Result<boolean, FileError>>
  createDir(path: string, options?: { recursive?: boolean }): Promise<Result<void, FileError>>
  remove(path: string, options?: { recursive?: boolean; force?: boolean }): Promise<Result<void, FileError>>
  createTempDir(prefix?: string): Promise<Result<string, FileError>>
  createTempFile(options?: { prefix?: string; suffix?: string }): Promise<Result<string, FileError>>
  /**
   * Runs a command in bash, as the leader of a process group without a terminal; its input is empty. A signal that ended
   * it counts as the exit code 128 and its number.
   *
   * What it leaves in the background goes on, unless `reapBackground` (default false) says that it is killed. It can keep
   * the call for 100 ms, or for a second if it writes; what the command itself wrote is always there.
   */
  exec(
    command: string,
    options?: ShellExecOptions & { reapBackground?: boolean }
  ): Promise<Result<{ stdout: string; stderr: string; exitCode: number }, ExecutionError>>
  /** Kills the commands that still run, and waits until they are dead: half a second at most. */
  cleanup(): Promise<void>
}
