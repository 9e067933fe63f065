import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { Source } from '../../js/stream/source.js'
import { SourceModel } from './source-model.js'

const DESTINATIONS = 3

/** Runs a scenario on one implementation. The log says what everybody saw, in order. */
class Run {
  log = []
  emitted = []
  written = []
  #next = 0
  #depth = 0
  #reaction = 0

  constructor(implementation, { highWaterMark, reactions }) {
    this.highWaterMark = highWaterMark
    this.reactions = reactions
    this.source = new implementation(this)
    this.dests = Array.from({ length: DESTINATIONS }, (_, i) => this.#destination(i))
  }

  #destination(id) {
    const run = this
    return {
      paused: id === 0,
      source: null,
      write(frame) {
        run.log.push(['write', id, frame, this.paused])
        run.written.push(frame)
        run.#react(true)
      },
      end(...args) {
        run.log.push(['end', id, ...args])
        run.#react(true)
      }
    }
  }

  // Whatever is called finds the next reaction of the scenario waiting.
  #react(isDestination) {
    if (this.#depth >= 3) return
    this.#depth += 1
    try {
      const actions = this.reactions[this.#reaction++] ?? []
      for (const action of actions) if (isDestination || action[0] !== 'throw') this.act(action)
    } finally {
      this.#depth -= 1
    }
  }

  onPressure(pressed) {
    this.log.push(['pressure', pressed])
    this.#react(false)
  }

  onAbort(err) {
    this.log.push(['abort', err])
    this.#react(false)
  }

  onThrow(error, frame) {
    this.log.push(['thrown', error.message, frame])
    this.emit(`report ${this.#next++}`)
  }

  emit(frame) {
    this.emitted.push(frame)
    this.source.emit(frame)
  }

  act([name, n]) {
    const dest = this.dests[n % DESTINATIONS]
    if (name === 'emit') for (let i = 0; i <= n; i++) this.emit(`frame ${this.#next++}`)
    else if (name === 'pause') dest.paused = true
    else if (name === 'unpause') dest.paused = false
    else if (name === 'resume') {
      dest.paused = false
      dest.source?.resume()
    } else if (name === 'pipe') this.source.pipe(dest)
    else if (name === 'finish') this.source.finish(n === 0 ? undefined : `end ${n}`)
    else if (name === 'abort') this.source.abort(n === 0 ? undefined : `abort ${n}`)
    else if (name === 'throw') throw new Error(`thrown ${n}`)
  }

  /** An action from outside, and what can be seen after it. */
  step(action) {
    this.act(action)
    const { ended, paused, sink } = this.source
    const sources = this.dests.map((dest) => dest.source !== null)
    this.log.push(['state', ended, paused, this.dests.indexOf(sink), ...sources])
  }
}

const outside = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(fc.constant('emit'), fc.nat(3)) },
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom('pause', 'unpause'), fc.nat(2)) },
  { weight: 5, arbitrary: fc.tuple(fc.constantFrom('resume', 'pipe'), fc.nat(2)) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom('finish', 'abort'), fc.nat(2)) }
)
// What a destination does in its write. The owner's callbacks must not throw: `throw` is for destinations alone, and
// comes last, since what follows a throw does not happen.
const inside = fc.tuple(fc.array(outside, { maxLength: 3 }), fc.boolean())
const scenario = fc.record({
  highWaterMark: fc.integer({ min: 1, max: 6 }),
  steps: fc.array(outside, { minLength: 1, maxLength: 30 }),
  reactions: fc.array(inside, { maxLength: 20 })
})

const numRuns = Number(process.env.GATTO_FUZZ_RUNS ?? 5000)

test('G7 G9 G10 a source does what its model does, whatever happens inside of what it calls', () => {
  fc.assert(
    fc.property(scenario, ({ highWaterMark, steps, reactions }) => {
      const runs = [Source, SourceModel].map((implementation) => {
        const actions = reactions.map(([all, throws]) => (throws ? [...all, ['throw', all.length]] : all))
        const run = new Run(implementation, { highWaterMark, reactions: actions })
        for (const action of steps) run.step(action)
        return run
      })
      const [{ log, emitted, written }, model] = runs
      assert.deepEqual(log, model.log)
      // What both have to keep: frames leave in the order they came, each once, and to nobody who is paused.
      assert.deepEqual(
        written,
        emitted.filter((frame) => written.includes(frame))
      )
      assert.deepEqual(
        log.filter((entry) => entry[0] === 'write' && entry[3]),
        []
      )
    }),
    { numRuns }
  )
})
