// What a Source does, in the plainest words there are for it: one list, one loop, flags with names.

export class SourceModel {
  dest = null
  ended = false
  #list = []
  #closed = false
  #over = false
  #aborted = false
  #told = false
  #pressed = false
  #delivering = false
  #reporting = false
  #end

  constructor(owner) {
    this.owner = owner
  }

  get sink() {
    return this.dest
  }

  get paused() {
    return this.dest === null || this.dest.paused
  }

  emit(frame) {
    if (this.#closed && (this.#aborted || !this.#reporting)) return
    this.#list.push({ frame, isReport: this.#reporting })
    if (this.dest !== null && !this.#delivering) this.resume()
    else if (!this.#reporting) this.#weigh()
  }

  finish(err) {
    if (this.#closed) return
    this.#closed = true
    this.#end = err
    if (this.dest === null) this.ended = err ?? true
    this.resume()
  }

  abort(err) {
    if (this.#over) return
    this.#closed = true
    this.#over = true
    this.#aborted = true
    this.#list = []
    this.#pressed = false
    this.#end = err || true
    this.ended = this.#end
    this.owner.onAbort(err)
    if (this.dest !== null && !this.#told) this.#tell()
  }

  pipe(dest) {
    if (dest !== this.dest) {
      if (this.dest !== null) this.dest.source = null
      this.dest = dest
      this.#told = false
    }
    dest.source = this
    this.resume()
    return dest
  }

  resume() {
    if (this.#delivering || this.dest === null) return
    this.#delivering = true
    for (;;) {
      if (this.#list.length > 0 && !this.dest.paused) this.#deliver(this.#list.shift())
      else if (this.#list.length === 0 && this.#closed && !this.#told) this.#tell()
      else break
    }
    this.#weigh()
    this.#delivering = false
  }

  #deliver({ frame, isReport }) {
    try {
      this.dest.write(frame)
    } catch (error) {
      if (!isReport) this.#report(error, frame)
    }
    if (this.#pressed && this.#list.length <= Math.floor(this.owner.highWaterMark / 2)) {
      this.#pressed = false
      this.owner.onPressure(false)
    }
  }

  #tell() {
    this.#told = true
    this.#over = true
    this.ended = this.#end ?? true
    try {
      if (this.#end === undefined) this.dest.end()
      else this.dest.end(this.#end)
    } catch (error) {
      this.#report(error, undefined)
    }
  }

  #report(error, frame) {
    this.#reporting = true
    this.owner.onThrow(error, frame)
    this.#reporting = false
    this.resume()
  }

  #weigh() {
    if (this.#pressed || this.#list.length < this.owner.highWaterMark) return
    this.#pressed = true
    this.owner.onPressure(true)
  }
}
