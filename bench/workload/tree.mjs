// Files to read and to search. What is random comes from a seed.

import fs from 'node:fs'
import path from 'node:path'

const WORDS =
  'session entry branch compaction summary token model provider stream message tool call result error'.split(
    ' '
  )

/** A generator of numbers from 0 to 2^32. */
function numbers(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state
  }
}

/** Text of about this many bytes, in lines of some words. */
export function prose(bytes, seed) {
  const next = numbers(seed)
  const lines = []
  for (let size = 0; size < bytes; ) {
    const words = Array.from({ length: 4 + (next() >>> 29) }, () => WORDS[(next() >>> 16) % WORDS.length])
    const line = `  ${words.join(' ')}`
    lines.push(line)
    size += line.length + 1
  }
  return `${lines.join('\n')}\n`
}

/** A PNG as far as a reader of headers looks: a header of one pixel, then one chunk with these bytes for the picture. */
export function picture(bytes) {
  const start = Buffer.from('89504e470d0a1a0a0000000d494844520000000100000001080600000000000000', 'hex')
  const chunk = Buffer.from('0000000049444154', 'hex')
  chunk.writeUInt32BE(bytes.length)
  return Buffer.concat([start, chunk, bytes])
}

/** Makes a file, unless another side has made it. */
export function plantFile(file, content) {
  if (fs.existsSync(file)) return
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, content())
}

/** A tree of `folders` times `files` texts of `bytes` each, with the needle in one of them. */
export function plantTree(root, { folders, files, bytes, needle }) {
  if (fs.existsSync(root)) return
  for (let folder = 0; folder < folders; folder++) {
    for (let file = 0; file < files; file++) {
      const seed = folder * files + file + 1
      plantFile(path.join(root, `part-${folder % 7}`, `folder-${folder}`, `file-${file}.ts`), () =>
        prose(bytes, seed)
      )
    }
  }
  fs.writeFileSync(path.join(root, 'part-3', 'needle.ts'), `${prose(bytes, 0)}${needle}\n`)
}
