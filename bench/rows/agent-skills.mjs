import fs from 'node:fs'
import path from 'node:path'
import { costOfAsync } from '../measure/clock.mjs'
import { besidePeer } from '../measure/verdict.mjs'

const SKILLS = 500
const WARM_UP = 3

const skill = (i) => `---
name: skill-${i}
description: Does the kind of task that has the number ${i}, and says when it is to be used
---

# Skill ${i}

${'Read the file, do what it says, and say what was done.\n'.repeat(20)}`

export default {
  name: 'agent-skills',
  title: `loadSkills of ${SKILLS} skills, and the prompt that lists them`,
  clock: 'wall time and CPU of all threads of the loading, main-thread CPU of the prompt',
  sides: ['agent', 'peer'],
  lines: [
    { label: 'until they are loaded', ...besidePeer('load', 'wall', 'ms'), goal: 0.05, limit: 0.2 },
    { label: 'the same, CPU', ...besidePeer('load', 'process', 'ms'), goal: 0.1, limit: 0.3 },
    { label: 'another environment', ...besidePeer('asked', 'wall', 'ms'), goal: 0.2, limit: 0.5 },
    { label: 'formatSkillsForSystemPrompt', ...besidePeer('prompt', 'main', 'us'), goal: 1, limit: 1.2 }
  ],
  async prepare({ NodeExecutionEnv, formatSkillsForSystemPrompt, loadSkills }, { side, scratch }) {
    const cwd = path.join(scratch, `skills-${side}`)
    for (let i = 0; i < SKILLS; i++) {
      const folder = path.join(cwd, `skill-${i}`)
      fs.mkdirSync(folder, { recursive: true })
      fs.writeFileSync(path.join(folder, 'SKILL.md'), skill(i))
    }
    const env = new NodeExecutionEnv({ cwd })
    let skills
    const loading = (from) =>
      costOfAsync(1, async () => {
        skills = (await loadSkills(from, '.')).skills
        if (skills.length !== SKILLS) throw new Error(`${skills.length} skills were loaded`)
      })
    const all = async () => ({
      load: await loading(env),
      // One that is asked method by method, as any but the machine's own is.
      asked: await loading(Object.create(env)),
      prompt: await costOfAsync(20, async () => {
        for (let i = 0; i < 20; i++) formatSkillsForSystemPrompt(skills)
      })
    })
    for (let i = 0; i < WARM_UP; i++) await all()
    return all
  }
}
