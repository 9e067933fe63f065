// The input side of a harness or registry, as push-streams see it.

import { leadsTo } from './stream/feedback.js'
import { Source } from './stream/source.js'

// Closures are made by functions of their own: V8 13 (Node 24) keeps what a constructor makes one in through a scavenge.
const writeOf = (driver) => (frame) => driver.write(frame)
const endOf = (driver) => (err) => driver.end(err)

/** A push-stream sink. `paused` is a plain property: whoever writes looks at it all the time. */
export class Sink {
  paused = false
  write
  end
  #driver
  #source = null

  /** @param {import('./driver.js').Driver} driver */
  constructor(driver) {
    this.#driver = driver
    this.write = writeOf(driver)
    this.end = endOf(driver)
  }

  /** Who writes here; set by `pipe`. */
  get source() {
    return this.#source
  }

  set source(source) {
    this.#source = source
    if (this.paused) this.#weigh()
  }

  // A pipeline that leads back to itself is never paused: it would wait for itself.
  #weigh() {
    this.paused = !leadsTo(this, this.#driver.source)
  }

  // An abort has been passed on: what is still handled for it makes room for nobody.
  #resume() {
    if (!Source.isAborted(this.#driver.source)) this.#source?.resume?.()
  }

  /** The output is backed up, or has fallen again. */
  static press(sink, pressed) {
    if (pressed) {
      sink.#weigh()
    } else if (sink.paused) {
      sink.paused = false
      sink.#resume()
    }
  }

  /** The output goes elsewhere now: perhaps back here. */
  static reroute(sink) {
    if (!sink.paused) return
    sink.#weigh()
    if (!sink.paused) sink.#resume()
  }
}
