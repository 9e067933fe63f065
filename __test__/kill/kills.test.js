// Processes are killed and their logs taken up again, GATTO_KILLS times in all (200). GATTO_KILL_SEED plays the same
// conversations and draws the same instants again.
import process from 'node:process'
import test from 'node:test'
import { KILLS, runChains } from './chain.js'

const total = Number(process.env.GATTO_KILLS ?? 200)
const seed = Number(process.env.GATTO_KILL_SEED ?? Date.now() % 1e9)
process.stderr.write(`GATTO_KILL_SEED=${seed} GATTO_KILLS=${total}\n`)

const names = Object.keys(KILLS)
/** Half of the kills fall at random; the named points share the rest. */
const share = (name) => Math.ceil(total / (name === names[0] ? 2 : 2 * (names.length - 1)))

/** How many logs are worked on at a time. */
const BESIDE = 2

for (const [index, how] of names.entries()) {
  test(`G36 G37 killed ${how}, nothing seen is lost, no call stays open, the run goes on`, async () => {
    const budget = { left: share(how), logs: 0 }
    const seeds = sequence(seed + index * 1_000_003)
    const tally = { kills: 0, open: 0, torn: 0 }
    const tell = () => {
      const { kills, open, torn } = tally
      const left = `${open} left calls open, ${torn} a torn line`
      process.stderr.write(`killed ${how}: ${kills} of ${share(how)} on ${budget.logs} logs; ${left}\n`)
    }
    const onKill = ({ last, torn }) => {
      tally.kills += 1
      if (last.open.size > 0) tally.open += 1
      if (torn > 0) tally.torn += 1
      if (tally.kills % 25 === 0 && budget.left > 0) tell()
    }
    const chains = Array.from({ length: BESIDE }, () => runChains({ how, budget, seeds, onKill }))
    // All chains are waited for, so that none works on behind a failure.
    const failed = (await Promise.allSettled(chains)).find(({ status }) => status === 'rejected')
    if (failed) throw failed.reason
    tell()
  })
}

function* sequence(first) {
  for (let next = first; ; next++) yield next
}
