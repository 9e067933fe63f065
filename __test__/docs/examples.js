// The examples of the package's documents: each ```js block of a Markdown file, each @example of a .d.ts file.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

const list = (dir, extension) => {
  const folder = path.join(root, dir)
  if (!fs.existsSync(folder)) return []
  const names = fs.readdirSync(folder).filter((name) => name.endsWith(extension))
  return names.sort().map((name) => path.join(dir, name))
}

/** The files that hold examples, relative to the root. */
export const documents = [
  'README.md',
  'index.d.ts',
  'streams.d.ts',
  'agent.d.ts',
  ...list('docs', '.md'),
  ...list('types', '.d.ts'),
  ...list('types/agent', '.d.ts')
]

function fromMarkdown(text) {
  return [...text.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map((m) => ({ code: m[1], at: m.index }))
}

function fromDeclarations(text) {
  const found = []
  for (const comment of text.matchAll(/\/\*\*[\s\S]*?\*\//g)) {
    for (const m of comment[0].matchAll(/@example\s*\n([\s\S]*?)(?=\n\s*\* @|\*\/)/g)) {
      found.push({ code: m[1].replace(/^\s*\* ?/gm, ''), at: comment.index + m.index })
    }
  }
  return found
}

/** `{ name, code, extension, printed }` of each example; `printed` holds the lines that its comments promise. */
export function examplesOf(file) {
  const text = fs.readFileSync(path.join(root, file), 'utf8')
  const found = file.endsWith('.md') ? fromMarkdown(text) : fromDeclarations(text)
  return found.map(({ code, at }) => ({
    name: `${file}:${text.slice(0, at).split('\n').length}`,
    code,
    extension: /\brequire\(/.test(code) && !/^import /m.test(code) ? 'cjs' : 'mjs',
    printed: [...code.matchAll(/\/\/ prints (.*)$/gm)].map((m) => m[1])
  }))
}

/** A fresh folder in which the package and its development dependencies can be imported by name. */
export function installed() {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'gatto-examples-'))
  fs.mkdirSync(path.join(dir, 'node_modules/@polyweave'), { recursive: true })
  fs.symlinkSync(root, path.join(dir, 'node_modules/@polyweave/gatto-agent-harness'), 'junction')
  for (const name of ['push-stream', '@types']) {
    fs.symlinkSync(path.join(root, 'node_modules', name), path.join(dir, 'node_modules', name), 'junction')
  }
  return dir
}
