// Trees of files for tests of skills and templates, and the environments that read them.
import fs from 'node:fs'
import path from 'node:path'
import { NodeExecutionEnv as PublishedEnv } from '@earendil-works/pi-agent-core/node'
import { NodeExecutionEnv } from '@polyweave/gatto-agent-harness/agent'

/** Writes a tree: a string is a file, an object a folder, `link(to)` a link. */
export function plant(at, tree) {
  fs.mkdirSync(at, { recursive: true })
  for (const [name, what] of Object.entries(tree)) {
    const place = path.join(at, name)
    if (typeof what === 'string' || Buffer.isBuffer(what)) fs.writeFileSync(place, what)
    else if (what instanceof Link) fs.symlinkSync(what.to, place)
    else plant(place, what)
  }
}

class Link {
  constructor(to) {
    this.to = to
  }
}

export const link = (to) => new Link(to)

/** The text of a file with frontmatter. */
export const front = (fields, body = 'Body') => `---\n${fields}\n---\n${body}`

export const SKILL = front('description: Does things')

/** The ways to a disk: read by the core itself, by our environment as any other, and by the published one. */
export const environments = (cwd) => ({
  native: new NodeExecutionEnv({ cwd }),
  asked: Object.create(new NodeExecutionEnv({ cwd })),
  published: new PublishedEnv({ cwd })
})

/** An environment of files in memory, `{ path: text }`, whose methods may be replaced. */
export function memory(files, replaced = {}) {
  const folders = new Set(Object.keys(files).flatMap((file) => above(file)))
  const info = (at, kind) => ({
    ok: true,
    value: { name: path.posix.basename(at), path: at, kind, size: 0, mtimeMs: 0 }
  })
  const missing = (at) => ({
    ok: false,
    error: Object.assign(new Error(`no ${at}`), { code: 'not_found', path: at })
  })
  const fileInfo = async (at) => {
    if (at in files) return info(at, 'file')
    return folders.has(at) ? info(at, 'directory') : missing(at)
  }
  return {
    cwd: '/',
    fileInfo,
    canonicalPath: async (at) => ({ ok: true, value: at }),
    readTextFile: async (at) => (at in files ? { ok: true, value: files[at] } : missing(at)),
    listDir: async (at) => {
      const inside = [...Object.keys(files), ...folders].filter(
        (file) => path.posix.dirname(file) === at && file !== at
      )
      const infos = await Promise.all(inside.map(fileInfo))
      return { ok: true, value: infos.map((result) => result.value) }
    },
    ...replaced
  }
}

function above(file) {
  const folder = path.posix.dirname(file)
  return folder === file ? [] : [folder, ...above(folder)]
}
