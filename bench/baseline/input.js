// The input side of a duplex: what others write to, and what shows them that its output is not keeping up.

export class Input {
  #upstream = null

  constructor(write, end) {
    this.paused = false
    this.output = null // the source of the same duplex
    this.write = write
    this.end = end
  }

  get source() {
    return this.#upstream
  }

  // A pipeline may close on itself when the buffer is full already: then nobody but this could open it again.
  set source(upstream) {
    this.#upstream = upstream
    if (this.paused && upstream && this.output.feedsItself()) this.paused = false
  }
}
