// The kinds of sessions there are: what holds for one holds for all.
import path from 'node:path'
import { NodeExecutionEnv } from '@polyweave/gatto-agent-harness/agent'
import { freshFolder } from '../../folder.js'

/** A file system that is not known to be this machine's: only the methods that sessions are promised. */
export function foreign(cwd) {
  const env = new NodeExecutionEnv({ cwd })
  const names = [
    'absolutePath',
    'joinPath',
    'readTextFile',
    'readTextLines',
    'writeFile',
    'appendFile',
    'listDir',
    'exists',
    'createDir',
    'remove'
  ]
  return Object.fromEntries([['cwd', cwd], ...names.map((name) => [name, (...args) => env[name](...args)])])
}

/** Each kind's name and how a new session of it is made, by the classes of `api`. */
export function kinds({ InMemorySessionStorage, JsonlSessionStorage, Session }) {
  const inFile = (makeFs) => async (t) => {
    const folder = freshFolder(t, 'session')
    const file = path.join(folder, 's.jsonl')
    return new Session(
      await JsonlSessionStorage.create(makeFs(folder), file, { cwd: folder, sessionId: 's' })
    )
  }
  return [
    { name: 'in memory', make: async () => new Session(new InMemorySessionStorage()) },
    { name: 'in a local file', make: inFile((cwd) => new NodeExecutionEnv({ cwd })) },
    { name: 'in a foreign file', make: inFile(foreign) }
  ]
}

/** Entries with their ids numbered, without times, and without fields that are undefined: what two runs share. */
export function abridged(entries) {
  const numbers = new Map()
  for (const { id } of entries) numbers.set(id, `#${numbers.size}`)
  const text = JSON.stringify(entries, (key, value) => {
    if (key === 'timestamp' && typeof value === 'string') return undefined
    return typeof value === 'string' ? (numbers.get(value) ?? value) : value
  })
  return JSON.parse(text)
}
