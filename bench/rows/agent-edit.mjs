import fs from 'node:fs'
import path from 'node:path'
import { costOfAsync } from '../measure/clock.mjs'
import { besidePeer } from '../measure/verdict.mjs'

const SIZE = 1_000_000
const EDITS = 50
const WARM_UP = 2

const PLAIN = (i) => `  const value${i} = compute(${i}, "item ${i * 7}"); // note ${i}`
const PRINTED = (i) =>
  `  const value${i} = compute(${i}, \u201citem ${i * 7}\u201d); // caf\u00e9 \u2013 note ${i}`

function lines(size, line) {
  const all = []
  for (let length = 0; length < size; length += Buffer.byteLength(all.at(-1)) + 1) all.push(line(all.length))
  return all
}

const typed = (text) => text.replace(/[\u201c\u201d]/g, '"').replaceAll('\u2013', '-')

/** As many edits, evenly over the file, each of one line. */
function editsOf(all, count) {
  const step = Math.floor(all.length / count)
  return Array.from({ length: count }, (_, i) => {
    const at = Math.floor((i * step) / 20) * 20 // one of the lines with typography, where only some have it
    return { oldText: typed(all[at]), newText: `  changed(${i})` }
  })
}

function workloads() {
  const plain = lines(SIZE, PLAIN)
  const few = lines(SIZE, (i) => (i % 20 === 0 ? PRINTED(i) : PLAIN(i)))
  const all = lines(SIZE, PRINTED)
  const small = lines(10_000, PLAIN)
  return {
    exact: [plain, editsOf(plain, EDITS)],
    one: [plain, editsOf(plain, 1)],
    few: [few, editsOf(few, EDITS)],
    all: [all, editsOf(all, EDITS)],
    small: [small, editsOf(small, 1)]
  }
}

const versus = (key, clock = 'process') => besidePeer(key, clock)

export default {
  name: 'agent-edit',
  title: 'the edit tool on a file of this machine, reading and writing included',
  clock: 'CPU of all threads',
  sides: ['agent', 'peer'],
  lines: [
    { label: '1 MB, 50 edits', ...versus('exact'), goal: 0.05, limit: 0.1 },
    { label: 'the same, main thread alone', ...versus('exact', 'main'), goal: 0.02, limit: 0.1 },
    { label: '1 MB, 1 edit', ...versus('one'), goal: 0.15, limit: 0.3 },
    {
      label: '1 MB, 50 edits by their reading, 5 % of the lines with typography',
      ...versus('few'),
      goal: 0.05,
      limit: 0.1
    },
    { label: 'the same, all lines with typography', ...versus('all'), goal: 0.07, limit: 0.15 },
    { label: '10 KB, 1 edit', ...versus('small'), goal: 0.3, limit: 0.6 }
  ],
  async prepare({ createEditTool, NodeExecutionEnv }, { side, scratch }) {
    fs.mkdirSync(scratch, { recursive: true })
    const context = { env: new NodeExecutionEnv({ cwd: scratch }) }
    const tool = createEditTool()
    const work = Object.entries(workloads())
    const all = async () => {
      const figures = {}
      for (const [key, [content, edits]] of work) {
        const name = `edit-${side}-${key}.txt`
        fs.writeFileSync(path.join(scratch, name), `${content.join('\n')}\n`)
        figures[key] = await costOfAsync(1, () =>
          tool.execute('1', { path: name, edits }, undefined, undefined, context)
        )
      }
      return figures
    }
    for (let i = 0; i < WARM_UP; i++) await all()
    return all
  }
}
