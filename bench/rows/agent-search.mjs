import path from 'node:path'
import { costOfAsync } from '../measure/clock.mjs'
import { plantTree } from '../workload/tree.mjs'

const TREE = { folders: 20, files: 50, bytes: 4000, needle: 'zebra crossing' }
const ROUNDS = 20

const absolute = (key, label, goal) => ({
  label,
  unit: 'ms',
  figureUnit: 'ms',
  of: ({ agent }) => ({ native: agent[key].wall / 1e6, figure: agent[key].wall / 1e6 }),
  goal,
  limit: 2 * goal
})

export default {
  name: 'agent-search',
  title: 'grep, find and ls in small folders, one call',
  clock: 'wall time',
  sides: ['agent'],
  processes: 2,
  lines: [
    absolute('grep', 'grep, 50 files of 4 KB', 3),
    absolute('tree', 'grep, 1000 files of 4 KB', 30),
    absolute('find', 'find among 1000 files', 10),
    absolute('ls', 'ls of 50 names', 1)
  ],
  setup(_api, { scratch }) {
    plantTree(path.join(scratch, 'search'), TREE)
  },
  prepare({ createFindTool, createGrepTool, createLsTool, NodeExecutionEnv }, { scratch }) {
    const context = { env: new NodeExecutionEnv({ cwd: path.join(scratch, 'search') }) }
    const grep = createGrepTool()
    const calls = {
      grep: [grep, { pattern: 'zebra', path: 'part-4/folder-4' }],
      tree: [grep, { pattern: 'zebra' }],
      find: [createFindTool(), { pattern: '*-7.ts' }],
      ls: [createLsTool(), { path: 'part-4/folder-4' }]
    }
    return async () => {
      const figures = {}
      for (const [key, [tool, params]] of Object.entries(calls)) {
        figures[key] = await costOfAsync(ROUNDS, async () => {
          for (let i = 0; i < ROUNDS; i++) await tool.execute('1', params, undefined, undefined, context)
        })
      }
      return figures
    }
  }
}
