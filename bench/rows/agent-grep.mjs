import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { costOfAsync } from '../measure/clock.mjs'
import { plantTree } from '../workload/tree.mjs'

const TREE = { folders: 60, files: 50, bytes: 100_000, needle: 'zebra crossing' }
const PATTERN = 'zebra \\w+'
const ROUNDS = 3

const tree = (scratch) => path.join(scratch, 'grep')

async function byRipgrep(cwd) {
  const child = spawn('rg', ['--no-heading', '-n', '--hidden', PATTERN, '.'], { cwd })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    output += chunk
  })
  await once(child, 'close')
  return output
}

const versus = (key) => ({
  unit: 'ms',
  otherName: 'rg',
  of: (run) => {
    const native = run.agent[key].wall / 1e6
    const other = run.ripgrep[key].wall / 1e6
    return { native, other, figure: native / other }
  }
})

export default {
  name: 'agent-grep',
  title: 'the grep tool, one call, against a process of ripgrep (rg has to be there)',
  clock: 'wall time',
  sides: ['agent', 'ripgrep'],
  processes: 2,
  lines: [
    { label: '300 MB in 3000 files', ...versus('tree'), goal: 1.1, limit: 1.5 },
    { label: '5 MB in 50 files', ...versus('folder'), goal: 0.8, limit: 1.2 }
  ],
  setup(_api, { scratch }) {
    plantTree(tree(scratch), TREE)
  },
  async prepare(api, { scratch, side }) {
    const cwd = tree(scratch)
    const folder = path.join(cwd, 'part-4', 'folder-4')
    const searches = side === 'ripgrep' ? byRipgrep : bySearch(api)
    if (!(await searches(cwd)).includes('needle.ts')) throw new Error('the needle was not found')
    return async () => ({
      tree: await times(ROUNDS, () => searches(cwd)),
      folder: await times(ROUNDS * 10, () => searches(folder))
    })
  }
}

const times = (rounds, work) =>
  costOfAsync(rounds, async () => {
    for (let i = 0; i < rounds; i++) await work()
  })

function bySearch({ createGrepTool, NodeExecutionEnv }) {
  const tool = createGrepTool()
  return async (cwd) => {
    const context = { env: new NodeExecutionEnv({ cwd }) }
    const { content } = await tool.execute('1', { pattern: PATTERN }, undefined, undefined, context)
    return content[0].text
  }
}
