// The plain-JavaScript harness that the bench compares with: the same API and behaviour, nothing native.

import { attachJournal } from './journal.js'
import { Machine } from './machine.js'
import { stateFace } from './observable.js'
import { readHarnessOptions } from './options.js'
import { Registry } from './registry.js'

export {
  createDataFrame,
  createEndFrame,
  createErrorFrame,
  createParamFrame,
  createProgressFrame,
  createStartFrame,
  createTextFrame,
  createThinkingFrame,
  createToolCallFrame,
  createToolResultFrame,
  FrameType,
  GattoFrameType
} from './frame.js'
export { createToolRegistry } from './registry.js'

export function createAgentHarness(options) {
  const settings = readHarnessOptions(options)
  const machine = new Machine(settings)
  if (settings.durability.enabled) attachJournal(machine, settings.durability)
  return new Harness(machine)
}

const snapshotOf = (machine) => () => machine.snapshot()
const flushOf =
  ({ journal }) =>
  () =>
    journal === null ? Promise.resolve() : journal.flush()

// `registry` and `state` are made when asked for: most pipelines never ask.
class Harness {
  #machine
  #state = null

  constructor(machine) {
    this.#machine = machine
    this.source = machine.source
    this.sink = machine.sink
    this.pipe = machine.source.pipe
    this.write = machine.sink.write
    this.end = machine.sink.end
    this.getState = snapshotOf(machine)
    this.flush = flushOf(machine)
  }

  get registry() {
    const machine = this.#machine
    if (machine.child === null) {
      machine.child = new Registry(machine.toolbox, machine.settings, (context) =>
        machine.surroundings(context)
      )
      if (machine.ended) machine.child.end()
    }
    return machine.child.face
  }

  get state() {
    this.#state ??= stateFace(this.#machine)
    return this.#state
  }

  async [Symbol.asyncDispose]() {
    this.end()
    await this.flush()
  }
}
