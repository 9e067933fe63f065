// The output side of a harness or a registry, as G5, G7, G8, G10 and G39 state it. Part of the model: written from
// the rules alone, clear rather than fast.

/** Where a pipeline that begins with `dest` really begins, seen from `source` (G5). */
function head(dest, source) {
  if (dest.source && dest.source !== source && dest.source.sink !== dest) dest = dest.sink
  while (dest.source && dest.source !== source) dest = dest.source
  return dest
}

export class ModelSource {
  sink = null
  ended = false
  #buffer = []
  #ending = null
  #flushing = false
  #over = false
  #aborted = false
  #isTold = false // of the end: the present destination
  #highWaterMark
  #on

  /** `on.full(boolean)`: the high-water mark; `on.threw(error, frame)`: a destination threw; `on.abort(err)`. */
  constructor(highWaterMark, on) {
    this.#highWaterMark = highWaterMark
    this.#on = on
  }

  get paused() {
    return !this.sink || !!this.sink.paused
  }

  pipe = (dest) => {
    if (!dest) throw new TypeError('pipe needs a sink')
    const sink = head(dest, this)
    if (this.sink !== sink) {
      if (this.sink) this.sink.source = null
      this.#isTold = false
    }
    this.sink = sink
    sink.source = this
    this.#flush()
    return dest
  }

  get isAborted() {
    return this.#aborted
  }

  resume = () => this.#flush()

  /** One output frame. */
  emit(frame) {
    if (this.#ending) return
    this.#buffer.push(frame)
    this.#flush()
    this.#press()
  }

  /** G39: a frame on what a destination threw. It is taken even after the end, which may be what threw. */
  report(frame) {
    if (this.#aborted) return
    this.#buffer.push(frame)
    this.#flush()
  }

  /** No more frames will come; the destination is told when it has had them all. */
  finish(err) {
    if (this.#ending) return
    this.#ending = { err }
    if (!this.sink) this.ended = err ?? true
    this.#flush()
  }

  abort = (err) => {
    if (this.#over) return
    this.#over = true
    this.#aborted = true
    this.#buffer = []
    this.ended = err || true
    this.#ending = { err: err || true }
    this.#on.abort(err)
    this.#tellEnd()
  }

  #flush() {
    if (this.#flushing) return // the loop below goes on with whatever changed
    this.#flushing = true
    while (!this.paused) {
      if (this.#buffer.length) {
        const frame = this.#buffer.shift()
        this.#guard(() => this.sink.write(frame), frame)
        this.#relieve()
      } else if (this.#ending && !this.#isTold) this.#tellEnd()
      else break
    }
    // A pause holds frames back, but no end.
    if (this.#ending && !this.#buffer.length) this.#tellEnd()
    this.#flushing = false
    this.#press()
  }

  #tellEnd() {
    if (!this.sink || this.#isTold) return
    this.#isTold = true
    this.#over = true
    const { err } = this.#ending
    this.ended = err ?? true
    this.#guard(() => (err === undefined ? this.sink.end() : this.sink.end(err)))
  }

  #guard(run, frame) {
    try {
      run()
    } catch (error) {
      this.#on.threw(error, frame)
    }
  }

  #press() {
    if (this.#buffer.length >= this.#highWaterMark) this.#on.full(true)
  }

  #relieve() {
    if (!this.#aborted && this.#buffer.length * 2 <= this.#highWaterMark) this.#on.full(false)
  }
}
