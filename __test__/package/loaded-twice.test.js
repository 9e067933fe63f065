import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import process from 'node:process'
import test from 'node:test'
import { createAgentHarness } from '@polyweave/gatto-agent-harness'
import { localFile } from '../../js/load.js'

const require = createRequire(import.meta.url)

test('a binding that is loaded again on a thread leaves what is there alone', () => {
  const file = process.env.NAPI_RS_NATIVE_LIBRARY_PATH ?? localFile()
  const harness = createAgentHarness()
  const types = []
  harness.pipe({ paused: false, write: ({ type }) => types.push(type), end() {} })
  for (const key of ['workspace', 'task']) harness.write({ type: 'PARAM', key, value: key })
  harness.write({ type: 'START' })
  assert.deepEqual(types.splice(0), ['START', 'PROGRESS'])

  // As tools do that load a program anew.
  const first = require(file)
  for (const name of Object.keys(require.cache)) if (name.endsWith('.node')) delete require.cache[name]
  const second = require(file)
  assert.notEqual(second.mailbox, first.mailbox)

  harness.write({ type: 'TEXT', content: 'x' })
  harness.write({ type: 'DATA', data: { type: 'llm-response', content: 'y' } })
  assert.deepEqual(types, ['TEXT'])
  const { history } = harness.getState()
  assert.deepEqual(
    history.map(({ role }) => role),
    ['system', 'user', 'assistant']
  )
})
