import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { createAgentHarness, createToolRegistry, keeper, only, respond, started, text } from './pipeline.js'

// Halves of pairs alone, swapped, at the ends; beside Latin-1, wide, and whole pairs; short and long.
const TEXTS = [
  '\ud800',
  '\udfff',
  'a\ud800',
  '\udc00a',
  '\udc00\ud800',
  '\ud83d',
  '😀\ude00',
  'é\ud800ł',
  '\0\ud800\u2028',
  `${'x'.repeat(255)}\ud800`,
  `${'x'.repeat(256)}\ud800`,
  `\udc00${'ł'.repeat(5000)}`,
  '\uffff\ufffe',
  '\ufffd'
]

test('G40 the text of a TEXT frame is kept exactly, in the frame and in the history', () => {
  const { harness, dest } = started({ maxTurns: Infinity })
  for (const each of TEXTS) {
    harness.write(text(each))
    assert.equal(dest.frames.at(-1).content.text, each)
    assert.equal(harness.getState().history.at(-1).content, each)
  }
  const contents = harness.getState().history.slice(1)
  assert.deepEqual(
    contents.map(({ content }) => content),
    TEXTS
  )
})

test('G40 responses, thinking, results and errors keep lone surrogates', () => {
  for (const each of TEXTS) {
    const { harness, dest } = started({ emitToolResults: true })
    harness.write({ type: 'DATA', data: { type: 'llm-response', content: each, thinking: each } })
    harness.write({ type: 'TOOL_RESULT', data: { callId: each, result: each } })
    harness.write({ type: 'TOOL_RESULT', data: { callId: 'e', error: each } })
    const { history } = harness.getState()
    assert.equal(only(dest.frames, 'thinking')[0].data.content, each)
    assert.equal(history[1].content, each)
    assert.deepEqual([history[2].callId, history[2].content, history[2].result], [each, each, each])
    assert.deepEqual([history[3].content, history[3].error], [each, each])
    const [first, second] = only(dest.frames, 'tool-result')
    assert.deepEqual([first.data.callId, first.data.result, second.data.error], [each, each, each])
  }
})

test('G40 names of tools, ids of calls and arguments keep lone surrogates', () => {
  for (const each of TEXTS) {
    const seen = []
    const tool = {
      id: each,
      execute: (args, { callId, tool: id }, done) => done(seen.push([args, callId, id]))
    }
    const { harness, dest } = started({ tools: [tool] })
    harness.write(respond({ id: each, tool: each, arguments: JSON.stringify({ [each]: each }) }))
    assert.deepEqual(seen, [[{ [each]: each }, each, each]])
    assert.deepEqual(only(dest.frames, 'tool-call')[0].data, {
      type: 'tool-call',
      id: each,
      tool: each,
      arguments: { [each]: each }
    })
    assert.equal(dest.frames.at(-1).progress.callId, each)
    assert.ok(createToolRegistry([tool]).has(each))
    harness.write({ type: 'TOOL_RESULT', data: { callId: each } })
    assert.equal(dest.frames.at(-1).error, `Duplicate tool result: ${each}`)
    harness.write(respond({ id: 'x', tool: `${each}?` }))
    assert.equal(harness.getState().history.at(-1).content, `Tool '${each}?' not found`)
  }
})

test('G29 G40 a schema sees lone surrogates as they are', () => {
  const parameters = { type: 'object', properties: { s: { enum: ['\ud800', 'a\udfff'] } }, required: ['s'] }
  const { harness } = started({
    tools: [{ id: 't', parameters, execute: (_, __, done) => done(null, 'ran') }]
  })
  const answerTo = (args) => {
    harness.write(respond({ tool: 't', arguments: args }))
    return harness.getState().history.at(-1).content
  }
  for (const s of ['\ud800', 'a\udfff']) {
    assert.equal(answerTo({ s }), 'ran')
    assert.equal(answerTo(JSON.stringify({ s })), 'ran')
  }
  for (const s of ['\udfff', '\ufffd', 'a\ufffd', ''])
    assert.match(answerTo({ s }), /^Invalid argument at \/s: /)
})

test('G29 G40 a required field may have a lone surrogate in its name', () => {
  const parameters = { required: ['\ud800'] }
  const { harness } = started({
    tools: [{ id: 't', parameters, execute: (_, __, done) => done(null, 'ran') }]
  })
  harness.write(respond({ tool: 't', arguments: { '\ud801': 1, '\ufffd': 1 } }))
  assert.equal(harness.getState().history.at(-1).content, 'Missing required field: \ud800')
  harness.write(respond({ tool: 't', arguments: { '\ud800': 1 } }))
  assert.equal(harness.getState().history.at(-1).content, 'ran')
})

test('G20 G35 G40 workspace, task and keys of the user keep lone surrogates', () => {
  for (const each of TEXTS) {
    const harness = createAgentHarness()
    const dest = harness.pipe(keeper())
    for (const key of ['workspace', 'task', 'nodeId', 'sessionId'])
      harness.write({ type: 'PARAM', key, value: each })
    harness.write({ type: 'START' })
    harness.write({ type: 'META', key: `my ${each}`, value: each })
    const { workspace, task, nodeId, sessionId, history, [`my ${each}`]: mine } = harness.getState()
    assert.deepEqual([workspace, task, nodeId, sessionId, mine], [each, each, each, each, each])
    assert.ok(history[0].content.includes(each))
    assert.equal(dest.frames[0].metadata.task, each)
    harness.write({ type: each })
    assert.equal(dest.frames.at(-1).error, `Unknown frame type: ${each}`)
    harness.write({ type: 'DATA', data: { type: each } })
    assert.equal(dest.frames.at(-1).error, `Unknown data type: ${each}`)
  }
})

test('G37 G40 the log gives back every text exactly, and ids of wrappers may have lone surrogates', async () => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'gatto-surrogates-'))
  try {
    for (const wrapperId of [
      'plain',
      'a\ud800',
      'a\ud801',
      'a\ufffd',
      '../up',
      '..',
      '.',
      'a/b',
      'a\0b',
      '__proto__'
    ]) {
      const durability = { enabled: true, wrapperId, dir, fsync: 'never' }
      const first = started({ durability, maxTurns: Infinity })
      for (const each of TEXTS) {
        first.harness.write(text(`${wrapperId} ${each}`))
        first.harness.write({ type: 'DATA', data: { type: 'llm-response', content: each, thinking: each } })
        first.harness.write({ type: 'TOOL_RESULT', data: { callId: each, result: { [each]: each } } })
      }
      first.harness.write({ type: 'PARAM', key: 'nodeId', value: '\udc00' })
      const before = first.harness.getState()
      await first.harness.flush()
      await first.harness[Symbol.asyncDispose]()
      const second = createAgentHarness({ durability })
      const after = second.getState()
      assert.equal(after.nodeId, '\udc00')
      assert.deepEqual(after.history.slice(0, before.history.length), before.history)
      await second[Symbol.asyncDispose]()
    }
    const written = fs
      .readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
    assert.ok(written.length >= 10, 'each wrapper has a file of its own')
    assert.equal(fs.existsSync(path.join(dir, '..', 'up.jsonl')), false)
  } finally {
    fs.rmSync(dir, { recursive: true })
  }
})
