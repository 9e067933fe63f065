import path from 'node:path'
import { costOfAsync } from '../measure/clock.mjs'
import { besidePeer } from '../measure/verdict.mjs'
import { picture, plantFile, prose } from '../workload/tree.mjs'

const MB = 1024 * 1024

const folder = (scratch) => path.join(scratch, 'read')
const READS = {
  large: { path: 'large.txt', offset: 10, limit: 10 },
  text: { path: 'text.txt' },
  image: { path: 'image.png' },
  small: { path: 'small.txt' }
}
const ROUNDS = { large: 3, text: 30, image: 5, small: 300 }

const versus = (key) => ({
  unit: 'ms',
  otherName: 'package',
  of: (run) => {
    const native = run.agent[key].wall / 1e6
    return { native, other: run.peer[key].wall / 1e6, figure: native }
  },
  figureUnit: 'ms'
})

export default {
  name: 'agent-read',
  title: 'the read tool, one call',
  clock: 'wall time',
  sides: ['agent', 'peer'],
  processes: 2,
  lines: [
    { label: '10 lines of 100 MB, and how many there are', ...versus('large'), goal: 20, limit: 40 },
    { label: '1 MB, what is shown by default', ...versus('text'), goal: 1.5, limit: 3 },
    { label: 'an image of 5 MB', ...versus('image'), goal: 8, limit: 16 },
    { label: '1 KB', ...besidePeer('small', 'wall'), goal: 0.5, limit: 1 },
    { label: '100 MB, CPU of all threads', ...besidePeer('large', 'process'), goal: 0.1, limit: 0.2 },
    {
      label: '100 MB, what it adds to the RSS',
      unit: 'MB',
      otherName: 'package',
      figureUnit: 'MB',
      of: (run) => ({ native: run.agent.growth.mb, other: run.peer.growth.mb, figure: run.agent.growth.mb }),
      goal: 1,
      limit: 4
    }
  ],
  setup(_api, { scratch }) {
    const at = (name) => path.join(folder(scratch), name)
    plantFile(at('large.txt'), () => prose(10 * MB, 1).repeat(10))
    plantFile(at('text.txt'), () => prose(MB, 2))
    plantFile(at('small.txt'), () => prose(1024, 3))
    plantFile(at('image.png'), () => picture(Buffer.from(prose(5 * MB, 5))))
  },
  async prepare({ createReadTool, NodeExecutionEnv }, { scratch }) {
    const tool = createReadTool()
    const context = { env: new NodeExecutionEnv({ cwd: folder(scratch) }) }
    const read = async (key) => {
      const { content } = await tool.execute('1', READS[key], undefined, undefined, context)
      if (content.length === 0) throw new Error(`nothing was read of ${READS[key].path}`)
    }
    for (let i = 0; i < 100; i++) await read('small')
    const before = process.memoryUsage.rss()
    await read('large')
    const growth = { mb: (process.memoryUsage.rss() - before) / MB }
    return async () => {
      const figures = { growth }
      for (const [key, rounds] of Object.entries(ROUNDS)) {
        figures[key] = await costOfAsync(rounds, async () => {
          for (let i = 0; i < rounds; i++) await read(key)
        })
      }
      return figures
    }
  }
}
