// The input side of a harness, as push-streams see it.

import { leadsTo } from '../stream/feedback.js'

/** A push-stream sink. `paused` is a plain property: whoever writes looks at it all the time. */
export class Sink {
  paused = false
  /** Who writes here; set by `pipe`. */
  source = null
  write
  end

  /** @param {import('../driver.js').Driver} driver */
  constructor(driver) {
    this.write = (frame) => driver.write(frame)
    this.end = (err) => driver.end(err)
  }

  /**
   * The driver's output is backed up, or has fallen again. A pipeline that leads back to itself is never paused: it
   * would wait for itself.
   */
  static press(sink, pressed, source) {
    if (pressed) {
      sink.paused = !leadsTo(sink, source)
    } else if (sink.paused) {
      sink.paused = false
      sink.source?.resume?.()
    }
  }
}
