import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import * as agent from '@polyweave/gatto-agent-harness/agent'
import { freshFolder } from '../../folder.js'
import { foreign } from './kinds.js'

const { JsonlSessionStorage, NodeExecutionEnv, Session } = agent
const HEADER = '{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00.000Z","cwd":"/w"}\n'

const FILE_SYSTEMS = { local: (cwd) => new NodeExecutionEnv({ cwd }), foreign }

/** A session file whose last 4 KB are many short entries, some with text outside ASCII. */
function lines() {
  const entries = []
  let parentId = null
  for (let i = 0; i < 60; i++) {
    const id = `e${i}`
    const content = `${'é"\\\n😀'.repeat(i % 4)}${i}`
    entries.push(
      JSON.stringify({
        type: 'message',
        id,
        parentId,
        timestamp: 't',
        message: { role: 'user', content, n: [i, null] }
      })
    )
    parentId = id
  }
  return entries
}

for (const [name, make] of Object.entries(FILE_SYSTEMS)) {
  test(`F1 ${name}: a file cut at any byte of its last 4 KB opens, and what is appended is readable`, async (t) => {
    const folder = freshFolder(t, 'torn')
    const env = make(folder)
    const file = path.join(folder, 's.jsonl')
    const whole = Buffer.from(HEADER + lines().join('\n').concat('\n'))
    fs.writeFileSync(file, whole)
    for (let cut = whole.length; cut >= whole.length - 4096; cut -= name === 'local' ? 1 : 7) {
      const bytes = whole.subarray(0, cut)
      fs.truncateSync(file, cut)
      const text = bytes.toString()
      // All whole lines; and what has all of a line but its line feed.
      const expected = text.split('\n').slice(1).filter(isWhole)
      const storage = await JsonlSessionStorage.open(env, file)
      const session = new Session(storage)
      assert.equal((await storage.getSessionStats()).messageCount, expected.length, `cut at ${cut}`)
      assert.equal(await storage.getLeafId(), JSON.parse(expected.at(-1)).id)
      // Every tenth: opening all of them again takes its time.
      if (cut % 10 !== 0) {
        await storage.close()
        continue
      }
      assert.deepEqual(fs.readFileSync(file), bytes, 'opening changes nothing')
      const id = await session.appendMessage({ role: 'user', content: 'next', timestamp: 1 })
      // The tail is mended once: the next entry only adds its line.
      const next = await session.appendMessage({ role: 'user', content: 'after', timestamp: 1 })
      const after = fs.readFileSync(file, 'utf8').split('\n')
      assert.deepEqual(after.slice(1, -3), expected)
      const appended = after.slice(-3, -1).map((line) => JSON.parse(line))
      assert.deepEqual(
        appended.map(({ id, parentId }) => [id, parentId]),
        [
          [id, JSON.parse(expected.at(-1)).id],
          [next, id]
        ]
      )
      const again = await JsonlSessionStorage.open(env, file)
      assert.equal(await again.getLeafId(), next)
      await storage.close()
      await again.close()
      fs.writeFileSync(file, bytes)
    }
  })

  test(`F1 ${name}: a broken line anywhere else is an error, and the file is left as it is`, async (t) => {
    const folder = freshFolder(t, 'broken')
    const env = make(folder)
    const file = path.join(folder, 's.jsonl')
    const bytes = Buffer.from(HEADER + lines().join('\n').concat('\n'))
    bytes.fill(0, 2000, 2300)
    fs.writeFileSync(file, bytes)
    await assert.rejects(JsonlSessionStorage.open(env, file), ({ name, code, message }) => {
      assert.deepEqual([name, code], ['SessionError', 'invalid_entry'])
      assert.ok(message.includes(file))
      assert.match(message, /line \d+/)
      return true
    })
    assert.deepEqual(fs.readFileSync(file), bytes)
    // A last line that ended with a line feed was whole once: that is damage, too.
    fs.writeFileSync(file, `${HEADER}{"type":"x",\n`)
    await assert.rejects(JsonlSessionStorage.open(env, file), { code: 'invalid_entry' })
    // It is JSON, and so no torn write; but it is no entry.
    fs.writeFileSync(file, `${HEADER}{"type":"x"}`)
    await assert.rejects(JsonlSessionStorage.open(env, file), { code: 'invalid_entry' })
  })

  test(`F1 ${name}: a header without its line feed, and blank lines, are no damage`, async (t) => {
    const folder = freshFolder(t, 'header')
    const env = make(folder)
    const file = path.join(folder, 's.jsonl')
    fs.writeFileSync(file, HEADER.trim())
    const session = new Session(await JsonlSessionStorage.open(env, file))
    await session.appendCustomEntry('x')
    await session.appendCustomEntry('x')
    assert.equal(fs.readFileSync(file, 'utf8').split('\n').length, 4)
    fs.appendFileSync(file, ' \t\r\n\n\u{a0}\n')
    const again = new Session(await JsonlSessionStorage.open(env, file))
    assert.equal((await again.getEntries()).length, 2)
    // What a power cut leaves: zeros in place of the last record.
    fs.appendFileSync(file, Buffer.alloc(300))
    const last = new Session(await JsonlSessionStorage.open(env, file))
    await last.appendCustomEntry('y')
    assert.ok(!fs.readFileSync(file).includes(0))
  })
}

function isWhole(line) {
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}
