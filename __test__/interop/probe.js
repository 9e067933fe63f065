// A destination that writes down what happens to it.

/** `onWrite(frame, probe)` and `onEnd(err, probe)` run inside write and end, after the entry was made. */
export class Probe {
  paused = false
  source = null
  frames = []
  /** The arguments of each end(), as arrays. */
  ends = []

  constructor({ paused = false, onWrite, onEnd } = {}) {
    this.paused = paused
    this.onWrite = onWrite
    this.onEnd = onEnd
  }

  write(frame) {
    this.frames.push(frame)
    this.onWrite?.(frame, this)
  }

  end(...args) {
    this.ends.push(args)
    this.onEnd?.(args[0], this)
  }

  /** Unpauses and says so. */
  resume() {
    this.paused = false
    this.source?.resume()
  }
}

/** A probe that takes one frame for each resume(). */
export const oneByOne = (onWrite) =>
  new Probe({
    paused: true,
    onWrite(frame, probe) {
      probe.paused = true
      onWrite?.(frame, probe)
    }
  })

/** Lets promises and ticks that are due happen. */
export const settled = () => new Promise((resolve) => setImmediate(resolve))
