import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { documents, examplesOf, installed, root } from '../docs/examples.js'

const run = promisify(execFile)
const here = path.join(root, '__test__/types')
const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
const compile = (project) =>
  run(process.execPath, [tsc, '-p', project], { cwd: root }).catch((error) =>
    assert.fail(error.stdout || error)
  )

const dir = installed()
after(() => fs.rmSync(dir, { recursive: true, force: true }))

test('the types hold under strict, exactOptionalPropertyTypes and NodeNext', () =>
  compile('__test__/types/tsconfig.json'))

test('the types hold under Bundler resolution and the DOM library', () =>
  compile('__test__/types/tsconfig.bundler.json'))

test('what is typed against the published package and pi-ai is taken, and the other way round', () =>
  compile('__test__/types/peer/tsconfig.json'))

test('A1 a program for the published package compiles against this one', () =>
  compile('__test__/types/tsconfig.agent.json'))

test('A1 the same program compiles against the published package', async () => {
  const folder = fs.mkdtempSync(path.join(root, '__test__/types/peer-'))
  after(() => fs.rmSync(folder, { recursive: true, force: true }))
  const programs = fs.readdirSync(here).filter((name) => /^agent-.*\.ts$/.test(name))
  assert.ok(programs.length > 0)
  for (const name of programs) {
    // Only its import is another; what works on files has a path of its own there.
    const text = fs
      .readFileSync(path.join(here, name), 'utf8')
      .replace(/(import \{ NodeExecutionEnv \} from) '.*'/, "$1 '@earendil-works/pi-agent-core/node'")
      .replaceAll('@polyweave/gatto-agent-harness/agent', '@earendil-works/pi-agent-core')
    fs.writeFileSync(path.join(folder, name), text)
  }
  const config = { extends: '../tsconfig.agent.json', include: ['*.ts'] }
  fs.writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(config))
  await compile(folder)
})

test('A1 the declarations need neither TypeBox nor the model layer', () => {
  for (const name of fs.readdirSync(path.join(root, 'types/agent'))) {
    const text = fs.readFileSync(path.join(root, 'types/agent', name), 'utf8')
    assert.doesNotMatch(text, /^(?:import|export)\b.* from '[^.]/m, name)
  }
})

test('the examples of the README and of the declarations compile as TypeScript', async () => {
  const examples = documents.filter((file) => !file.startsWith('docs/')).flatMap(examplesOf)
  assert.ok(examples.length > 20)
  for (const { name, code, extension } of examples) {
    const file = `${name.replace(/\W/g, '-')}.${extension === 'cjs' ? 'cts' : 'mts'}`
    // A block is a module of its own even when it imports nothing.
    fs.writeFileSync(path.join(dir, file), extension === 'cjs' ? code : `${code}\nexport {}\n`)
  }
  const config = {
    extends: path.join(root, '__test__/types/tsconfig.json'),
    // The stages of push-stream have no declarations: what their callbacks take is not known.
    compilerOptions: {
      noImplicitAny: false,
      noPropertyAccessFromIndexSignature: false,
      typeRoots: ['./node_modules/@types']
    },
    include: ['*.mts', '*.cts']
  }
  fs.writeFileSync(path.join(dir, 'tsconfig.json'), JSON.stringify(config))
  await compile(dir)
})
