// Reads the log of a run as anybody can: it is one JSON object a line. The harness itself needs none of this.

import fs from 'node:fs'

/** `{ bytes, records, kinds, open, last }`: how many records of which kind, and the calls that have no result. */
export function readLog(file) {
  const text = fs.readFileSync(file, 'utf8')
  // What follows the last line feed is a torn record; the harness cuts it off when it opens the log.
  const lines = text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .slice(0, -1)
  const records = lines.map((line) => JSON.parse(line))
  const kinds = new Map()
  const open = new Set()
  for (const { t, ids = [], call } of records) {
    kinds.set(t, (kinds.get(t) ?? 0) + 1)
    for (const id of ids) open.add(id)
    if (t === 'tool') open.delete(call)
  }
  return { file, bytes: Buffer.byteLength(text), records, kinds, open: [...open], last: lines.at(-1) }
}
