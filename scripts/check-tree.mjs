// Holds the tree to the rules that no linter knows: size and names of files, links and commands in the docs, one version
// everywhere, nothing of the machine it was written on.

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { root } from './addon.mjs'

const LONGEST = 400
const SKIPPED = new Set(['node_modules', 'target', '.git', '.cache', 'coverage', '.gatto'])
const SKIPPED_FILES = /\.(node|tgz|tmp|png|svg)$/
const GENERATED = new Set(['package-lock.json', 'Cargo.lock', 'binding.d.ts'])
/** Names that say nothing about what is inside, and so collect everything. */
const VAGUE = /^(utils?|helpers?|common|shared|misc|managers?)$/i
const REGISTRY_HOST = /\b(?:registry|index|static|deb|files)\.[a-z][\w-]*\.(?:org|io|com|dev)\b/i
const HOME_PATH = /(?:^|[\s"'`(=:])(?:\/(?:home|Users)\/(?!me\b)[\w.-]+|\/root\/[\w.-]+|[A-Z]:\\Users\\)/

/** Everything that is wrong in the tree at `at`, as `file:line: what` lines. */
export function problemsOf(at) {
  const files = [...walk(at, '')]
  const texts = new Map(files.map((file) => [file, fs.readFileSync(path.join(at, file), 'utf8')]))
  return [...texts]
    .flatMap(([file, text]) => [
      ...named(file),
      ...sized(file, text),
      ...machineless(file, text, at),
      ...(file.endsWith('.md') ? [...linked(file, text, texts), ...runnable(file, text, texts)] : [])
    ])
    .concat(oneVersion(texts))
}

function* walk(at, under) {
  for (const entry of fs.readdirSync(path.join(at, under), { withFileTypes: true })) {
    const name = path.posix.join(under, entry.name)
    if (SKIPPED.has(entry.name) || SKIPPED_FILES.test(entry.name)) continue
    if (entry.isDirectory()) yield* walk(at, name)
    else if (entry.isFile()) yield name
  }
}

function named(file) {
  const vague = file.split('/').find((part) => VAGUE.test(part.split('.')[0]))
  return vague ? [`${file}: the name "${vague}" says nothing about its subject`] : []
}

function sized(file, text) {
  const lines = text.split('\n').length - 1
  return lines > LONGEST && !GENERATED.has(file) ? [`${file}: ${lines} lines, at most ${LONGEST}`] : []
}

function machineless(file, text, at) {
  if (GENERATED.has(file)) return []
  const own = [at, os.homedir()].filter((dir) => dir.length > 5)
  return text.split('\n').flatMap((line, i) => {
    const host = REGISTRY_HOST.exec(line)?.[0]
    const place = own.find((dir) => line.includes(`${dir}${path.sep}`)) ?? HOME_PATH.exec(line)?.[0].trim()
    return [
      ...(host ? [`${file}:${i + 1}: names a registry's host: ${host}`] : []),
      ...(place ? [`${file}:${i + 1}: names a path of one machine: ${place}`] : [])
    ]
  })
}

/** Relative links lead to a file, and to a heading of it. */
function linked(file, text, texts) {
  const prose = withoutCode(text)
  return [...prose.matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]:\s*(\S+)/gm)].flatMap((match) => {
    const link = match[1] ?? match[2]
    if (/^[a-z][a-z+.-]*:/i.test(link)) return []
    const [name, anchor] = link.split('#')
    const target = name === '' ? file : path.posix.join(path.posix.dirname(file), decodeURIComponent(name))
    const where = `${file}:${prose.slice(0, match.index).split('\n').length}`
    const folder = [...texts.keys()].some((other) => other.startsWith(`${target.replace(/\/$/, '')}/`))
    if (!texts.has(target) && !folder) return [`${where}: ${link} leads nowhere`]
    const headed = !anchor || !target.endsWith('.md') || headings(texts.get(target)).has(anchor)
    return headed ? [] : [`${where}: ${target} has no heading #${anchor}`]
  })
}

/** The anchors that Markdown's readers make of headings. */
function headings(text) {
  const seen = new Map()
  return new Set(
    [...withoutCode(text, '`').matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)].map(([, title]) => {
      const words = title
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replaceAll('`', '')
        .toLowerCase()
      const slug = words.replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-')
      const count = seen.get(slug) ?? 0
      seen.set(slug, count + 1)
      return count === 0 ? slug : `${slug}-${count}`
    })
  )
}

/** Fenced blocks, and code in a line unless `keep` says otherwise, blanked with their line breaks kept. */
function withoutCode(text, keep = '') {
  const blank = (code) => code.replaceAll(/[^\n]/g, ' ')
  const prose = text.replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, blank)
  return keep === '`' ? prose : prose.replaceAll(/`[^`\n]*`/g, blank)
}

/** Every npm script that the docs name is one. */
function runnable(file, text, texts) {
  const { scripts = {} } = JSON.parse(texts.get('package.json') ?? '{}')
  return text.split('\n').flatMap((line, i) => {
    const names = [...line.matchAll(/\bnpm run ([a-z][\w:-]*)/g)].map((match) => match[1])
    return names
      .filter((name) => !(name in scripts))
      .map((name) => `${file}:${i + 1}: package.json has no script "${name}"`)
  })
}

function oneVersion(texts) {
  const find = (file, pattern) => [file, pattern.exec(texts.get(file) ?? '')?.[1]]
  const found = [
    find('package.json', /"version": "([^"]+)"/),
    find('package-lock.json', /"version": "([^"]+)"/),
    find('Cargo.toml', /^version = "([^"]+)"/m),
    find('js/version.js', /version = '([^']+)'/),
    find('CHANGELOG.md', /^## (\d[^\s]*)/m)
  ]
  if (new Set(found.map(([, version]) => version)).size === 1) return []
  return [
    `the version differs: ${found.map(([file, version]) => `${file} ${version ?? 'has none'}`).join(', ')}`
  ]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const problems = problemsOf(path.resolve(process.argv[2] ?? root))
  for (const problem of problems) console.log(problem)
  console.log(problems.length === 0 ? 'The tree is in order.' : `${problems.length} problem(s).`)
  process.exitCode = problems.length === 0 ? 0 : 1
}
