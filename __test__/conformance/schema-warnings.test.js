import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import test from 'node:test'
import { entryUrl } from './package.js'

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
