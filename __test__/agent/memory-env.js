// An execution environment in memory, for the tools that read and write files. Every call is noted in `calls`; a write
// can be held back, to see what waits for it.

import path from 'node:path'
import { err, FileError, ok } from '@polyweave/gatto-agent-harness/agent'

export class MemoryEnv {
  cwd = '/work'
  calls = []
  files = new Map()
  /** From link to target. */
  links = new Map()
  /** By method, what it answers in place of its own answer. */
  answers = {}
  /** Called in every write, before the file changes. */
  beforeWrite = () => {}

  constructor(files = {}) {
    for (const [name, content] of Object.entries(files)) this.files.set(this.#at(name), Buffer.from(content))
  }

  text(name) {
    return this.bytes(name).toString()
  }

  bytes(name) {
    return this.files.get(this.#real(name))
  }

  #at(name) {
    return path.posix.resolve(this.cwd, name)
  }

  #real(name) {
    const at = this.#at(name)
    return this.links.get(at) ?? at
  }

  async #call(method, name, answer) {
    this.calls.push(`${method} ${name}`)
    return this.answers[method]?.(name) ?? answer()
  }

  #of(name, value) {
    const bytes = this.files.get(this.#real(name))
    return bytes === undefined
      ? err(new FileError('not_found', 'there is no such file', name))
      : ok(value(bytes))
  }

  absolutePath(name) {
    return this.#call('absolutePath', name, () => ok(this.#at(name)))
  }

  canonicalPath(name) {
    return this.#call('canonicalPath', name, () => this.#of(name, () => this.#real(name)))
  }

  fileInfo(name) {
    const kind = this.links.has(name) ? 'symlink' : 'file'
    return this.#call('fileInfo', name, () =>
      this.#of(name, ({ length }) => ({
        name: path.basename(name),
        path: name,
        kind,
        size: length,
        mtimeMs: 0
      }))
    )
  }

  readTextFile(name) {
    return this.#call('readTextFile', name, () => this.#of(name, String))
  }

  readBinaryFile(name) {
    return this.#call('readBinaryFile', name, () => this.#of(name, (bytes) => new Uint8Array(bytes)))
  }

  writeFile(name, content) {
    return this.#call('writeFile', name, async () => {
      await this.beforeWrite(name)
      this.files.set(this.#real(name), Buffer.from(content))
      this.calls.push(`written ${name}`)
      return ok(undefined)
    })
  }
}

/** A promise, and what settles it. */
export function gate() {
  let open
  const opened = new Promise((resolve) => {
    open = resolve
  })
  return { opened, open }
}
