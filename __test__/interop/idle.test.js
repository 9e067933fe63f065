import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import test from 'node:test'
import { fileURLToPath } from 'node:url'

const root = new URL('../../', import.meta.url)

const pending = `
import { createAgentHarness } from '${new URL('index.js', root)}'
import * as streams from '${new URL('streams.js', root)}'
const each = (use) => use(createAgentHarness())
each((harness) => harness.source[Symbol.asyncIterator]().next())
each((harness) => streams.toReadable(harness).on('data', () => {}))
each((harness) => streams.toReadableStream(harness).getReader().read())
each((harness) => streams.toWritable(harness).write({ type: 'TEXT' }))
each((harness) => streams.toWritableStream(harness).getWriter().write({ type: 'TEXT' }))
each((harness) => streams.toWritable({ paused: true, write() {}, end() {} }).write(1))
each((harness) => streams.toWritableStream({ paused: true, write() {}, end() {} }).getWriter().close())
each((harness) => streams.createFrameSource((async function* () { await new Promise(() => {}) })()).pipe(harness))
streams.createFrameSink(() => new Promise(() => {})).write(1)
console.log('idle')
`

test('G12 G3 no stream that waits keeps the process alive', () => {
  const args = ['--input-type=module', '--unhandled-rejections=strict', '-e', pending]
  const { status, stdout, stderr, signal } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    timeout: 60_000
  })
  assert.equal(signal, null, 'it had to be stopped')
  assert.equal(stderr, '')
  assert.equal(status, 0)
  assert.equal(stdout, 'idle\n')
})

/** Every module that a module of ours imports, directly or not. */
function graph(file, found = new Set()) {
  if (found.has(file)) return found
  found.add(file)
  if (!file.endsWith('.js')) return found
  const text = fs.readFileSync(fileURLToPath(new URL(file, root)), 'utf8')
  for (const [, name] of text.matchAll(/^(?:import|export)\b[^'"]*?from '([^']+)'/gm)) {
    const next = name.startsWith('.') ? new URL(name, new URL(file, root)).href.slice(root.href.length) : name
    graph(next, found)
  }
  return found
}

test('G12 the main entry loads no adapter and no stream of Node', () => {
  const main = graph('index.js')
  assert.ok(main.has('js/stream/source.js'))
  for (const name of ['node:stream', 'node:stream/web', 'js/stream/node.js', 'js/stream/web.js']) {
    assert.equal(main.has(name), false, name)
    if (name !== 'node:stream/web') assert.equal(graph('streams.js').has(name), true, name)
  }
})
