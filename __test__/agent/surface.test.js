import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as ai from '@earendil-works/pi-ai'
import * as published from '@earendil-works/pi-agent-core'
import * as node from '@earendil-works/pi-agent-core/node'
import * as agent from '@polyweave/gatto-agent-harness/agent'

const root = fileURLToPath(new URL('../..', import.meta.url))
const peer = { ...ai, ...published, ...node }

/** What the published package exports, and what is to be found here. */
const EXPORTS = `
  AgentHarnessError BranchSummaryError CompactionError ExecutionError FileError SessionError
  Session InMemorySessionStorage InMemorySessionRepo JsonlSessionStorage JsonlSessionRepo
  NodeExecutionEnv
  uuidv7 createSessionId createTimestamp create_timestamp toSession getFileSystemResultOrThrow getEntriesToFork
  loadJsonlSessionMetadata
  buildContextEntries buildSessionContext defaultContextEntryTransform sessionEntryToContextMessages
  DEFAULT_COMPACTION_SETTINGS calculateContextTokens estimateContextTokens estimateTokens findCutPoint
  findTurnStartIndex generateSummary generateSummaryWithUsage getLastAssistantUsage prepareCompaction compact
  serializeConversation shouldCompact
  collectEntriesForBranchSummary prepareBranchEntries generateBranchSummary
  COMPACTION_SUMMARY_PREFIX COMPACTION_SUMMARY_SUFFIX BRANCH_SUMMARY_PREFIX BRANCH_SUMMARY_SUFFIX
  bashExecutionToText convertToLlm createBranchSummaryMessage createCompactionSummaryMessage createCustomMessage
  formatSkillInvocation formatSkillsForSystemPrompt loadSkills loadSourcedSkills
  loadPromptTemplates loadSourcedPromptTemplates formatPromptTemplateInvocation parseCommandArgs substituteArgs
  createBashTool createReadTool createWriteTool createEditTool
  truncateHead truncateTail truncateLine formatSize DEFAULT_MAX_LINES DEFAULT_MAX_BYTES GREP_MAX_LINE_LENGTH
  executeShellWithCapture sanitizeBinaryOutput
  ok err getOrThrow getOrUndefined toError
`
  .trim()
  .split(/\s+/)

/** What runs a model; it is not there yet. */
const RUNS = `
  Agent AgentHarness agentLoop agentLoopContinue runAgentLoop runAgentLoopContinue streamProxy setDefaultStreamFn
  getDefaultStreamFn
`
  .trim()
  .split(/\s+/)

/** What is exported besides: from the model layer, or new. */
const ADDED = `
  createFindTool createGrepTool createLsTool
  validateToolArguments parseToolArguments
`
  .trim()
  .split(/\s+/)

test('A1 everything on the list is exported, and nothing else', (t) => {
  const there = Object.keys(agent)
  const wanted = [...EXPORTS, ...ADDED]
  const lacking = wanted.filter((name) => !there.includes(name))
  const unknown = there.filter((name) => !wanted.includes(name))
  assert.deepEqual({ lacking, unknown }, { lacking: [], unknown: [] })
  for (const name of RUNS) t.diagnostic(`not there yet: ${name}`)
})

test('A1 what the published package exports is on the list', () => {
  const own = Object.keys(published).filter((name) => !(name in ai))
  const known = [...EXPORTS, ...RUNS]
  assert.deepEqual(
    own.filter((name) => !known.includes(name)),
    []
  )
})

// The first hands on whatever it gets; the options of the others have a default.
const OTHER_LENGTHS = ['generateSummary', 'createReadTool', 'createBashTool']

const isClass = (value) =>
  typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value))

test('A1 exports are what they are in the published package', () => {
  for (const [name, value] of Object.entries(agent)) {
    if (!(name in peer)) continue
    assert.equal(typeof value, typeof peer[name], name)
    assert.equal(isClass(value), isClass(peer[name]), name)
    if (typeof value !== 'function') continue
    if (!isClass(value) && !OTHER_LENGTHS.includes(name))
      assert.equal(value.length, peer[name].length, `length of ${name}`)
  }
})

test('A1 import and require give the same objects', () => {
  const required = createRequire(import.meta.url)('@polyweave/gatto-agent-harness/agent')
  for (const [name, value] of Object.entries(agent)) assert.equal(required[name], value, name)
  assert.deepEqual(Object.keys(required).sort(), Object.keys(agent).sort())
})

const output = async (program) => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    cwd: root
  })
  return stdout.trim()
}

test('A1 importing it starts no thread', { skip: process.platform !== 'linux' }, async () => {
  const threads = `
    import fs from 'node:fs'
    const threads = () => fs.readdirSync('/proc/self/task').length
    await import('./js/version.js') // the threads that read modules
    const before = threads()
    const agent = await import('@polyweave/gatto-agent-harness/agent')
    console.log(threads() - before, Object.keys(agent).length > 0)`
  assert.equal(await output(threads), '0 true')
})

/** The files that a module loads, itself among them. */
function graph(file, seen = new Set()) {
  if (seen.has(file)) return seen
  seen.add(file)
  const text = fs.readFileSync(file, 'utf8')
  for (const [, specifier] of text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
    graph(path.resolve(path.dirname(file), specifier), seen)
  }
  return seen
}

test('A1 importing the package itself loads nothing of it', () => {
  const own = (entry) => [...graph(path.join(root, entry))].filter((file) => file.includes('/js/agent/'))
  assert.ok(own('agent.js').length > 0)
  assert.deepEqual([...own('index.js'), ...own('streams.js')], [])
})
