// `for await (const frame of source)`: a destination that takes one frame at a time.

export class FrameIterator {
  constructor(source) {
    this.paused = true
    this.frames = []
    this.outcome = null // { error? } once there is nothing more to come
    this.waiter = null
    this.from = source
    this.attached = null
    source.pipe(this)
  }

  // Whoever pipes the source elsewhere lets this destination go; the loop then ends.
  get source() {
    return this.attached
  }

  set source(value) {
    this.attached = value
    if (value === null) this.finish({})
  }

  write(frame) {
    this.paused = true
    if (this.waiter === null) this.frames.push(frame)
    else this.answer({ value: frame, done: false })
  }

  end(err) {
    this.finish(err === undefined || err === null || err === true || err === false ? {} : { error: err })
  }

  finish(outcome) {
    if (this.outcome !== null) return
    this.outcome = outcome
    if (this.waiter !== null) this.next().then(this.waiter.resolve, this.waiter.reject)
    this.waiter = null
  }

  answer(step) {
    const { resolve } = this.waiter
    this.waiter = null
    resolve(step)
  }

  next() {
    if (this.frames.length > 0) return Promise.resolve({ value: this.frames.shift(), done: false })
    if (this.outcome !== null) {
      const { error } = this.outcome
      this.outcome = {}
      return error === undefined ? Promise.resolve({ value: undefined, done: true }) : Promise.reject(error)
    }
    return new Promise((resolve, reject) => {
      this.waiter = { resolve, reject }
      this.paused = false
      this.from.resume()
    })
  }

  return(value) {
    if (this.attached !== null) this.from.abort()
    this.finish({})
    return Promise.resolve({ value, done: true })
  }

  [Symbol.asyncIterator]() {
    return this
  }
}
