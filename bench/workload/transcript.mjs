// Session files of a conversation, as JSON Lines, about 750 B an entry.
import fs from 'node:fs'
import path from 'node:path'

const TEXT = 'The harness reads a frame, decides what is to be done, and says so. '.repeat(5)
const USAGE = { input: 100, output: 20, cacheRead: 3, cacheWrite: 4, totalTokens: 127 }
const COST = { input: 0.1, output: 0.2, cacheRead: 0, cacheWrite: 0, total: 0.3 }

function message(i) {
  const timestamp = 1_767_225_600_000 + i
  if (i % 2 === 0)
    return { role: 'user', content: [{ type: 'text', text: `${TEXT}\n${TEXT.slice(0, 180)}` }], timestamp }
  const content = [
    { type: 'text', text: TEXT },
    { type: 'toolCall', id: `call_${i}`, name: 'read', arguments: { path: `src/file-${i}.js` } }
  ]
  const model = { api: 'api', provider: 'provider', model: 'model' }
  return {
    role: 'assistant',
    content,
    ...model,
    usage: { ...USAGE, cost: COST },
    stopReason: 'toolUse',
    timestamp
  }
}

export const header = (id) =>
  `${JSON.stringify({ type: 'session', version: 3, id, timestamp: '2026-01-01T00:00:00.000Z', cwd: '/work' })}\n`

/** Writes a session of so many entries, one after the other, unless it is there. */
export function writeTranscript(file, entries) {
  if (fs.existsSync(file)) return file
  fs.mkdirSync(path.dirname(file), { recursive: true })
  const lines = [header('bench')]
  let parentId = null
  for (let i = 0; i < entries; i++) {
    const id = (0x1000_0000 + i).toString(16)
    const entry = {
      type: 'message',
      id,
      parentId,
      timestamp: '2026-01-01T00:00:00.000Z',
      message: message(i)
    }
    lines.push(`${JSON.stringify(entry)}\n`)
    parentId = id
  }
  // Its own name once it is whole: runs may be cut short.
  fs.writeFileSync(`${file}.part`, lines.join(''))
  fs.renameSync(`${file}.part`, file)
  return file
}
