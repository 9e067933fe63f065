// Sessions against a small model of them: random appends, moves, labels, forks and reopenings.
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import * as agent from '@polyweave/gatto-agent-harness/agent'
import fc from '../../seeded.js'
import { freshFolder } from '../../folder.js'
import { foreign } from './kinds.js'

const { InMemorySessionStorage, JsonlSessionStorage, NodeExecutionEnv, Session } = agent

/** What a session is, without any index. */
class Model {
  entries = []
  leaf = null

  add(id, parentId, more) {
    this.entries.push({ id, parentId, ...more })
    this.leaf = id
  }

  find = (id) => this.entries.findLast((entry) => entry.id === id)

  path(id = this.leaf) {
    const path = []
    let stop
    for (let at = id; at !== null; ) {
      const entry = this.find(at)
      path.unshift(at)
      if (at === stop) break
      if (entry.type === 'compaction') {
        if (entry.tail) break
        stop = entry.kept
      }
      at = entry.parentId
    }
    return path
  }

  label(id) {
    return (
      this.entries.findLast(({ type, target }) => type === 'label' && target === id)?.text?.trim() ||
      undefined
    )
  }

  name = () => this.entries.findLast(({ type }) => type === 'session_info')?.text

  stats() {
    const messages = this.entries.filter(({ type }) => type === 'message')
    const tokens = this.entries.reduce((sum, { usage = 0 }) => sum + usage, 0)
    return {
      messageCount: messages.length,
      cachedTokens: tokens,
      uncachedTokens: 2 * tokens,
      totalTokens: 4 * tokens,
      costTotal: tokens
    }
  }
}

const usageOf = (n) => ({ input: n, output: n, cacheRead: n, cacheWrite: n, cost: { total: n } })

const place = fc.nat(50)
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('message'),
      usage: fc.option(fc.nat(9)),
      text: fc.string({ unit: 'binary' })
    })
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('compaction'), kept: place, tail: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('move'), to: fc.option(place), summary: fc.boolean() })
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('label'),
      of: place,
      text: fc.option(fc.constantFrom(' a ', '漢🙂', 'x\ud800', ' '))
    })
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('name'), text: fc.constantFrom('n', '\u00e9🙂\udc00') })
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reopen') }) }
)

const STEPS = {
  async message({ session, model }, { usage, text }) {
    const message =
      usage === null
        ? { role: 'user', content: text, timestamp: 1 }
        : { role: 'assistant', content: [], usage: usageOf(usage), timestamp: 1 }
    const parent = model.leaf
    const id = await session.appendMessage(message)
    model.add(id, parent, { type: 'message', usage: usage ?? 0, message })
  },
  async compaction({ session, model }, { kept, tail }) {
    const { id: first } = at(model, kept) ?? {}
    const parent = model.leaf
    const id = await session.appendCompaction(
      's',
      first,
      1,
      undefined,
      false,
      undefined,
      tail ? [] : undefined
    )
    model.add(id, parent, { type: 'compaction', kept: first, tail })
  },
  async move({ session, model }, { to, summary }) {
    const target = to === null ? null : (at(model, to)?.id ?? null)
    const before = (await session.getEntries()).length
    const id = await session.moveTo(target, summary ? { summary: 's' } : undefined)
    const [leaf] = await session.getEntries({ afterEntrySeq: before, limit: 1 })
    assert.deepEqual([leaf.type, leaf.parentId, leaf.targetId], ['leaf', model.leaf, target])
    model.add(leaf.id, model.leaf, { type: 'leaf' })
    model.leaf = target
    if (summary) model.add(id, target, { type: 'branch_summary' })
  },
  async label({ session, model }, { of, text }) {
    const target = at(model, of)?.id
    if (target === undefined) return
    const parent = model.leaf
    model.add(await session.appendLabel(target, text ?? undefined), parent, { type: 'label', target, text })
  },
  async name({ session, model }, { text }) {
    const parent = model.leaf
    model.add(await session.appendSessionName(text), parent, { type: 'session_info', text })
  },
  async reopen(world) {
    world.session = new Session(await world.reopen(world.session.getStorage()))
  }
}

const at = ({ entries }, place) => (entries.length === 0 ? undefined : entries[place % entries.length])

async function agree({ session, model }) {
  assert.equal(await session.getLeafId(), model.leaf)
  assert.equal(await session.getSessionName(), model.name())
  assert.deepEqual(await session.getSessionStats(), model.stats())
  const entries = await session.getEntries()
  assert.deepEqual(
    entries.map(({ id, parentId, type }) => [id, parentId, type]),
    model.entries.map(({ id, parentId, type }) => [id, parentId, type])
  )
  for (const { id, message } of model.entries) {
    const branch = await session.getBranch(id)
    assert.deepEqual(
      branch.map((entry) => entry.id),
      model.path(id)
    )
    assert.equal(await session.getLabel(id), model.label(id))
    if (message) assert.deepEqual((await session.getEntry(id)).message, message)
  }
}

const inFile = (make) => async (t) => {
  const folder = freshFolder(t, 'model')
  let files = 0
  return async () => {
    const file = path.join(folder, `${++files}.jsonl`)
    const env = make(folder)
    const storage = await JsonlSessionStorage.create(env, file, { cwd: '/w', sessionId: 's' })
    const reopen = async (old) => {
      await old.close()
      return JsonlSessionStorage.open(env, file)
    }
    return { storage, reopen }
  }
}
const KINDS = {
  memory: async () => async () => ({
    storage: new InMemorySessionStorage(),
    reopen: async (old) => new InMemorySessionStorage({ entries: await old.getEntries() })
  }),
  local: inFile((cwd) => new NodeExecutionEnv({ cwd })),
  foreign: inFile(foreign)
}

for (const [kind, make] of Object.entries(KINDS)) {
  test(`A12.3 A12.4 ${kind}: a session is what its model says, after any steps`, async (t) => {
    const fresh = await make(t)
    const property = fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { storage, reopen } = await fresh()
      const world = { session: new Session(storage), model: new Model(), reopen }
      for (const one of steps) await STEPS[one.do](world, one)
      await agree(world)
      await storage.close?.()
    })
    // A failure prints its seed.
    await fc.assert(property, { numRuns: 60 })
  })
}
