import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import readline from 'node:readline'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { freshFolder } from '../folder.js'

const main = fileURLToPath(new URL('../../examples/start/main.mjs', import.meta.url))

/** Runs the example in a temporary folder of its own. `onLine` is given each line of its output and the process. */
async function start(t, args = [], { env = {}, onLine = () => {} } = {}) {
  const temporary = freshFolder(t, 'start-test')
  const places = { TMPDIR: temporary, TEMP: temporary, TMP: temporary }
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...places, ...env },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const lines = []
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text
  })
  readline.createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    onLine(line, child)
  })
  const [code] = await once(child, 'close')
  return { code, lines, output: lines.join('\n'), errors, temporary, left: fs.readdirSync(temporary) }
}

/** The processes that work in a folder, or in one that is gone: where the system tells. */
function workingIn(folder) {
  if (!fs.existsSync('/proc/self/cwd')) return []
  return fs.readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && fs.readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)
    } catch {
      return false
    }
  })
}

test('the timeline tells of turns, calls, a refusal, the kill, the log and the resumed run', async (t) => {
  const { code, output, errors, left, temporary } = await start(t)
  assert.equal(code, 0, errors + output)
  const parts = [
    /^── process \d+ /,
    / START {10}total the orders$/,
    / turn 1 +Write csv\.mjs/,
    / state +idle → thinking$/,
    / → 1\.1 +list_files \{"depth":"all"\}$/,
    / ✗ 1\.1 +Invalid argument at \/depth: .*\(list_files, \d+ ms\)$/,
    / ✓ 2\.1 +\[\{"path":"orders\.csv"/,
    / ! 3\.4 +\d+ lines \(run_tests, \d+ ms, exit code 1\)$/,
    / thinking +"a quoted comma stays in its field" fails/,
    / ✓ 5\.1 +\{"path":"csv\.mjs","line":11\}/,
    /^── process \d+ was killed by SIGKILL while calls were open /,
    /^ {2}it holds +18 records, \d+ bytes: 1 log, 2 set, 1 start, 1 user, 5 assistant, 8 tool$/,
    /^ {2}without result +5\.2 run_command, 5\.3 run_tests$/,
    /^── a new process, \d+, takes the run up/,
    / START resumed +total the orders$/,
    / ✗ 5\.2 +Interrupted by a restart/,
    / ✓ 5\.3 +\d+ lines \(run_tests, run again, \d+ ms\)$/,
    / answer +csv\.mjs is done: .*2000 round trips without a difference\.$/,
    / turn 2 +Use it to total/,
    / END +completed after 2 turns$/,
    /\| Byron, Ada \| 210 \|$/,
    /^files +REPORT\.md \d+ B, csv\.mjs/,
    /^calls +14: 12 answered, 2 refused or interrupted, 0 without a result$/,
    /^removed /
  ]
  let rest = output.split('\n')
  for (const part of parts) {
    const at = rest.findIndex((line) => part.test(line))
    assert.notEqual(at, -1, `${part} is not where it belongs in:\n${output}`)
    rest = rest.slice(at + 1)
  }
  assert.equal(errors, '')
  assert.equal(output.includes('\x1b'), false, 'colours belong on a terminal')
  assert.deepEqual(left, [])
  assert.deepEqual(workingIn(temporary), [])
})

test('--json prints frames and nothing else; --keep leaves the files and the log', async (t) => {
  const { code, lines, errors, left, temporary } = await start(t, ['--json', '--keep'])
  assert.equal(code, 0, errors)
  const frames = lines.map((line) => JSON.parse(line))
  assert.ok(frames.every((frame) => typeof frame.type === 'string' && typeof frame.timestamp === 'number'))

  const starts = frames.filter((frame) => frame.type === 'START')
  assert.deepEqual(
    starts.map((frame) => frame.metadata.resumed),
    [undefined, true]
  )
  const ids = (type, key) =>
    frames.filter((frame) => frame.data?.type === type).map((frame) => frame.data[key])
  assert.deepEqual(ids('tool-result', 'callId').sort(), ids('tool-call', 'id').sort())
  assert.deepEqual(frames.at(-1).metadata, { reason: 'completed', currentTurn: 2, maxTurns: 10 })

  const kept = path.join(temporary, left[0])
  assert.equal(errors, `Kept: ${kept}\n`)
  assert.match(fs.readFileSync(path.join(kept, 'files', 'REPORT.md'), 'utf8'), /\| Hopper \| 107 \|/)
  const log = fs
    .readFileSync(path.join(kept, 'log', 'agent-harness', 'orders.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
  assert.equal(JSON.parse(log.at(-1)).t, 'end')
  assert.equal(log.filter((line) => JSON.parse(line).t === 'resume').length, 1)
})

test('an interrupt takes processes and folder along', { skip: process.platform === 'win32' }, async (t) => {
  const onLine = (line, child) => line.includes('START resumed') && child.kill('SIGINT')
  const { code, errors, left, temporary } = await start(t, [], { onLine })
  assert.equal(code, 1)
  assert.equal(errors, 'npm start: Interrupted.\n')
  assert.deepEqual(left, [])
  assert.deepEqual(workingIn(temporary), [])
})

test('a step that fails says so, and leaves nothing', async (t) => {
  const env = { NAPI_RS_NATIVE_LIBRARY_PATH: path.join(os.tmpdir(), 'there-is-no.node') }
  const { code, output, errors, left } = await start(t, [], { env })
  assert.equal(code, 1, output)
  assert.match(errors, /there-is-no\.node/)
  assert.match(
    errors,
    /npm start: The process of the agent ended with the code 1 before it was to be killed\..*--keep.*\n$/
  )
  assert.deepEqual(left, [])
})

test('an option that does not exist is answered with those that do', async (t) => {
  const { code, output, errors, left } = await start(t, ['--jsn'])
  assert.equal(code, 1)
  assert.equal(output, '')
  assert.match(errors, /--jsn[\s\S]*--json[\s\S]*--keep/)
  assert.deepEqual(left, [])
})
