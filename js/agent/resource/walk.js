// Walks for skills and templates. The core says what to ask and what the answers mean; here an environment is asked.
import { native } from '../../native.js'
import { isLocal } from '../environment/files.js'
import { resolvePath } from '../environment/path.js'
import { placed } from './order.js'

/** How many questions an environment has to answer at once: enough to hide its latency, few enough for its handles. */
const AT_ONCE = 16

/**
 * What came of every path under the roots, in order: `{ root, at, skill | template, diagnostics }`.
 *
 * @param {object} env An ExecutionEnv, of which only the file system is used.
 * @param {'skills' | 'templates'} subject
 * @param {string[]} roots
 */
export async function walk(env, subject, roots) {
  for (const root of roots) {
    if (typeof root !== 'string')
      throw new TypeError(`A path to load ${subject} from must be a string, not ${typeof root}`)
  }
  if (isLocal(env, ...ASKED)) {
    const absolute = roots.map((root) => resolvePath(env.cwd, root))
    return placed(JSON.parse(await native.resourceWalk(subject, absolute)))
  }
  const steps = native.resourceSteps(subject, roots)
  let answers = []
  for (;;) {
    const { asks, outcomes } = JSON.parse(native.resourceStep(steps, JSON.stringify(answers)))
    if (outcomes) return placed(outcomes)
    answers = await inTurns(asks, (ask) => answer(env, ask))
  }
}

const ASKED = ['fileInfo', 'canonicalPath', 'listDir', 'readTextFile']

/** Maps with so many under way at a time; the results are in the order of the items. */
async function inTurns(items, map) {
  const results = new Array(items.length)
  let next = 0
  const work = async () => {
    while (next < items.length) {
      const at = next++
      results[at] = await map(items[at])
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, work))
  return results
}

async function answer(env, { ask, path }) {
  switch (ask) {
    case 'inspect':
      return said(await env.fileInfo(path), entry)
    case 'follow':
      return follow(env, path)
    case 'list':
      return said(await env.listDir(path), (infos) => infos.map(entry))
    default:
      return said(await env.readTextFile(path), String)
  }
}

async function follow(env, path) {
  const canonical = await env.canonicalPath(path)
  if (!canonical.ok) return failed(canonical.error)
  return said(await env.fileInfo(canonical.value), ({ kind }) => ({ canonical: canonical.value, kind }))
}

const entry = ({ name, path, kind }) => ({ name, path, kind })

const said = (result, value) => (result.ok ? { value: value(result.value) } : failed(result.error))

const failed = (error) => ({
  failed: { missing: error?.code === 'not_found', message: String(error?.message ?? error) }
})
