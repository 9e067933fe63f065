// One life of a durable pipeline: from whatever the log holds to the end of the last run, or to its death.
import { setImmediate as turn } from 'node:timers/promises'
import { createAgentHarness } from '../conformance/package.js'
import { limitOf, nextInput, planOf, response, runOf, tools } from './conversation.js'

/**
 * Lives. `settings`: `{ seed, runs, turns, large, watch, results }`. `report(what)` is told of everything at the moment it
 * happens: `state` (recovered), `seen` (inside dest.write), `ran` (inside a tool), `started` (the state after START), `done`.
 * `point(name)` is passed at each instant that has a name.
 */
export async function live({ settings, durability, report, point }) {
  for (let opened = 1; await liveRun(settings, durability, report, point, opened === 1); opened++) {
    if (opened > settings.runs)
      throw new Error('a run that has ended is there again when its log is opened anew')
  }
  report({ done: true })
}

/** From opening the log to the end of a run. Gives false when there is no run left to do. */
async function liveRun(settings, durability, report, point, first) {
  const harness = createAgentHarness({
    tools: tools({
      onRun(callId) {
        report({ ran: callId })
        point('tool')
      },
      onAnswer: () => point('answer')
    }),
    externalTools: true,
    emitToolResults: settings.results,
    durability: { enabled: true, ...durability }
  })
  point('open')
  const recovered = harness.getState()
  report({ state: recovered, first })

  let plan
  let resumed = false
  let over = false
  let wake = () => {}
  const given = new Set()
  harness.pipe({
    paused: false,
    write(frame) {
      point('unseen')
      report({ seen: frame })
      point('frame')
      if (frame.type === 'START') resumed = frame.metadata.resumed === true
      if (frame.type === 'TEXT' && plan.reentrant) {
        point('input')
        response(plan.turns[harness.getState().currentTurn - 1]).give(harness)
      }
      wake()
    },
    end() {
      over = true
      wake()
    }
  })

  harness.write({ type: 'META', action: 'subscribe', keys: settings.watch })
  for (const [key, value] of Object.entries({ workspace: '/work', task: 'survive', nodeId: 'n1' })) {
    point('input')
    harness.write({ type: 'PARAM', key, value })
  }
  point('input')
  harness.write({ type: 'START' })
  report({ started: harness.getState() })
  const before = recovered.history.length === 0 ? 0 : runOf(settings, recovered)
  plan = planOf(settings, resumed ? before : before + 1)
  if (plan.run > settings.runs) {
    harness.end()
    await harness.flush()
    return false
  }
  harness.write({ type: 'PARAM', key: 'maxTurns', value: limitOf(plan) })

  for (let count = 1; !over; count++) {
    const input = nextInput(plan, harness.getState(), given)
    if (input === undefined) {
      await new Promise((resolve) => {
        wake = resolve
      })
      continue
    }
    if (given.has(input.name)) throw new Error(`"${input.name}" has left no trace in the state`)
    point('input')
    input.give(harness)
    given.add(input.name)
    if (count % 4 === 0) {
      const flushed = harness.flush()
      point('flush')
      await flushed
      point('flushed')
    } else if (count % 4 === 2) {
      await turn()
    }
  }
  if (plan.run === settings.runs) await harness.flush()
  return plan.run < settings.runs
}
