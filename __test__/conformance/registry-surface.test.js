import assert from 'node:assert/strict'
import test from 'node:test'
import { createToolCallFrame, createToolRegistry } from './package.js'
import * as expected from './expected-frames.js'
import { Recorder } from './recorder.js'
import { silentTool } from './session.js'

test('G28 createToolRegistry returns its twelve members', () => {
  const registry = createToolRegistry()
  for (const name of ['pipe', 'write', 'end', 'register', 'has', 'list', 'get', 'getToolOpenAIFormat']) {
    assert.equal(typeof registry[name], 'function', name)
  }
  assert.equal(typeof registry.source.pipe, 'function')
  assert.equal(typeof registry.sink.write, 'function')
})

test('G28 paused and ended are getters of the source', () => {
  const registry = createToolRegistry()
  assert.equal(registry.paused, true)
  const recorder = registry.pipe(new Recorder())
  assert.equal(registry.paused, false)
  recorder.pause()
  assert.equal(registry.paused, true)
  assert.equal(registry.ended, false)
  recorder.resume()
  const failure = new Error('it broke')
  registry.end(failure)
  assert.equal(registry.ended, failure)
  assert.equal(registry.source.ended, failure)
})

test('G28 what is no tool is silently ignored', () => {
  const execute = () => {}
  const rejects = [
    null,
    undefined,
    5,
    'tool',
    [],
    {},
    { id: 'x' },
    { execute },
    { id: 5, execute },
    { id: null, execute },
    { id: 'x', execute: 'no function' }
  ]
  const registry = createToolRegistry(rejects)
  for (const value of rejects) registry.register(value)
  assert.deepEqual(registry.list(), [])
  assert.equal(registry.has('x'), false)
})

test('G28 a tool is found by its id, and is the same object', () => {
  class Tool {
    id = 'by class'
    execute() {}
  }
  const tools = [new Tool(), Object.freeze(silentTool('frozen'))]
  const registry = createToolRegistry(tools)
  assert.equal(registry.get('by class'), tools[0])
  assert.equal(registry.get('frozen'), tools[1])
  assert.equal(registry.has('by class'), true)
  assert.equal(registry.has('other'), false)
  assert.equal(registry.get('other'), undefined)
})

test('G28 the same id again replaces the tool and keeps its place', () => {
  const [a, b, c, other] = [silentTool('a'), silentTool('b'), silentTool('c'), silentTool('a')]
  const registry = createToolRegistry([a, b])
  registry.register(c)
  registry.register(other)
  assert.deepEqual(registry.list(), [other, b, c])
  registry.list().forEach((tool, i) => assert.equal(tool, [other, b, c][i]))
  assert.equal(registry.get('a'), other)
  registry.write(createToolCallFrame('c1', 'a', {}))
  assert.equal(a.calls.length, 0)
  assert.equal(other.calls.length, 1)
})

test('G28 G40 ids such as __proto__ and constructor are plain ids', () => {
  const names = ['__proto__', 'constructor', 'toString']
  const registry = createToolRegistry()
  for (const name of names) {
    assert.equal(registry.has(name), false)
    assert.equal(registry.get(name), undefined)
  }
  const tools = names.map((name) => silentTool(name))
  for (const tool of tools) registry.register(tool)
  assert.deepEqual(registry.list(), tools)
  names.forEach((name, i) => assert.equal(registry.get(name), tools[i]))
})

test('G28 changing what list() gave changes nothing in the registry', () => {
  const registry = createToolRegistry([silentTool('a')])
  registry.list().length = 0
  assert.equal(registry.list().length, 1)
})

test('G28 getToolOpenAIFormat lists the tools as OpenAI wants them', () => {
  const parameters = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] }
  const registry = createToolRegistry([
    silentTool('read', { description: 'Reads a file', parameters }),
    silentTool('bare')
  ])
  assert.deepEqual(registry.getToolOpenAIFormat(), [
    { type: 'function', function: { name: 'read', description: 'Reads a file', parameters } },
    {
      type: 'function',
      function: { name: 'bare', description: '', parameters: { type: 'object', properties: {} } }
    }
  ])
})

test('G28 after its end a registry ignores writes', () => {
  const tool = silentTool('t')
  const registry = createToolRegistry([tool])
  const recorder = registry.pipe(new Recorder())
  registry.end()
  registry.write(createToolCallFrame('c1', 't', {}))
  assert.equal(tool.calls.length, 0)
  assert.deepEqual(recorder.frames, [])
  assert.deepEqual(recorder.endings, [[]])
})

test('G28 the end of a registry aborts its tools', () => {
  const tool = silentTool('t')
  const registry = createToolRegistry([tool])
  registry.pipe(new Recorder())
  registry.write(createToolCallFrame('c1', 't', {}))
  const { signal } = tool.calls[0].context
  registry.end()
  assert.equal(signal.aborted, true)
  assert.equal(registry.ended, true)
})

test('G28 a registry works without a first argument, and with one that is empty', () => {
  assert.deepEqual(createToolRegistry().list(), [])
  assert.deepEqual(createToolRegistry([]).list(), [])
  assert.deepEqual(createToolRegistry(undefined, {}).list(), [])
})

test('G28 G29 the second argument takes validation', () => {
  const schema = { parameters: { properties: { n: { type: 'integer' } }, required: ['n'] } }
  const counts = ['schema', 'required', 'none'].map((validation) => {
    const tool = silentTool('t', schema)
    const registry = createToolRegistry([tool], { validation })
    registry.write(createToolCallFrame('c1', 't', { n: 'one' }))
    registry.write(createToolCallFrame('c2', 't', {}))
    return tool.calls.length
  })
  assert.deepEqual(counts, [0, 1, 2])
})

test('G28 a class with a static id and a static execute is a tool', () => {
  class Tool {}
  const execute = (_args, _context, callback) => callback(null, 'ok')
  Object.assign(Tool, { id: 't', execute })
  const registry = createToolRegistry([Tool])
  const recorder = registry.pipe(new Recorder())
  registry.write(createToolCallFrame('c1', 't', {}))
  assert.equal(registry.get('t'), Tool)
  assert.deepEqual(recorder.shapes, [expected.toolResult('c1', 'ok', undefined)])
})

test('G28 an end of a registry with true, false or null is a plain one', () => {
  for (const err of [undefined, null, true, false]) {
    const registry = createToolRegistry()
    const recorder = registry.pipe(new Recorder())
    registry.end(err)
    assert.deepEqual([recorder.endings, recorder.frames], [[[]], []])
  }
})

test('G28 a call that a destination writes after it has ended the registry does not run', () => {
  const tool = silentTool('t')
  const registry = createToolRegistry([tool])
  const onWrite = () => {
    registry.end()
    registry.write(createToolCallFrame('c2', 't', {}))
  }
  const recorder = registry.pipe(new Recorder({ onWrite }))
  registry.write(createToolCallFrame('c1', 'nobody', {}))
  assert.equal(recorder.frames.length, 1)
  assert.deepEqual(tool.calls, [])
})
