import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import * as peer from '@earendil-works/pi-agent-core'
import * as agent from '@polyweave/gatto-agent-harness/agent'
import { freshFolder } from '../folder.js'

test('A21 the limits of output and of compaction are those of the package', () => {
  for (const { DEFAULT_MAX_LINES, DEFAULT_MAX_BYTES, GREP_MAX_LINE_LENGTH, ...rest } of [agent, peer]) {
    assert.deepEqual([DEFAULT_MAX_LINES, DEFAULT_MAX_BYTES, GREP_MAX_LINE_LENGTH], [2000, 51200, 500])
    assert.deepEqual(rest.DEFAULT_COMPACTION_SETTINGS, {
      enabled: true,
      reserveTokens: 16384,
      keepRecentTokens: 20000
    })
  }
})

test('A21 an image weighs 4 800 characters in an estimate, a tool result 2 000 in a summary', () => {
  const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' }
  const timestamp = 1
  assert.equal(agent.estimateTokens({ role: 'user', content: [image], timestamp }), 4800 / 4)
  const text = 'x'.repeat(2001)
  const result = { role: 'toolResult', toolCallId: 'c', toolName: 't', isError: false, timestamp }
  const serialized = agent.serializeConversation([{ ...result, content: [{ type: 'text', text }] }])
  assert.match(serialized, /^\[Tool result\]: x{2000}\n\n\[\.\.\. 1 more characters truncated\]$/)
})

test('A21 a session that says nothing of it thinks not, and has no model', async () => {
  const session = await new agent.InMemorySessionRepo().create({})
  const { thinkingLevel, model, activeToolNames } = await session.buildContext()
  assert.deepEqual([thinkingLevel, model, activeToolNames], ['off', null, null])
})

test('A21 sessions are of version 3, and entries have ids of eight hexadecimal digits', async (t) => {
  const root = freshFolder(t, 'agent')
  const env = new agent.NodeExecutionEnv({ cwd: root })
  const repo = new agent.JsonlSessionRepo({ fs: env, sessionsRoot: root })
  const session = await repo.create({ cwd: '/srv/project' })
  const id = await session.appendMessage({ role: 'user', content: 'hello', timestamp: 1 })
  assert.match(id, /^[0-9a-f]{8}$/)
  const { path: file } = await session.getMetadata()
  assert.equal(path.basename(path.dirname(file)), '--srv-project--')
  assert.equal(JSON.parse(fs.readFileSync(file, 'utf8').split('\n')[0]).version, 3)
})

test('A21 folders are made with those above them, removed only when empty, and temporary ones named tmp-', async (t) => {
  const root = freshFolder(t, 'agent')
  const env = new agent.NodeExecutionEnv({ cwd: root })
  assert.ok((await env.createDir('a/b/c')).ok)
  assert.ok(!(await env.remove('a')).ok)
  assert.ok(!(await env.remove('nothing')).ok)
  const made = agent.getOrThrow(await env.createTempDir())
  t.after(() => fs.rmSync(made, { recursive: true, force: true }))
  assert.match(path.basename(made), /^tmp-/)
})

test('A21 a command has the environment of its host unless it is to have none', async (t) => {
  const env = new agent.NodeExecutionEnv({ cwd: freshFolder(t, 'agent'), shellEnv: { GATTO_A21: 'theirs' } })
  const told = async (options) => agent.getOrThrow(await env.exec('echo "$GATTO_A21,$HOME"', options)).stdout
  assert.equal(await told({}), `theirs,${process.env.HOME}\n`)
  assert.equal(await told({ inheritEnv: false, env: { GATTO_A21: 'ours' } }), 'ours,\n')
})

test('A21 descriptions of templates are cut at 60, names of skills warned of beyond 64', async (t) => {
  const root = freshFolder(t, 'agent')
  fs.mkdirSync(path.join(root, 'n'.repeat(65)))
  fs.writeFileSync(path.join(root, 'n'.repeat(65), 'SKILL.md'), '---\ndescription: d\n---\nbody')
  fs.writeFileSync(path.join(root, 'long.md'), `${'w'.repeat(61)}\n`)
  const env = new agent.NodeExecutionEnv({ cwd: root })
  const { promptTemplates } = await agent.loadPromptTemplates(env, root)
  assert.equal(promptTemplates[0].description, `${'w'.repeat(60)}...`)
  const { skills, diagnostics } = await agent.loadSkills(env, root)
  assert.equal(skills.length, 1)
  assert.ok(diagnostics.some(({ code, message }) => code === 'invalid_metadata' && message.includes('64')))
})
