import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import * as peer from '@earendil-works/pi-agent-core'
import * as agent from '@polyweave/gatto-agent-harness/agent'
import { native } from '../../../js/native.js'
import { freshFolder } from '../../folder.js'
import { foreign } from './kinds.js'

const { InMemorySessionStorage, JsonlSessionStorage, loadJsonlSessionMetadata, NodeExecutionEnv, Session } =
  agent
const HEADER = '{"type":"session","version":3,"id":"i","timestamp":"t","cwd":"/c"}'
const entry = (id, parentId, more = {}) => ({ type: 'custom', id, parentId, timestamp: 't', ...more })
const label = (id, parentId, targetId, text) => ({
  ...entry(id, parentId),
  type: 'label',
  targetId,
  label: text
})
const leaf = (id, parentId, targetId) => ({ ...entry(id, parentId), type: 'leaf', targetId })

/** Entries under the storages of an API: what each makes of them, or the code of its error. */
async function everywhere(t, api, entries) {
  const folder = freshFolder(t, 'storages')
  const file = path.join(folder, 's.jsonl')
  const text = [HEADER, ...entries.map((one) => JSON.stringify(one))].join('\n')
  fs.writeFileSync(file, `${text}\n`)
  const open = (env) => () => api.JsonlSessionStorage.open(env, file)
  const ways = {
    memory: async () => new api.InMemorySessionStorage({ entries }),
    local: open(new NodeExecutionEnv({ cwd: folder })),
    foreign: open(foreign(folder))
  }
  const found = {}
  for (const [name, way] of Object.entries(ways)) found[name] = await settled(way)
  return found
}

async function settled(work) {
  try {
    return await work()
  } catch (error) {
    return { error: error.code ?? error.message }
  }
}

async function answers(storage, ids) {
  if (storage.error) return storage
  const ask = (work) => settled(work)
  return {
    leaf: await ask(() => storage.getLeafId()),
    name: await ask(() => storage.getSessionName()),
    stats: await ask(() => storage.getSessionStats()),
    entries: await storage.getEntries(),
    labels: await Promise.all(ids.map((id) => storage.getLabel(id))),
    paths: await Promise.all(ids.map((id) => ask(() => storage.getPathToRootOrCompaction(id)))),
    found: await storage.findEntries('label'),
    some: await storage.getEntries({ afterEntrySeq: 1, limit: 2 }),
    none: await storage.getEntries({ afterEntrySeq: 99 }),
    all: await storage.getEntries({ limit: 99 })
  }
}

const usage = { input: 1, output: 2, cacheRead: 3, cacheWrite: 4, cost: { total: 0.1 } }
const SESSIONS = {
  'a compaction that keeps from an entry on': [
    entry('a', null),
    entry('b', 'a'),
    { ...entry('c', 'b'), type: 'compaction', summary: 's', firstKeptEntryId: 'b', tokensBefore: 1, usage },
    entry('d', 'c')
  ],
  'a compaction with its tail': [
    entry('a', null),
    {
      ...entry('b', 'a'),
      type: 'compaction',
      summary: 's',
      firstKeptEntryId: 'a',
      tokensBefore: 1,
      retainedTail: []
    },
    entry('c', 'b')
  ],
  'a compaction before what another one keeps': [
    entry('a', null),
    { ...entry('b', 'a'), type: 'compaction', summary: 's', firstKeptEntryId: 'nowhere', tokensBefore: 1 },
    entry('c', 'b'),
    { ...entry('d', 'c'), type: 'compaction', summary: 's', firstKeptEntryId: 'a', tokensBefore: 1 },
    entry('e', 'd')
  ],
  'labels, names, and a leaf that leads back': [
    entry('a', null),
    label('b', 'a', 'a', ' one '),
    label('c', 'b', 'b', 'two'),
    label('d', 'c', 'b', ' '),
    label('e', 'd', 'nowhere', 'three'),
    { ...entry('f', 'e'), type: 'session_info', name: ' n ' },
    leaf('g', 'f', 'a')
  ],
  'usage, whole and in part': [
    { ...entry('a', null), type: 'message', message: { role: 'assistant', usage } },
    { ...entry('b', 'a'), type: 'message', message: { role: 'toolResult', usage } },
    { ...entry('c', 'b'), type: 'message', message: { role: 'assistant', usage: { ...usage, cost: {} } } },
    { ...entry('d', 'c'), type: 'branch_summary', fromId: 'a', summary: 's', usage }
  ],
  'unheard-of types and fields': [
    entry('a', null, { type: 'of_tomorrow', deep: { er: [1, { x: null }] }, text: '\ud800 é 😀 \u2028' }),
    entry('b', 'a', { type: 'of_tomorrow' })
  ],
  'an id that comes twice': [entry('a', null), entry('b', 'a'), entry('a', 'b', { n: 2 }), entry('c', 'b')],
  'odd ids': [
    entry('é😀', null),
    entry('\ud800', 'é😀'),
    entry('__proto__', '\ud800'),
    entry('x'.repeat(999), '__proto__')
  ],
  'a parent that comes later': [entry('a', 'b'), entry('b', null)],
  'a parent that is nowhere': [entry('a', 'nowhere'), entry('b', 'a')],
  'a leaf that leads nowhere': [entry('a', null), leaf('b', 'a', 'nowhere')],
  'a leaf before the first entry': [entry('a', null), leaf('b', 'a', null)],
  nothing: []
}

for (const [what, entries] of Object.entries(SESSIONS)) {
  test(`A12.3 ${what}: every storage says what those of the published package say`, async (t) => {
    // There a circle would hang: an id that comes twice is asked for only where there is none.
    const ids = [...new Set(entries.map(({ id }) => id)), null, 'absent'].filter(
      (id) => what !== 'an id that comes twice' || id === null
    )
    const [ours, theirs] = [await everywhere(t, agent, entries), await everywhere(t, peer, entries)]
    for (const name of ['memory', 'local', 'foreign'])
      assert.deepEqual(await answers(ours[name], ids), await answers(theirs[name], ids), name)
  })
}

test('F26 A12.3 parents that lead in a circle are an error, and no endless walk', async (t) => {
  const entries = [entry('a', 'c'), entry('b', 'a'), entry('c', 'b'), entry('d', 'd')]
  for (const storage of Object.values(await everywhere(t, agent, entries))) {
    await assert.rejects(storage.getPathToRootOrCompaction('c'), {
      name: 'SessionError',
      code: 'invalid_session'
    })
    await assert.rejects(new Session(storage).buildContext(), { code: 'invalid_session' })
    assert.equal((await storage.getEntries()).length, 4)
  }
})

test('A2.9 A2.5 entries are the stored objects, in a new array each time', async (t) => {
  const entries = [entry('a', null), entry('b', 'a')]
  for (const [name, storage] of Object.entries(await everywhere(t, agent, entries))) {
    // Two at the same time, before anybody has made them.
    const [one, two] = await Promise.all([storage.getEntries(), storage.getPathToRootOrCompaction('b')])
    assert.notEqual(one, await storage.getEntries())
    one.forEach((made, i) => assert.equal(made, two[i]))
    assert.equal(await storage.getEntry('a'), one[0])
    if (name === 'memory') assert.equal(one[0], entries[0])
    const message = { role: 'user', content: 'x', timestamp: 1, extra: { deep: [1] } }
    const id = await new Session(storage).appendMessage(message)
    assert.equal((await storage.getEntry(id)).message, message)
    entries.push('not seen')
    assert.equal((await storage.getEntries()).length, 3)
    entries.pop()
  }
})

test('A2.10 unknown fields survive, by value in a file', async (t) => {
  const folder = freshFolder(t, 'extra')
  const env = new NodeExecutionEnv({ cwd: folder })
  const file = path.join(folder, 's.jsonl')
  const storage = await JsonlSessionStorage.create(env, file, { cwd: '/c', sessionId: 's' })
  const odd = entry('a', null, { type: 'odd', deep: { a: [1, null, '\ud800'] } })
  await storage.appendEntry(odd)
  assert.equal(await storage.getEntry('a'), odd)
  for (const api of [agent, peer]) {
    const again = await api.JsonlSessionStorage.open(env, file)
    assert.deepEqual(await again.getEntries(), [odd])
  }
})

test('A12.2 what is no entry, and what JSON cannot hold, is not written', async (t) => {
  for (const make of [(cwd) => new NodeExecutionEnv({ cwd }), foreign]) {
    const folder = freshFolder(t, 'refused')
    const file = path.join(folder, 's.jsonl')
    const storage = await JsonlSessionStorage.create(make(folder), file, { cwd: '/c', sessionId: 's' })
    const cycle = entry('a', null)
    cycle.self = cycle
    const none = [
      undefined,
      null,
      5,
      [],
      {},
      { type: 'x' },
      entry('a', 5),
      { ...entry('a', null), timestamp: 1 },
      cycle
    ]
    for (const bad of [...none, entry('a', null, { n: 1n })])
      await assert.rejects(storage.appendEntry(bad), { name: 'SessionError', code: 'invalid_entry' })
    assert.equal(fs.readFileSync(file, 'utf8').split('\n').length, 2)
    assert.equal(await storage.getLeafId(), null)
  }
})

const HEADERS = {
  'an empty file': '',
  'a blank line': '\n',
  'no JSON': '{"type":"session"',
  'another type': '{"type":"message"}',
  'an array': '[]',
  null: 'null',
  'version 2': HEADER.replace('3', '2'),
  'no id': HEADER.replace('"id":"i",', ''),
  'an empty id': HEADER.replace('"i"', '""'),
  'no timestamp': HEADER.replace('"timestamp":"t",', ''),
  'no cwd': HEADER.replace(',"cwd":"/c"', ''),
  'a parentSession that is no string': HEADER.replace('}', ',"parentSession":null}'),
  'metadata that is an array': HEADER.replace('}', ',"metadata":[]}'),
  'metadata that is null': HEADER.replace('}', ',"metadata":null}'),
  'a byte order mark': `\ufeff${HEADER}`
}

test('A12.2 what is no header is refused as in the published package', async (t) => {
  const folder = freshFolder(t, 'headers')
  const fragments = [
    'first line is not a valid session header',
    'unsupported session version',
    'session header metadata must be an object',
    'missing session header'
  ]
  for (const [what, header] of Object.entries(HEADERS)) {
    const file = path.join(folder, 's.jsonl')
    fs.writeFileSync(file, header === '' ? '' : `${header}\n`)
    for (const make of [(cwd) => new NodeExecutionEnv({ cwd }), foreign]) {
      for (const read of ['open', 'load']) {
        const errors = []
        for (const api of [agent, peer]) {
          const work =
            read === 'open'
              ? api.JsonlSessionStorage.open(make(folder), file)
              : api.loadJsonlSessionMetadata(make(folder), file)
          errors.push(
            await work.then(
              () => assert.fail(`${what} was taken`),
              (error) => error
            )
          )
        }
        const [ours, theirs] = errors.map(({ name, code, message }) => [
          name,
          code,
          message.includes(file),
          fragments.find((fragment) => message.includes(fragment))
        ])
        assert.deepEqual(ours, theirs, what)
      }
    }
  }
})

test('A12.2 a file of another version, or of something else, is refused for its first line, whatever follows', async (t) => {
  const folder = freshFolder(t, 'others')
  const file = path.join(folder, 's.jsonl')
  // Entries of the first version have no ids.
  const others = {
    'unsupported session version': [HEADER.replace('"version":3', '"version":1'), '{"type":"message"}'],
    'first line is not a valid session header': ['# Title', 'text', '']
  }
  for (const [fragment, lines] of Object.entries(others)) {
    fs.writeFileSync(file, lines.join('\n'))
    for (const make of [(cwd) => new NodeExecutionEnv({ cwd }), foreign])
      for (const api of [agent, peer])
        await assert.rejects(api.JsonlSessionStorage.open(make(folder), file), (error) => {
          assert.equal(error.code, 'invalid_session')
          assert.ok(error.message.includes(fragment), error.message)
          return true
        })
  }
})

test('A12.2 a broken line is named by its file and its place among the lines that are not blank', async (t) => {
  const folder = freshFolder(t, 'places')
  const file = path.join(folder, 's.jsonl')
  const good = '{"type":"custom","id":"a","parentId":null,"timestamp":"t","customType":"c"}'
  fs.writeFileSync(file, ['', HEADER, '  ', good, '', '{"type":"custom"}', good, ''].join('\n'))
  for (const make of [(cwd) => new NodeExecutionEnv({ cwd }), foreign])
    for (const api of [agent, peer])
      await assert.rejects(api.JsonlSessionStorage.open(make(folder), file), ({ code, message }) => {
        assert.equal(code, 'invalid_entry')
        assert.deepEqual(message.replace(file, 'FILE').match(/FILE|\d+/g), ['FILE', '3'])
        return true
      })
})

test('A12.3 A2.5 the list of entries that a storage in memory is given stays as it is', async () => {
  for (const { InMemorySessionStorage, Session } of [agent, peer]) {
    const entries = [{ type: 'custom', id: 'a', parentId: null, timestamp: 't', customType: 'c' }]
    const session = new Session(new InMemorySessionStorage({ entries }))
    await session.appendCustomEntry('x')
    assert.deepEqual([entries.length, (await session.getEntries()).length], [1, 2])
  }
})

test('A12.2 the metadata of a session is read from its first line alone', async () => {
  const calls = []
  const line = HEADER.replace('}', ',"parentSession":"/p","metadata":{"a":1}}')
  const reader = {
    readTextLines: async (...args) => {
      calls.push(args)
      return agent.ok([line])
    }
  }
  const metadata = {
    id: 'i',
    createdAt: 't',
    cwd: '/c',
    path: '/x',
    parentSessionPath: '/p',
    metadata: { a: 1 }
  }
  assert.deepEqual(await loadJsonlSessionMetadata(reader, '/x'), metadata)
  assert.deepEqual(calls, [['/x', { maxLines: 1 }]])
})

test('A12.2 a file that is not there, and one that cannot be read', async (t) => {
  const folder = freshFolder(t, 'missing')
  for (const make of [(cwd) => new NodeExecutionEnv({ cwd }), foreign]) {
    for (const work of [JsonlSessionStorage.open, loadJsonlSessionMetadata]) {
      await assert.rejects(work(make(folder), 'nowhere.jsonl'), (error) => {
        assert.deepEqual(
          [error.code, error.cause.name, error.cause.code],
          ['not_found', 'FileError', 'not_found']
        )
        return true
      })
      await assert.rejects(work(make(folder), folder), (error) => {
        assert.deepEqual([error.code, error.cause.code], ['storage', 'is_directory'])
        return true
      })
    }
  }
})

test('A12.3 a storage in memory refuses a leaf that leads nowhere, and has an id and a time of its own', async () => {
  assert.throws(() => new InMemorySessionStorage({ entries: [leaf('a', null, 'nowhere')] }), {
    code: 'invalid_session'
  })
  const metadata = await new InMemorySessionStorage().getMetadata()
  assert.match(metadata.id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/)
  assert.ok(Math.abs(Date.parse(metadata.createdAt) - Date.now()) < 60_000)
  const own = { id: 'x', createdAt: 't', more: 1 }
  assert.equal(await new InMemorySessionStorage({ metadata: own }).getMetadata(), own)
})

test('A12.2 ids of entries are the last eight digits of a UUID', async () => {
  const storage = new InMemorySessionStorage()
  for (let i = 0; i < 100; i++) assert.match(await storage.createEntryId(), /^[0-9a-f]{8}$/)
})

test('A12.2 an id that is there is not given again: a hundred are tried, then a whole UUID is taken', async (t) => {
  const entry = { type: 'custom', id: '00000001', parentId: null, timestamp: 't', customType: 'c' }
  const storage = new InMemorySessionStorage({ entries: [entry] })
  const made = (end) => `01a22eed-1322-7d33-8a8c-0bda${end}`
  let calls = 0
  let free = 100
  t.mock.method(native, 'orderedId', () => made(++calls < free ? '00000001' : '00000002'))
  assert.equal(await storage.createEntryId(), '00000002')
  assert.equal(calls, 100)
  free = 300
  assert.equal(await storage.createEntryId(), made('00000001'))
  assert.equal(calls, 201)
})
