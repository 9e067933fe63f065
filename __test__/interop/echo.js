// The smallest duplex around a Source: what is written to its sink comes out of its source, the same objects.
import { leadsTo } from '../../js/stream/feedback.js'
import { Source } from '../../js/stream/source.js'

class EchoSink {
  paused = false
  source = null
  #emit
  #finish

  constructor(output) {
    this.#emit = (frame) => output.emit(frame)
    this.#finish = (err) => output.finish(err)
  }

  write(frame) {
    this.#emit(frame)
  }

  end(err) {
    this.#finish(err === true || err === null ? undefined : err)
  }
}

/** An echo. `pressure`, `aborts` and `thrown` record what its source told its owner. */
export class Echo {
  pressure = []
  aborts = []
  thrown = []

  constructor({ highWaterMark } = {}) {
    this.highWaterMark = highWaterMark
    this.source = new Source(this)
    this.sink = new EchoSink(this.source)
  }

  pipe(dest) {
    return this.source.pipe(dest)
  }

  write(frame) {
    this.sink.write(frame)
  }

  end(err) {
    this.sink.end(err)
  }

  onPressure(pressed) {
    this.pressure.push(pressed)
    this.sink.paused = pressed && !leadsTo(this.sink, this.source)
    if (!pressed) this.sink.source?.resume()
  }

  onAbort(err) {
    this.aborts.push(err)
    this.sink.source?.abort?.(err)
  }

  onThrow(error, frame) {
    this.thrown.push({ error, frame })
  }
}
