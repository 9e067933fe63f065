import assert from 'node:assert/strict'
import test from 'node:test'
import { runProgram } from './child.js'

const programs = {
  'an import alone': ``,
  'an idle harness': `keep.push(createAgentHarness())`,
  'a started harness with a destination': `keep.push(started())`,
  'a harness between turns': `const harness = started(); harness.write(createTextFrame('hello')); keep.push(harness)`,
  'a thousand harnesses': `for (let i = 0; i < 1000; i++) keep.push(started())`,
  'a tool that is called and never answers': `
    const harness = started({ tools: [{ id: 't', execute() {} }] })
    call(harness, 't')
    keep.push(harness)`,
  'a tool whose promise is never settled': `
    const harness = started({ tools: [{ id: 't', execute: () => new Promise(() => {}) }] })
    call(harness, 't')
    keep.push(harness)`,
  'a tool that listens to its signal': `
    const execute = (args, context) => { context.signal.addEventListener('abort', () => print('aborted')) }
    const harness = started({ tools: [{ id: 't', execute }] })
    call(harness, 't')
    keep.push(harness)`,
  'calls that wait for their turn': `
    const harness = started({ tools: [{ id: 't', execute() {} }], maxConcurrentTools: 1 })
    call(harness, 't', 't', 't')
    keep.push(harness)`,
  'an external call that nobody answers': `
    const harness = started({ externalTools: true })
    call(harness, 'elsewhere')
    keep.push(harness)`,
  'a registry with an open call': `
    const registry = createToolRegistry([{ id: 't', execute() {} }])
    registry.pipe(sink())
    registry.write(createToolCallFrame('c1', 't', {}))
    keep.push(registry)`,
  'a paused destination with frames waiting for it': `
    const harness = started({}, { ...sink(), paused: true })
    harness.write(createTextFrame('hello'))
    keep.push(harness)`,
  'frames without a destination': `
    const harness = createAgentHarness()
    for (let i = 0; i < 5000; i++) harness.write(createErrorFrame('x'))
    keep.push(harness)`,
  'an iterator that waits for a frame': `
    const harness = started()
    const read = async () => { for await (const frame of harness.source) keep.push(frame.type) }
    read()
    keep.push(harness)`,
  'an iterator that was abandoned half-way': `
    const harness = started()
    const iterator = harness.source[Symbol.asyncIterator]()
    harness.write(createTextFrame('hello'))
    await iterator.next()
    keep.push(harness, iterator)`,
  'a subscription to the state': `
    const harness = started()
    harness.state.subscribe(() => {})
    harness.write({ type: 'META', action: 'subscribe' })
    harness.write(createTextFrame('hello'))
    keep.push(harness)`,
  'a harness that has ended': `const harness = started(); harness.end(); keep.push(harness)`,
  'a harness that was aborted': `const harness = started(); harness.source.abort(); keep.push(harness)`,
  'a time-out that its answer has stopped': `
    const harness = started({ tools: [{ id: 't', execute: async () => 'ok' }], toolTimeoutMs: 1e8 })
    call(harness, 't')
    keep.push(harness)`,
  'a time-out that the end has stopped': `
    const harness = started({ tools: [{ id: 't', execute() {} }], toolTimeoutMs: 1e8 })
    call(harness, 't')
    harness.end()
    keep.push(harness)`,
  'a time-out that an abort has stopped': `
    const harness = started({ tools: [{ id: 't', execute() {} }], toolTimeoutMs: 1e8 })
    call(harness, 't')
    harness.source.abort()
    keep.push(harness)`,
  'a time-out that a result from outside has stopped': `
    const harness = started({ externalTools: true, toolTimeoutMs: 1e8 })
    call(harness, 'elsewhere')
    harness.write({ type: 'TOOL_RESULT', content: { callId: 'c0', result: 'ok' } })
    keep.push(harness)`,
  'a tool with a schema': `
    const parameters = { type: 'object', properties: { n: { type: 'integer' } } }
    const harness = started({ tools: [{ id: 't', parameters, execute() {} }] })
    call(harness, 't')
    keep.push(harness)`
}

for (const [name, source] of Object.entries(programs)) {
  test(`G3 G34 a process ends by itself with ${name}`, async () => {
    const { code, signal, lines, stderr } = await runProgram(source)
    assert.equal(signal, null, 'it ended by itself')
    assert.equal(stderr, '')
    assert.equal(code, 0)
    assert.match(lines.at(-1), /^bye \d+$/)
  })
}
