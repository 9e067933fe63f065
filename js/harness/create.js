// createAgentHarness: the face of a harness.

import { createHarnessRegistry } from '../tool/registry.js'
import { Harness } from './harness.js'
import { openLog } from './log.js'
import { ObservableState } from './observable.js'
import { harnessOptions } from './options.js'

// Made by a function of its own, like the sink's: see js/sink.js.
const snapshotOf = (driver) => () => driver.snapshot()

/** What a caller holds. Its methods may be taken off it; what is rarely used is made when it is first read. */
class AgentHarness {
  #driver
  #registry
  #state

  constructor(driver) {
    this.#driver = driver
    this.source = driver.source
    this.sink = driver.sink
    this.pipe = driver.source.pipe
    this.write = driver.sink.write
    this.end = driver.sink.end
    this.getState = snapshotOf(driver)
  }

  /** The harness's tools, and a way to call them from outside. */
  get registry() {
    this.#registry ??= createHarnessRegistry(this.#driver)
    return this.#registry
  }

  /** The observable state. */
  get state() {
    this.#state ??= new ObservableState(this.#driver)
    return this.#state
  }

  // A duplex that is taken for a source as a whole, as by push-stream-to-pull-stream, is asked for these.
  get resume() {
    return this.source.resume
  }

  get abort() {
    return this.source.abort
  }

  get flush() {
    return () => this.#driver.log.flush(this.#driver)
  }

  get [Symbol.asyncDispose]() {
    return async () => {
      this.end()
      await this.flush()
    }
  }
}

/** Makes a harness. */
export function createAgentHarness(options) {
  const driver = new Harness(harnessOptions(options))
  openLog(driver)
  return new AgentHarness(driver)
}
