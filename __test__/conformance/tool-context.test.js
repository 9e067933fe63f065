import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import test, { mock } from 'node:test'
import { createAgentHarness, createParamFrame, createToolCallFrame, createToolRegistry } from './package.js'
import * as expected from './expected-frames.js'
import { Recorder } from './recorder.js'
import { callsOf, silentTool, start, startSession } from './session.js'

const pick = ({ callId, tool, workspace, task, nodeId, sessionId, jjProvider }) => ({
  callId,
  tool,
  workspace,
  task,
  nodeId,
  sessionId,
  jjProvider
})

test('G33 inside a harness the context tells the call and the session', () => {
  const jjProvider = { log() {} }
  const tool = silentTool('t')
  const harness = createAgentHarness({ tools: [tool], jjProvider })
  harness.write(createParamFrame('nodeId', 'n1'))
  harness.write(createParamFrame('sessionId', 's1'))
  start(harness)
  harness.write(callsOf(['c1', 't', {}]))
  const { context } = tool.calls[0]
  assert.deepEqual(pick(context), {
    callId: 'c1',
    tool: 't',
    workspace: '/work',
    task: 'tidy up',
    nodeId: 'n1',
    sessionId: 's1',
    jjProvider
  })
  assert.equal(context.jjProvider, jjProvider)
  harness.end()
})

test('G33 without options and parameters the context says null', () => {
  const tool = silentTool('t')
  const { harness } = startSession({ tools: [tool] })
  harness.write(callsOf(['c1', 't', {}]))
  const { nodeId, sessionId, jjProvider } = tool.calls[0].context
  assert.deepEqual({ nodeId, sessionId, jjProvider }, { nodeId: null, sessionId: null, jjProvider: null })
  harness.end()
})

test('G33 the context of a call keeps the session as it was when the call began', () => {
  const tool = silentTool('t')
  const { harness } = startSession({ tools: [tool] })
  harness.write(createParamFrame('workspace', '/first'))
  harness.write(callsOf(['c1', 't', {}]))
  harness.write(createParamFrame('workspace', '/second'))
  harness.write(callsOf(['c2', 't', {}]))
  assert.equal(tool.calls[0].context.workspace, '/first')
  assert.equal(tool.calls[1].context.workspace, '/second')
  harness.end()
})

test('G33 G17 a call through the registry of a harness is inside the harness', () => {
  const tool = silentTool('t')
  const { harness } = startSession({ tools: [tool] })
  harness.registry.write(createToolCallFrame('c1', 't', {}))
  const { context } = tool.calls[0]
  assert.equal(context.workspace, '/work')
  assert.equal(context.task, 'tidy up')
  const { signal } = context
  assert.equal(signal.aborted, false)
  harness.end()
  assert.equal(signal.aborted, true)
})

test('G33 in a registry of its own the context tells the call', () => {
  const tool = silentTool('t')
  const registry = createToolRegistry([tool])
  registry.write(createToolCallFrame('c1', 't', {}))
  const { context } = tool.calls[0]
  assert.equal(context.callId, 'c1')
  assert.equal(context.tool, 't')
  assert.equal(context.workspace, undefined)
  registry.end()
})

test('G33 the signal is an AbortSignal, one a call, and aborts at the end', () => {
  const tool = silentTool('t')
  const { harness } = startSession({ tools: [tool] })
  harness.write(callsOf(['c1', 't', {}], ['c2', 't', {}]))
  const [one, two] = tool.calls.map(({ context }) => context)
  assert.ok(one.signal instanceof AbortSignal)
  assert.equal(one.signal, one.signal)
  assert.notEqual(one.signal, two.signal)
  assert.equal(one.signal.aborted, false)
  let events = 0
  one.signal.addEventListener('abort', () => {
    events += 1
  })
  harness.end()
  assert.equal(one.signal.aborted, true)
  assert.equal(two.signal.aborted, true)
  assert.equal(events, 1)
})

test('G33 a signal that is first read after the end is aborted', () => {
  const tool = silentTool('t')
  const { harness } = startSession({ tools: [tool] })
  harness.write(callsOf(['c1', 't', {}]))
  harness.end()
  assert.equal(tool.calls[0].context.signal.aborted, true)
})

test('G33 a signal that is first read after the time-out is aborted', (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const tool = silentTool('t')
  const { harness } = startSession({ tools: [tool], toolTimeoutMs: 10 })
  harness.write(callsOf(['c1', 't', {}]))
  mock.timers.tick(10)
  assert.equal(tool.calls[0].context.signal.aborted, true)
  harness.end()
})

test('G33 the signal of an answered call does not abort', () => {
  const tool = silentTool('t')
  const { harness } = startSession({ tools: [tool] })
  harness.write(callsOf(['c1', 't', {}]))
  const { context, callback } = tool.calls[0]
  const { signal } = context
  callback(null, 'ok')
  harness.end()
  assert.equal(signal.aborted, false)
})

test('G33 a signal works with fetch-like waiting: the tool hears the end', async () => {
  let heard
  const tool = {
    id: 't',
    execute: (_args, { signal }) => {
      heard = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
      return new Promise(() => {})
    }
  }
  const { harness } = startSession({ tools: [tool] })
  harness.write(callsOf(['c1', 't', {}]))
  harness.end()
  const event = await heard
  assert.equal(event.type, 'abort')
})

test('G33 progress emits PROGRESS while the call is open', () => {
  const tool = silentTool('t')
  const { harness, recorder } = startSession({ tools: [tool] })
  harness.write(callsOf(['c1', 't', {}]))
  recorder.clear()
  const { context, callback } = tool.calls[0]
  const value = { done: 0.5 }
  context.progress(value)
  const { progress } = context
  progress('taken off')
  callback(null, 'ok')
  context.progress('late')
  assert.deepEqual(recorder.shapes, [
    expected.progress({ operation: 'tool-progress', callId: 'c1', value }),
    expected.progress({ operation: 'tool-progress', callId: 'c1', value: 'taken off' }),
    expected.completed('c1')
  ])
  assert.equal(recorder.frames[0].progress.value, value)
})

test('G33 progress after the answer is ignored, also while the tool is still on the stack', () => {
  const execute = (_, context, done) => {
    done(null, 'ok')
    context.progress('late')
  }
  const { harness, recorder } = startSession({ tools: [{ id: 't', execute }] })
  harness.write(callsOf(['c1', 't', {}]))
  assert.deepEqual(recorder.shapes, [expected.toolCall('c1', 't'), expected.completed('c1')])
})

test('G33 progress of a synchronous tool goes out between its call and its result', () => {
  const execute = (_, context, done) => {
    context.progress(1)
    context.progress(2)
    done(null, 'ok')
  }
  const { harness, recorder } = startSession({ tools: [{ id: 't', execute }] })
  harness.write(callsOf(['c1', 't', {}]))
  const step = (value) => expected.progress({ operation: 'tool-progress', callId: 'c1', value })
  assert.deepEqual(recorder.shapes, [
    expected.toolCall('c1', 't'),
    step(1),
    step(2),
    expected.completed('c1')
  ])
})

test('G33 progress after the end is ignored', () => {
  const tool = silentTool('t')
  const { harness, recorder } = startSession({ tools: [tool] })
  harness.write(callsOf(['c1', 't', {}]))
  harness.end()
  recorder.clear()
  tool.calls[0].context.progress('late')
  assert.deepEqual(recorder.frames, [])
})

test('G33 progress of a registry’s call goes out on its source', () => {
  const tool = silentTool('t')
  const registry = createToolRegistry([tool])
  const recorder = registry.pipe(new Recorder())
  registry.write(createToolCallFrame('c1', 't', {}))
  tool.calls[0].context.progress('half')
  tool.calls[0].callback(null, 'ok')
  tool.calls[0].context.progress('late')
  assert.deepEqual(recorder.shapes, [
    expected.progress({ operation: 'tool-progress', callId: 'c1', value: 'half' }),
    expected.toolResult('c1', 'ok', undefined)
  ])
})

test('G33 this is the tool', () => {
  class Counter {
    #count = 0
    id = 'count'
    execute(_args, _context, done) {
      this.#count += 1
      done(null, this.#count)
    }
  }
  const { harness } = startSession({ tools: [new Counter()] })
  harness.write(callsOf(['c1', 'count', {}], ['c2', 'count', {}]))
  assert.deepEqual(
    harness
      .getState()
      .history.slice(2)
      .map((entry) => entry.result),
    [1, 2]
  )
})

test('G33 the AsyncLocalStorage context of the writer reaches the tool, now and later', async () => {
  const storage = new AsyncLocalStorage()
  const seen = []
  const tools = [
    {
      id: 't',
      async execute() {
        seen.push(storage.getStore())
        await null
        seen.push(storage.getStore())
        return 'ok'
      }
    }
  ]
  const { harness, recorder } = startSession({ tools })
  for (const name of ['one', 'two']) storage.run(name, () => harness.write(callsOf([name, 't', {}])))
  await recorder.until(({ frames }) => frames.length === 4)
  assert.deepEqual(seen, ['one', 'two', 'one', 'two'])
})

test('G33 the writer’s context reaches a tool that is written re-entrantly, and one that waited its turn', () => {
  const storage = new AsyncLocalStorage()
  const tool = silentTool('t')
  const seen = []
  const execute = (...args) => {
    seen.push(storage.getStore())
    return tool.execute(...args)
  }
  const { harness, recorder } = startSession({ tools: [{ id: 't', execute }], maxConcurrentTools: 1 })
  recorder.onWrite = (frame) => {
    if (frame.data?.id === 'c1') storage.run('inner', () => harness.write(callsOf(['c2', 't', {}])))
  }
  storage.run('outer', () => harness.write(callsOf(['c1', 't', {}])))
  storage.run('elsewhere', () => tool.calls[0].callback(null, 'ok'))
  assert.deepEqual(seen, ['outer', 'inner'])
  harness.end()
})
