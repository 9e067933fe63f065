import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as peer from '@earendil-works/pi-agent-core'
import { loadSkills } from '@polyweave/gatto-agent-harness/agent'
import { freshFolder } from '../folder.js'
import { environments, link, plant, SKILL } from './planted.js'

async function found(t, tree) {
  const root = freshFolder(t, 'links')
  plant(root, tree)
  const ways = Object.values(environments(root))
  const all = await Promise.all(ways.map((env) => loadSkills(env, root)))
  for (const one of all) assert.deepEqual(one.skills, all[0].skills)
  for (const { diagnostics } of all)
    assert.deepEqual(
      diagnostics.filter(({ code }) => code !== 'invalid_metadata'),
      []
    )
  const published = () => peer.loadSkills(environments(root).published, root)
  return { skills: all[0].skills.map(({ filePath }) => filePath.slice(root.length + 1)), published }
}

test('F26 a link to a directory that it is in is not followed', async (t) => {
  for (const to of ['.', '..', '../..', '../../a']) {
    const { skills, published } = await found(t, { a: { deep: { s: { 'SKILL.md': SKILL }, up: link(to) } } })
    assert.deepEqual(skills, ['a/deep/s/SKILL.md'])
    assert.ok((await published()).skills.length > 1, 'the published package goes round in circles')
  }
})

test('F26 directories that link to each other end, and nothing is missing', async (t) => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  const others = (own) =>
    names.filter((name) => name !== own).map((name) => [`to-${name}`, link(`../${name}`)])
  const tree = Object.fromEntries(
    names.map((name) => [name, { s: { 'SKILL.md': SKILL }, ...Object.fromEntries(others(name)) }])
  )
  const { skills } = await found(t, tree)
  for (const name of names) assert.ok(skills.includes(`${name}/s/SKILL.md`))
  // Each by its own name, and by each link to it; no link behind a link leads anywhere new.
  assert.equal(skills.length, names.length * names.length)
  assert.equal(new Set(skills).size, skills.length)
})

test('F26 a second name for a directory is followed, as long as it is no circle', async (t) => {
  const { skills, published } = await found(t, { real: { s: { 'SKILL.md': SKILL } }, alias: link('real') })
  assert.deepEqual(skills, ['alias/s/SKILL.md', 'real/s/SKILL.md'])
  assert.equal((await published()).skills.length, 2)
})

test('F26 behind a link, another link is followed to what was not walked yet', async (t) => {
  const out = freshFolder(t, 'outside')
  plant(out, { first: { more: link('../second') }, second: { s: { 'SKILL.md': SKILL } } })
  const { skills } = await found(t, { a: link(`${out}/first`), b: link(`${out}/first`) })
  assert.deepEqual(skills, ['a/more/s/SKILL.md'])
})

test('F26 a root that is a link to what it is in is walked once', async (t) => {
  const root = freshFolder(t, 'links')
  plant(root, { s: { 'SKILL.md': SKILL }, again: link('.') })
  for (const env of Object.values(environments(root))) {
    const { skills } = await loadSkills(env, 'again')
    assert.deepEqual(
      skills.map(({ filePath }) => filePath),
      [`${root}/again/s/SKILL.md`]
    )
  }
})
