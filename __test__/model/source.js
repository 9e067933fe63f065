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
  #told = null
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
    if (this.sink && this.sink !== sink) this.sink.source = null
    this.sink = sink
    sink.source = this
    this.#flush()
    if (this.#over) this.#tellEnd() // who comes late learns that nothing will come
    return dest
  }

  resume = () => this.#flush()

  /** One output frame. */
  emit(frame) {
    if (this.#over) return
    this.#buffer.push(frame)
    this.#flush()
    this.#measure()
  }

  /** No more frames will come; the destination is told when it has had them all. */
  finish(err) {
    if (this.#over || this.#ending) return
    this.#ending = { err }
    if (!this.sink) this.ended = err ?? true
    this.#flush()
  }

  abort = (err) => {
    if (this.#over) return
    this.#over = true
    this.#buffer = []
    this.ended = err || true
    this.#ending = { err: err || true }
    this.#on.abort(err)
    this.#tellEnd()
  }

  #flush() {
    if (this.#flushing) return // the loop below goes on with whatever changed
    this.#flushing = true
    while (this.#buffer.length && !this.paused && !this.#over) {
      const frame = this.#buffer.shift()
      try {
        this.sink.write(frame)
      } catch (error) {
        this.#on.threw(error, frame)
      }
      this.#measure()
    }
    this.#flushing = false
    this.#measure()
    if (this.#ending && !this.#buffer.length && this.sink && !this.#over) {
      this.#over = true
      this.ended = this.#ending.err ?? true
      this.#tellEnd()
    }
  }

  #tellEnd() {
    if (!this.sink || this.#told === this.sink) return
    this.#told = this.sink
    const { err } = this.#ending
    try {
      if (err === undefined) this.sink.end()
      else this.sink.end(err)
    } catch {
      // nobody is left to be told
    }
  }

  #measure() {
    const { length } = this.#buffer
    if (length * 2 <= this.#highWaterMark) this.#on.full(false)
    else if (length >= this.#highWaterMark && !this.#flushing) this.#on.full(true)
  }
}
