import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import test from 'node:test'
import { entryUrl } from './package.js'

const manifest = JSON.parse(fs.readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

test('G4 @polyweave/core is an optional peer and no other kind of dependency', () => {
  assert.ok('@polyweave/core' in manifest.peerDependencies)
  assert.equal(manifest.peerDependenciesMeta['@polyweave/core'].optional, true)
  assert.equal(manifest.dependencies?.['@polyweave/core'], undefined)
  assert.equal(manifest.optionalDependencies?.['@polyweave/core'], undefined)
})

// Both resolvers of the child write a line for each request of the peer; no try/catch in the package can hide it.
const watch = `
  import fs from 'node:fs'
  import Module, { register } from 'node:module'
  const hooks = \`
    import fs from 'node:fs'
    export function resolve(specifier, context, next) {
      if (specifier.startsWith('@polyweave/core')) fs.writeSync(1, 'asked for ' + specifier + String.fromCharCode(10))
      return next(specifier, context)
    }\`
  register('data:text/javascript,' + encodeURIComponent(hooks))
  const resolveFilename = Module._resolveFilename
  Module._resolveFilename = function (specifier, ...rest) {
    if (String(specifier).startsWith('@polyweave/core')) fs.writeSync(1, 'asked for ' + specifier + '\\n')
    return resolveFilename.call(this, specifier, ...rest)
  }
`
const session = `
  const { createAgentHarness, createParamFrame, createStartFrame, createTextFrame } = await import(${JSON.stringify(entryUrl)})
  const harness = createAgentHarness()
  let count = 0
  harness.pipe({ paused: false, write() { count += 1 }, end() { console.log('frames ' + count) } })
  harness.write(createParamFrame('workspace', '/w'))
  harness.write(createParamFrame('task', 't'))
  harness.write(createStartFrame())
  harness.write(createTextFrame('hello'))
  harness.end()
`

function run(source) {
  return spawnSync(process.execPath, ['--no-warnings', '--input-type=module', '--eval', source], {
    encoding: 'utf8'
  })
}

test('G4 a whole session never asks for @polyweave/core', () => {
  const child = run(watch + session)
  assert.equal(child.stderr, '')
  assert.equal(child.stdout, 'frames 4\n')
})

test('G4 the watch of the test above sees a request that is made', () => {
  const child = run(`${watch} try { await import('@polyweave/core/x') } catch {} console.log('done')`)
  assert.match(child.stdout, /^asked for @polyweave\/core\/x\n/)
})
