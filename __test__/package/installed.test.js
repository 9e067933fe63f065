import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { before, test } from 'node:test'
import { triple } from '../../js/load.js'
import { binding, cleanEnv, folder, name, npm, pack, project, runIn } from './project.js'

const PIPELINE = `
const tool = { id: 'add', execute: ({ a, b }, context, callback) => callback(null, a + b) }
const harness = createAgentHarness({ tools: [tool] })
const seen = []
harness.pipe({ paused: false, write: (frame) => seen.push(frame.type), end: () => seen.push('end') })
harness.write(createParamFrame('workspace', '/workspace'))
harness.write(createParamFrame('task', 'add'))
harness.write(createStartFrame())
harness.write(createDataFrame({ type: 'llm-response', toolCalls: [{ id: '1', tool: 'add', arguments: { a: 1, b: 2 } }] }))
harness.end()
console.log(seen.join(' '), harness.getState().history.at(-1).content)
`
const PRINTED = 'START PROGRESS DATA PROGRESS END end 3'
const NAMES = '{ createAgentHarness, createParamFrame, createStartFrame, createDataFrame }'

const withBinding = cleanEnv({ NAPI_RS_NATIVE_LIBRARY_PATH: binding, NODE_NO_WARNINGS: '1' })

// Installed once, with a binding at hand, so that nothing is built.
let dir
before(async (t) => {
  dir = project(t)
  await npm(['install', await pack(folder(t)), '--offline'], dir, withBinding)
})

/** Puts the platform package of this host beside the package. */
function addPlatformPackage(dir) {
  const at = path.join(dir, 'node_modules', `${name}-${triple()}`)
  fs.mkdirSync(at, { recursive: true })
  fs.writeFileSync(
    path.join(at, 'package.json'),
    JSON.stringify({ name: `${name}-${triple()}`, main: 'gatto.node' })
  )
  fs.copyFileSync(binding, path.join(at, 'gatto.node'))
}

test('G1 the installed package runs a pipeline for a module that imports it', async () => {
  assert.deepEqual(
    fs
      .readdirSync(path.join(dir, 'node_modules', ...name.split('/')))
      .filter((file) => file.endsWith('.node')),
    []
  )
  assert.equal(await runIn(dir, `import ${NAMES} from '${name}'\n${PIPELINE}`, withBinding), PRINTED)
})

test('G1 the installed package runs the same pipeline for a script that requires it', async () => {
  assert.equal(
    await runIn(dir, `const ${NAMES} = require('${name}')\n${PIPELINE}`, withBinding, 'cjs'),
    PRINTED
  )
})

test('the binding of a platform package is found without a word from the environment', async (t) => {
  const other = folder(t)
  fs.cpSync(dir, other, { recursive: true })
  addPlatformPackage(other)

  assert.equal(await runIn(other, `import ${NAMES} from '${name}'\n${PIPELINE}`), PRINTED)
})

test('an installed package without any binding says so when it is imported', async () => {
  const program = `import('${name}').catch((error) => console.log(error.code, error.details.tried.length))`
  assert.equal(await runIn(dir, program), 'ERR_GATTO_BINDING_LOAD 2')
})

test('G4 the sub-paths of an installed package import, and its inner files do not', async () => {
  const program = `
    const { toReadable } = await import('${name}/streams')
    const inner = await import('${name}/js/load.js').catch((error) => error.code)
    const { createRequire } = await import('node:module')
    const { version } = createRequire(import.meta.url)('${name}/package.json')
    console.log(typeof toReadable, inner, version)`
  const { version } = JSON.parse(fs.readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  assert.equal(await runIn(dir, program, withBinding), `function ERR_PACKAGE_PATH_NOT_EXPORTED ${version}`)
})

test('the temporary projects hold no devDependencies of ours', async () => {
  const there = fs.readdirSync(path.join(dir, 'node_modules')).filter((entry) => !entry.startsWith('.'))
  assert.deepEqual(there, [name.split('/')[0]])
})
