// The files of this machine. Every operation gives a result and throws nothing.

import os from 'node:os'
import path from 'node:path'
import { native } from '../../native.js'
import { FileError } from '../error.js'
import { err, ok } from '../result.js'
import { fileError } from './failure.js'
import { resolvePath } from './path.js'

const KINDS = ['file', 'directory', 'symlink']
const MADE = ok(undefined)

/** The half of an environment that is a file system, with relative paths below `cwd`. */
export class NodeFileSystem {
  constructor(cwd) {
    this.cwd = cwd
  }

  async absolutePath(written) {
    return at(this, written, (absolute) => ok(absolute))
  }

  async joinPath(parts) {
    try {
      if (Array.isArray(parts) && parts.every((part) => typeof part === 'string'))
        return ok(path.join(...parts))
    } catch (error) {
      return err(fileError(error))
    }
    return err(new FileError('invalid', 'joinPath takes an array of strings'))
  }

  async readTextFile(written, signal) {
    return reading(this, written, signal, native.readText)
  }

  async readTextLines(written, options) {
    return at(this, written, (absolute) => {
      const { maxLines, abortSignal } = options ?? {}
      return unlessAborted(absolute, abortSignal, async () => {
        if (maxLines !== undefined && maxLines <= 0) return []
        const lines = (await native.readLines(absolute, Number(maxLines ?? Number.NaN))).split('\n')
        // Each line ended with a line feed, so that no line at all and an empty one are not the same.
        lines.pop()
        return lines
      })
    })
  }

  async readBinaryFile(written, signal) {
    return reading(this, written, signal, native.readBytes)
  }

  async writeFile(written, content, signal) {
    return at(this, written, async (absolute) => {
      // A turn later, so that an abort right behind the call keeps the file as it is.
      if (!signal?.aborted) await undefined
      if (signal?.aborted) return aborted(absolute)
      return writing(absolute, content, false)
    })
  }

  async appendFile(written, content) {
    return at(this, written, (absolute) => writing(absolute, content, true))
  }

  async fileInfo(written) {
    return at(this, written, async (absolute) => {
      const numbers = await native.pathInfo(absolute)
      if (KINDS[numbers[0]] === undefined) return unsupported(absolute)
      return ok(info(path.basename(absolute), absolute, numbers, 0))
    })
  }

  async listDir(written, signal) {
    return reading(this, written, signal, async (absolute) => {
      const { names, numbers } = await native.listFolder(absolute)
      const folder = absolute.endsWith(path.sep) ? absolute : absolute + path.sep
      const found = []
      for (const [place, name] of names.split('/').slice(0, -1).entries()) {
        if (KINDS[numbers[3 * place]] !== undefined) found.push(info(name, folder + name, numbers, 3 * place))
      }
      return found
    })
  }

  async canonicalPath(written) {
    return at(this, written, async (absolute) => ok(await native.canonicalPath(absolute)))
  }

  async exists(written) {
    const found = await this.fileInfo(written)
    if (found.ok) return ok(true)
    return found.error.code === 'not_found' ? ok(false) : found
  }

  async createDir(written, options) {
    return at(this, written, async (absolute) => {
      await native.makeFolder(absolute, options?.recursive ?? true)
      return MADE
    })
  }

  async remove(written, options) {
    return at(this, written, async (absolute) => {
      await native.removePath(absolute, options?.recursive ?? false, options?.force ?? false)
      return MADE
    })
  }

  async createTempDir(prefix = 'tmp-') {
    try {
      return ok(await native.makeTemporaryFolder(path.join(os.tmpdir(), String(prefix))))
    } catch (error) {
      return err(fileError(error))
    }
  }

  async createTempFile(options) {
    try {
      const { prefix = '', suffix = '' } = options ?? {}
      const around = [String(prefix), String(suffix)]
      const folder = await this.createTempDir()
      return folder.ok ? ok(await native.makeTemporaryFile(folder.value, ...around)) : folder
    } catch (error) {
      return err(fileError(error, error.path))
    }
  }
}

/** Does something with the absolute path of what was written, and gives its result, or an error for what it threw. */
async function at(files, written, work) {
  if (typeof written !== 'string') return err(new FileError('invalid', 'The path must be a string'))
  let absolute
  try {
    absolute = resolvePath(files.cwd, written)
    return await work(absolute)
  } catch (error) {
    return err(fileError(error, absolute))
  }
}

/** Reads, unless the signal is aborted before or meanwhile. */
function reading(files, written, signal, read) {
  return at(files, written, (absolute) => unlessAborted(absolute, signal, read))
}

async function unlessAborted(absolute, signal, read) {
  if (signal?.aborted) return aborted(absolute)
  const value = await read(absolute)
  return signal?.aborted ? aborted(absolute) : ok(value)
}

async function writing(absolute, content, append) {
  if (typeof content !== 'string' && !ArrayBuffer.isView(content)) {
    return err(new FileError('unknown', 'The content must be a string or an array of bytes', absolute))
  }
  await native.writeFile(absolute, typeof content === 'string' ? content : bytesOf(content), append)
  return MADE
}

/** Any view of memory as bytes that can cross to native code. */
export function bytesOf(view) {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
  // Shared memory does not cross as it is.
  return view.buffer instanceof ArrayBuffer ? bytes : Uint8Array.from(bytes)
}

function info(name, absolute, numbers, from) {
  return {
    name,
    path: absolute,
    kind: KINDS[numbers[from]],
    size: numbers[from + 1],
    mtimeMs: numbers[from + 2]
  }
}

const aborted = (absolute) => err(new FileError('aborted', 'aborted', absolute))
const unsupported = (absolute) => err(new FileError('invalid', 'Unsupported file type', absolute))

/**
 * Whether an environment's own words for these methods are those of this machine's files, so that native code may do what
 * they do. One that somebody has derived from it and words one of them in another way, or spies on it, is asked itself.
 */
export function isLocal(env, ...methods) {
  if (!(env instanceof NodeFileSystem)) return false
  return methods.every((method) => env[method] === NodeFileSystem.prototype[method])
}
