import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as peer from '@earendil-works/pi-agent-core'
import * as agent from '@polyweave/gatto-agent-harness/agent'

const { InMemorySessionStorage, Session, SessionError } = agent
const user = (content) => ({ role: 'user', content, timestamp: 1 })
const texts = ({ messages }) => messages.map(({ content }) => content)

test('A12.5 the transforms of the session run before those of the call, a projector of the call in place of its own', async () => {
  for (const { InMemorySessionStorage, Session } of [agent, peer]) {
    const calls = []
    const transform = (name) => (entries) => {
      calls.push(name)
      return entries
    }
    const project = (name) => (entry) => [user(`${name} ${entry.data}`)]
    const session = new Session(new InMemorySessionStorage(), {
      entryTransforms: [transform('a'), transform('b')],
      entryProjectors: { both: project('session'), own: project('session') }
    })
    await session.appendCustomEntry('both', 1)
    await session.appendCustomEntry('own', 2)
    await session.appendCustomEntry('given', 3)
    const options = {
      entryTransforms: [transform('c')],
      entryProjectors: { both: project('call'), given: project('call') }
    }
    assert.deepEqual(texts(await session.buildContext(options)), ['call 1', 'session 2', 'call 3'])
    assert.deepEqual(calls.splice(0), ['a', 'b', 'c'])
    assert.equal((await session.buildContextEntries(options)).length, 3)
    assert.deepEqual(calls.splice(0), ['a', 'b', 'c'])
    // The options of a call are for that call.
    assert.deepEqual(texts(await session.buildContext()), ['session 1', 'session 2'])
    assert.deepEqual(calls, ['a', 'b'])
  }
})

test('A12.5 a session that was given no options takes those of a call', async () => {
  for (const { InMemorySessionStorage, Session } of [agent, peer]) {
    const session = new Session(new InMemorySessionStorage())
    await session.appendMessage(user('a'))
    await session.appendMessage(user('b'))
    const options = { entryTransforms: [(entries) => entries.slice(1)] }
    assert.deepEqual(texts(await session.buildContext(options)), ['b'])
  }
})

/** A storage of somebody else's, whose first way is right and whose second one fails. */
function failing(error) {
  const storage = new InMemorySessionStorage()
  const path = [
    {
      type: 'compaction',
      id: 'c',
      parentId: 'gone',
      timestamp: '2026-01-01T00:00:00.000Z',
      summary: 's',
      tokensBefore: 1,
      retainedTail: []
    }
  ]
  return {
    getLeafId: async () => 'c',
    getPathToRootOrCompaction: async (id) => {
      if (id === 'c') return path
      throw error
    },
    getMetadata: () => storage.getMetadata()
  }
}

test('F4 ancestors that a storage does not have set nothing; a storage that fails is an error', async () => {
  for (const code of ['not_found', 'invalid_session']) {
    const session = new Session(failing(new SessionError(code, 'gone')))
    const { messages, thinkingLevel, model } = await session.buildContext()
    assert.deepEqual([messages.length, thinkingLevel, model], [1, 'off', null])
  }
  for (const error of [new SessionError('storage', 'the disk'), new TypeError('a mistake')])
    await assert.rejects(new Session(failing(error)).buildContext(), (thrown) => thrown === error)
})
