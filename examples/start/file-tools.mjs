// Tools that list, read, write and edit files. Each sees only arguments that its schema has let through.

import fs from 'node:fs/promises'
import path from 'node:path'
import { confine } from './workspace.mjs'

const LONGEST_READ = 100_000
const name = { type: 'string', minLength: 1, description: 'A path relative to the workspace' }

export function fileTools(root) {
  return [
    {
      id: 'list_files',
      description: 'Lists files with their sizes.',
      parameters: {
        type: 'object',
        properties: { depth: { type: 'integer', minimum: 1, maximum: 10 } },
        additionalProperties: false
      },
      // Reading changes nothing, so a call that a crash interrupted may simply run again.
      replay: 'safe',
      async execute({ depth = 1 }) {
        const entries = await fs.readdir(root, { recursive: true, withFileTypes: true })
        const files = entries
          .filter((entry) => entry.isFile())
          .map((entry) => path.join(entry.parentPath, entry.name))
        const near = files.filter((file) => path.relative(root, file).split(path.sep).length <= depth).sort()
        return Promise.all(
          near.map(async (file) => ({ path: path.relative(root, file), bytes: (await fs.stat(file)).size }))
        )
      }
    },
    {
      id: 'read_file',
      description: 'Reads a text file.',
      parameters: {
        type: 'object',
        properties: { path: name },
        required: ['path'],
        additionalProperties: false
      },
      replay: 'safe',
      async execute(args) {
        const text = await fs.readFile(confine(root, args.path), 'utf8')
        if (text.length > LONGEST_READ) throw new Error(`${args.path} is too long to read at once`)
        return text
      }
    },
    {
      id: 'write_file',
      description: 'Writes a text file, and the folders it is in.',
      parameters: {
        type: 'object',
        properties: { path: name, content: { type: 'string' } },
        required: ['path', 'content'],
        additionalProperties: false
      },
      // The same text twice is the same file.
      replay: 'safe',
      async execute({ path: wanted, content }) {
        const file = confine(root, wanted)
        await fs.mkdir(path.dirname(file), { recursive: true })
        await fs.writeFile(file, content)
        return { path: wanted, bytes: Buffer.byteLength(content) }
      }
    },
    {
      id: 'edit_file',
      description: 'Replaces a text that stands in the file exactly once.',
      parameters: {
        type: 'object',
        properties: { path: name, find: { type: 'string', minLength: 1 }, replace: { type: 'string' } },
        required: ['path', 'find', 'replace'],
        additionalProperties: false
      },
      // Not safe to replay: if the edit was done before the crash, a second one finds nothing, or something else.
      async execute({ path: wanted, find, replace }) {
        const file = confine(root, wanted)
        const parts = (await fs.readFile(file, 'utf8')).split(find)
        if (parts.length !== 2)
          throw new Error(`the text stands in ${wanted} ${parts.length - 1} times, not once`)
        await fs.writeFile(file, parts.join(replace))
        return { path: wanted, line: parts[0].split('\n').length }
      }
    }
  ]
}
