// A session that outlives the process: a conversation is appended to a file, left, and gone on with by the next run.
//
//   node examples/agent-session/main.mjs [folder]
//
// The model is scripted; the files, the tool, the session and the context that a model would get are real.

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import {
  convertToLlm,
  createWriteTool,
  estimateTokens,
  getOrThrow,
  JsonlSessionRepo,
  NodeExecutionEnv,
  validateToolArguments
} from '@polyweave/gatto-agent-harness/agent'

const folder = process.argv[2] ?? fs.mkdtempSync(path.join(os.tmpdir(), 'gatto-agent-session-'))
const cwd = path.join(folder, 'workspace')
const env = new NodeExecutionEnv({ cwd })
getOrThrow(await env.createDir(cwd, { recursive: true }))
const write = createWriteTool()

const NO_USAGE = {
  ...{ input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0 },
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 }
}
const say = (...words) => process.stdout.write(`${words.join(' ')}\n`)
const user = (content) => ({ role: 'user', content, timestamp: Date.now() })
const assistant = (content, stopReason = 'stop') => ({
  ...{ role: 'assistant', api: 'scripted', provider: 'example', model: 'script' },
  ...{ content, usage: NO_USAGE, stopReason, timestamp: Date.now() }
})

const repo = new JsonlSessionRepo({ fs: env, sessionsRoot: path.join(folder, 'sessions') })
const [known] = await repo.list({ cwd })
const session = known === undefined ? await repo.create({ cwd }) : await repo.open(known)
const metadata = await session.getMetadata()
say(known === undefined ? 'began' : 'goes on with', path.relative(folder, metadata.path))

await (known === undefined ? begin() : goOn())

const { messages, thinkingLevel, model } = await session.buildContext()
const tokens = messages.reduce((sum, message) => sum + estimateTokens(message), 0)
say(
  `context: ${messages.length} messages, about ${tokens} tokens, thinking ${thinkingLevel}, ${model?.modelId}`
)
for (const { role, content } of convertToLlm(messages)) say(`  ${role}: ${textOf(content)}`)
const { messageCount } = await session.getSessionStats()
say(`in the file: ${messageCount} messages on all branches`)
await env.cleanup()

/** The first run: a question, a call of a tool with its number of lines written as text, and what came of it. */
async function begin() {
  await session.appendSessionName('A note')
  await session.appendModelChange('example', 'script')
  await session.appendThinkingLevelChange('low')
  await session.appendMessage(user('Write a note.'))
  const call = { type: 'toolCall', id: 'call-1', name: 'write', arguments: { path: 'note.txt', content: 42 } }
  await session.appendMessage(assistant([call], 'toolUse'))
  // The model gave a number where the tool wants a text.
  const params = validateToolArguments(write, call)
  const { content } = await write.execute(call.id, params, undefined, undefined, { env })
  await session.appendMessage({
    ...{ role: 'toolResult', toolCallId: call.id, toolName: call.name, content },
    ...{ isError: false, timestamp: Date.now() }
  })
  const done = await session.appendMessage(assistant([{ type: 'text', text: 'It is written.' }]))
  await session.appendLabel(done, 'written')
  say('note.txt holds', getOrThrow(await env.readTextFile('note.txt')))
}

/** A later run: something is tried and given up, and what was learned is kept. */
async function goOn() {
  const entries = await session.getEntries()
  const fork = entries.findLast((entry) => entry.type === 'message')
  await session.appendMessage(user('Make it longer.'))
  await session.appendMessage(assistant([{ type: 'text', text: 'I would rather not.' }]))
  await session.moveTo(fork.id, { summary: 'Asked for a longer note; it was refused.' })
  await session.appendMessage(user('Then leave it.'))
  say(`a branch was left at ${(await session.getLabel(fork.id)) ?? 'a message'}`)
}

function textOf(content) {
  if (typeof content === 'string') return content
  const texts = content.map((part) =>
    part.type === 'text' ? part.text : `${part.name}(${JSON.stringify(part.arguments)})`
  )
  return texts.join(' ').replaceAll('\n', ' ')
}
