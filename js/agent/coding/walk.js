// What lies below a folder of any environment, without what git ignores. On this machine a thread walks (src/search/).

import { native } from '../../native.js'
import { getOrThrow } from '../result.js'
import { throwIfAborted } from './path.js'

/** In the order in which they are asked: of two that say something about a path, the later one is heard. */
const RULES = ['.gitignore', '.ignore']

/** The walk through one tree of an environment: in the order of names, folder by folder, links not followed. */
export class Walk {
  /** How many files and folders could not be read. */
  unread = 0
  #env
  #root
  #signal

  constructor(env, root, signal) {
    this.#env = env
    this.#root = root
    this.#signal = signal
  }

  /** Every file, link and folder below the root, as FileInfo with its path from the root as `below`. */
  async *folder(root = this.#root) {
    const list = getOrThrow(await this.#env.listDir(root, this.#signal))
    yield* this.#below(root, list, '', await this.#rulesAbove(root))
  }

  /** As `folder`, or the root alone when it is a file. */
  async *entries() {
    const info = getOrThrow(await this.#env.fileInfo(this.#root))
    if (info.kind === 'directory') return yield* this.folder()
    if (info.kind === 'file') return yield { ...info, below: '' }
    const path = getOrThrow(await this.#env.canonicalPath(this.#root, this.#signal))
    const target = getOrThrow(await this.#env.fileInfo(path))
    if (target.kind === 'directory') yield* this.folder(path)
    else yield { ...target, below: '' }
  }

  /** The bytes of a file, or nothing when it cannot be read. */
  async read(path) {
    const bytes = await this.#env.readBinaryFile(path, this.#signal)
    throwIfAborted(this.#signal)
    if (bytes.ok) return bytes.value
    this.unread += 1
  }

  async *#below(folder, list, below, above) {
    const rules = await this.#rules(folder, list, above)
    for (const entry of [...list].sort(byName)) {
      throwIfAborted(this.#signal)
      const isFolder = entry.kind === 'directory'
      if (entry.name === '.git' || (rules && native.isIgnored(rules, entry.path, isFolder))) continue
      const here = below === '' ? entry.name : `${below}/${entry.name}`
      yield { ...entry, below: here }
      if (!isFolder) continue
      const inside = await this.#env.listDir(entry.path, this.#signal)
      if (inside.ok) yield* this.#below(entry.path, inside.value, here, rules)
      else this.unread += 1
    }
  }

  async #rules(folder, list, above) {
    const names = new Set(list.map(({ name }) => name))
    let rules = above
    for (const name of RULES.filter((file) => names.has(file))) rules = await this.#add(folder, name, rules)
    return rules
  }

  /** The rules of the folders from the working folder down to the one that the root is in. */
  async #rulesAbove(root) {
    const { cwd } = this.#env
    if (typeof cwd !== 'string' || !root.startsWith(`${cwd}/`)) return undefined
    let rules
    let folder = cwd
    for (const name of root.slice(cwd.length + 1).split('/')) {
      for (const file of RULES) rules = await this.#add(folder, file, rules)
      folder = `${folder}/${name}`
    }
    return rules
  }

  async #add(folder, file, above) {
    const text = await this.#env.readTextFile(`${folder}/${file}`, this.#signal)
    return text.ok ? native.rulesOf(folder, text.value, above) : above
  }
}

/** The order of names: by their characters, as the disk's own walk has it. */
export function byName(one, other) {
  if (one.name === other.name) return 0
  return one.name < other.name ? -1 : 1
}
