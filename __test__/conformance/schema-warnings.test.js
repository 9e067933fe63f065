import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import test from 'node:test'
import { createAgentHarness, entryUrl } from './package.js'

const program = `
  const { createAgentHarness } = await import(${JSON.stringify(entryUrl)})
  const parameters = { type: 'no such type', required: ['a'] }
  createAgentHarness({ tools: [{ id: 'lopsided', parameters, execute() {} }] })
`
function stderrOf(GATTO_LOG) {
  const { GATTO_LOG: _, ...env } = process.env
  if (GATTO_LOG !== undefined) env.GATTO_LOG = GATTO_LOG
  const args = ['--no-warnings', '--input-type=module', '--eval', program]
  const child = spawnSync(process.execPath, args, { encoding: 'utf8', env })
  assert.equal(child.status, 0, child.stderr)
  return child.stderr
}

test('G29 a schema that does not compile is warned about where tracing is wanted', () => {
  assert.match(stderrOf('warn'), /schema/i)
})

test('G29 a schema that does not compile is no noise where tracing is not wanted', () => {
  assert.equal(stderrOf(undefined), '')
})

test('G29 a schema that does not compile is told to whoever listens when the harness is made', (t) => {
  const told = []
  const listener = ({ message, error }) => told.push(`${message}: ${error}`)
  subscribe('gatto:tool-call', listener)
  t.after(() => unsubscribe('gatto:tool-call', listener))

  const harness = createAgentHarness({
    tools: [{ id: 'lopsided', parameters: { type: 'nonsense' }, execute() {} }]
  })
  harness.end()
  assert.equal(told.length, 1)
  assert.match(told[0], /does not compile.*nonsense/)
})
