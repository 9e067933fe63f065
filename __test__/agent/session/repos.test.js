import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import * as peer from '@earendil-works/pi-agent-core'
import * as agent from '@polyweave/gatto-agent-harness/agent'
import { freshFolder } from '../../folder.js'
import { foreign } from './kinds.js'

const { InMemorySessionRepo, JsonlSessionRepo, NodeExecutionEnv } = agent
const user = (content) => ({ role: 'user', content, timestamp: 1 })
const filesIn = (folder) =>
  fs.readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.jsonl'))
const KINDS = { local: (cwd) => new NodeExecutionEnv({ cwd }), foreign }

for (const [kind, make] of Object.entries(KINDS)) {
  const repoIn = (t, api = agent) => {
    const folder = freshFolder(t, 'repo')
    return { folder, repo: new api.JsonlSessionRepo({ fs: make(folder), sessionsRoot: 'sessions' }) }
  }

  test(`A12.6 ${kind}: a file that cannot be read fails the list, one that has gone does not`, async (t) => {
    for (const api of [agent, peer]) {
      const { repo } = repoIn(t, api)
      const { path: file } = await (await repo.create({ cwd: '/q' })).getMetadata()
      fs.symlinkSync('nowhere', path.join(path.dirname(file), 'link.jsonl'))
      await assert.rejects(repo.list(), { name: 'SessionError', code: 'not_found' })
      await assert.rejects(repo.list({ cwd: '/q' }), { name: 'SessionError', code: 'not_found' })
    }
  })

  test(`A12.2 ${kind}: what nobody could read as a header is refused before anything is written`, async (t) => {
    const { folder, repo } = repoIn(t)
    const odd = [
      { id: '' },
      { id: 5 },
      { metadata: [] },
      { metadata: 's' },
      { parentSessionPath: 5 },
      { cwd: '' },
      { cwd: 3 },
      { cwd: undefined }
    ]
    for (const options of odd) {
      await assert.rejects(repo.create({ cwd: '/q', ...options }), { code: 'invalid_session' })
      assert.deepEqual(filesIn(folder), [])
    }
    const source = await repo.create({ cwd: '/q', metadata: { a: 1 } })
    for (const options of odd)
      await assert.rejects(repo.fork(await source.getMetadata(), { cwd: '/q', ...options }), {
        code: 'invalid_session'
      })
    assert.equal(filesIn(folder).length, 1)
    await assert.rejects(repo.list({ cwd: 3 }), { code: 'invalid_session', message: /must be a string/ })
  })

  test(`A12.6 ${kind}: null says as little as nothing`, async (t) => {
    const { repo } = repoIn(t)
    const session = await repo.create({ cwd: '/q', id: null, metadata: null, parentSessionPath: null })
    const source = await session.getMetadata()
    assert.match(source.id, /^[0-9a-f-]{36}$/)
    assert.deepEqual([source.metadata, source.parentSessionPath], [undefined, undefined])
    const fork = await repo.fork(source, { cwd: '/q', id: null, metadata: null, parentSessionPath: null })
    assert.equal((await fork.getMetadata()).parentSessionPath, source.path)
  })

  test(`A12.2 A12.6 ${kind}: files lie where the published package puts them`, async (t) => {
    for (const cwd of ['/home/me/p', '/', 'C:\\x', 'a:b/c\\d']) {
      const paths = []
      for (const api of [agent, peer]) {
        const { folder, repo } = repoIn(t, api)
        const { path: file, id, createdAt } = await (await repo.create({ cwd })).getMetadata()
        const [name, ofId] = path.basename(file).split('_')
        assert.match(name, /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/)
        assert.equal(ofId, `${id}.jsonl`)
        assert.ok(Date.parse(createdAt) > 0)
        paths.push(path.relative(folder, path.dirname(file)))
      }
      assert.equal(paths[0], paths[1])
    }
  })

  test(`A12.6 A2.8 ${kind}: a session is created, opened anew each time, and deleted once or twice`, async (t) => {
    const { repo } = repoIn(t)
    const options = { cwd: '/w', id: 'own', parentSessionPath: '/p', metadata: { a: 1 } }
    const session = await repo.create(options)
    const metadata = await session.getMetadata()
    assert.equal(fs.readFileSync(metadata.path, 'utf8').split('\n').length, 2)
    assert.deepEqual(
      [metadata.id, metadata.cwd, metadata.parentSessionPath, metadata.metadata],
      ['own', '/w', '/p', { a: 1 }]
    )
    await session.appendMessage(user('a'))
    const again = await repo.open(metadata)
    assert.notEqual(again, session)
    assert.deepEqual(await again.getEntries(), await session.getEntries())
    assert.deepEqual(await again.getMetadata(), metadata)
    await repo.delete(metadata)
    await repo.delete(metadata)
    await assert.rejects(repo.open(metadata), (error) => {
      assert.deepEqual([error.name, error.code], ['SessionError', 'not_found'])
      assert.match(error.message, /Session not found/)
      return true
    })
    await assert.rejects(repo.create({ cwd: '/w', id: '../x' }), { code: 'storage' })
  })

  test(`F17 A12.6 ${kind}: working directories whose folders share a name are told apart`, async (t) => {
    const { repo } = repoIn(t)
    const [one, other] = [await repo.create({ cwd: '/a/b' }), await repo.create({ cwd: '/a-b' })]
    const [a, b] = [await one.getMetadata(), await other.getMetadata()]
    assert.equal(path.dirname(a.path), path.dirname(b.path))
    assert.deepEqual(await repo.list({ cwd: '/a/b' }), [a])
    assert.deepEqual(await repo.list({ cwd: '/a-b' }), [b])
    assert.equal((await repo.list()).length, 2)
  })

  test(`A12.6 ${kind}: the list is that of the published package: the newest first, what is no session left out`, async (t) => {
    const { folder, repo } = repoIn(t)
    assert.deepEqual(await repo.list(), [])
    assert.deepEqual(await repo.list({ cwd: '/w' }), [])
    const header = (id, timestamp) =>
      JSON.stringify({ type: 'session', version: 3, id, timestamp, cwd: '/w' })
    const dir = path.join(folder, 'sessions/--w--')
    fs.mkdirSync(path.join(dir, 'folder.jsonl'), { recursive: true })
    fs.writeFileSync(path.join(dir, '1.jsonl'), `${header('one', '2026-01-01T00:00:00.000Z')}\n{"broken`)
    fs.writeFileSync(path.join(dir, '2.jsonl'), header('two', '2026-01-03T00:00:00.000Z'))
    fs.writeFileSync(path.join(dir, '3.jsonl'), `${header('three', '2026-01-02T00:00:00.000Z')}\n`)
    fs.writeFileSync(path.join(dir, '4.jsonl'), 'none\n')
    fs.writeFileSync(path.join(dir, '5.txt'), header('five', '2026-01-02T00:00:00.000Z'))
    fs.writeFileSync(path.join(folder, 'sessions/6.jsonl'), header('six', '2026-01-02T00:00:00.000Z'))
    const theirs = new peer.JsonlSessionRepo({ fs: make(folder), sessionsRoot: 'sessions' })
    for (const options of [undefined, { cwd: '/w' }, { cwd: '/nowhere' }])
      assert.deepEqual(await repo.list(options), await theirs.list(options))
    // What has no time is the oldest; in the published package there is no order then.
    fs.writeFileSync(path.join(dir, '2-undated.jsonl'), header('undated', 'some day'))
    assert.deepEqual(
      (await repo.list()).map(({ id }) => id),
      ['two', 'three', 'one', 'undated']
    )
    // A folder that is a file cannot be read, and that is said.
    const wrong = new JsonlSessionRepo({ fs: make(folder), sessionsRoot: 'sessions/6.jsonl' })
    await assert.rejects(wrong.list(), (error) => {
      assert.deepEqual([error.code, error.cause.code], ['storage', 'not_directory'])
      return true
    })
    await assert.rejects(wrong.create({ cwd: '/w' }), { name: 'SessionError', code: 'storage' })
  })
}

test('A12.6 a session that goes away while sessions are listed is left out, whoever reads them', async (t) => {
  const folder = freshFolder(t, 'repo')
  const env = foreign(folder)
  const repo = new JsonlSessionRepo({ fs: env, sessionsRoot: 'sessions' })
  const sessions = [await repo.create({ cwd: '/w' }), await repo.create({ cwd: '/w' })]
  const [gone, left] = await Promise.all(sessions.map((session) => session.getMetadata()))
  const { readTextLines } = env
  env.readTextLines = (file, options) => {
    if (file === gone.path) fs.rmSync(file, { force: true })
    return readTextLines(file, options)
  }
  assert.deepEqual(await repo.list(), [left])
})

test('A12.6 the folder of all sessions is looked for once: it stays where it was found', async (t) => {
  for (const make of Object.values(KINDS)) {
    const folder = freshFolder(t, 'repo')
    const env = make(folder)
    const repo = new JsonlSessionRepo({ fs: env, sessionsRoot: 'sessions' })
    await repo.create({ cwd: '/w' })
    if (make === foreign) env.absolutePath = () => assert.fail('asked again')
    env.cwd = path.join(folder, 'elsewhere')
    await repo.create({ cwd: '/w' })
    assert.equal((await repo.list()).length, 2)
    assert.equal(filesIn(folder).length, 2)
  }
})

test('A12.6 A2.8 in memory, a session is the one that was created', async () => {
  const repo = new InMemorySessionRepo()
  const [a, b] = [await repo.create({ id: 'a' }), await repo.create()]
  const metadata = await a.getMetadata()
  assert.deepEqual(Object.keys(metadata), ['id', 'createdAt'])
  assert.equal(await repo.open(metadata), a)
  assert.deepEqual(await repo.list(), [metadata, await b.getMetadata()])
  await repo.delete(metadata)
  await repo.delete(metadata)
  await assert.rejects(repo.open(metadata), { code: 'not_found' })
  await assert.rejects(repo.fork(metadata, {}), { code: 'not_found' })
})

test('A12.6 the result of a file system gives its value or a SessionError', () => {
  const { err, FileError, getFileSystemResultOrThrow, ok } = agent
  assert.equal(getFileSystemResultOrThrow(ok(1), 'what'), 1)
  for (const [code, expected] of [
    ['not_found', 'not_found'],
    ['permission_denied', 'storage']
  ]) {
    const cause = new FileError(code, 'why', '/p')
    assert.throws(
      () => getFileSystemResultOrThrow(err(cause), 'what'),
      (error) => {
        assert.deepEqual([error.name, error.code, error.cause], ['SessionError', expected, cause])
        assert.match(error.message, /what.*why/)
        return true
      }
    )
  }
})

test('A12.6 in memory, null is no id', async () => {
  for (const { InMemorySessionRepo } of [agent, peer]) {
    const { id } = await (await new InMemorySessionRepo().create({ id: null })).getMetadata()
    assert.match(id, /^[0-9a-f-]{36}$/)
  }
})
