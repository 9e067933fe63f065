import fs from 'node:fs'
import path from 'node:path'
import { cost, costOfAsync } from '../measure/clock.mjs'
import { besidePeer } from '../measure/verdict.mjs'

const TEMPLATES = 500
const ROUNDS = 50
const WARM_UP = 3

const template = (i) => `---
description: The task with the number ${i}
---
Look at $1 first, then at \${@:2}.
${'Say what was done, and what was not.\n'.repeat(10)}`

// biome-ignore lint/suspicious/noTemplateCurlyInString: a placeholder of a template
const PLACES = '$1 of ${@:2}, with $@ and $ARGUMENTS; '.repeat(1000)

export default {
  name: 'agent-templates',
  title: `loadPromptTemplates of ${TEMPLATES} files, and substituteArgs of 4 000 places`,
  clock: 'wall time and CPU of all threads of the loading, main-thread CPU of the rest',
  sides: ['agent', 'peer'],
  lines: [
    { label: 'until they are loaded', ...besidePeer('load', 'wall', 'ms'), goal: 0.1, limit: 0.3 },
    { label: 'the same, CPU', ...besidePeer('load', 'process', 'ms'), goal: 0.15, limit: 0.4 },
    { label: 'substituteArgs', ...besidePeer('substitute', 'main', 'us'), goal: 0.8, limit: 1.1 }
  ],
  async prepare({ NodeExecutionEnv, loadPromptTemplates, substituteArgs }, { side, scratch }) {
    const cwd = path.join(scratch, `templates-${side}`)
    fs.mkdirSync(cwd, { recursive: true })
    for (let i = 0; i < TEMPLATES; i++) fs.writeFileSync(path.join(cwd, `template-${i}.md`), template(i))
    const env = new NodeExecutionEnv({ cwd })
    const args = ['the parser', 'the printer', 'the rest']
    const all = async () => ({
      load: await costOfAsync(1, async () => {
        const { promptTemplates } = await loadPromptTemplates(env, '.')
        if (promptTemplates.length !== TEMPLATES) throw new Error(`${promptTemplates.length} were loaded`)
      }),
      substitute: cost(ROUNDS, () => {
        for (let i = 0; i < ROUNDS; i++) substituteArgs(PLACES, args)
      })
    })
    for (let i = 0; i < WARM_UP; i++) await all()
    return all
  }
}
