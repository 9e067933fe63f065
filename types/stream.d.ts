// The push-stream convention, as push-stream 11 has it: structural, so that its stages fit on both sides.

/**
 * Where data goes. Whoever writes looks at `paused` before and after a write.
 */
export interface PushSink<T> {
  /** True: do not write now; `source.resume()` will be called. */
  paused: boolean
  /** Takes one piece of data. */
  write(data: T): void
  /** Ends the stream: without an argument, or with `null` or `true`, normally; else with that error. */
  end(err?: unknown): void
  /** Who writes here. Set by `pipe`. */
  source?: PushUpstream | null | undefined
}

/** What a sink needs of whoever writes to it. */
export interface PushUpstream {
  /** Asks for more data. */
  resume(): void
  /** Stops the pipeline from below. */
  abort(err?: unknown): void
}

/** Where data comes from. */
export interface PushSource<T> extends PushUpstream {
  /** The destination. Set by `pipe`. */
  sink?: PushSink<T> | null | undefined
  /** Attaches a destination and returns it. */
  pipe<D extends PipeTarget<T>>(dest: D): D
}

/** Both at once, not connected inside: what comes out is not what went in. */
export interface PushDuplex<In, Out> {
  readonly source: PushSource<Out>
  readonly sink: PushSink<In>
}

/** What `pipe` takes: a sink, a stage, or a duplex, which stands for its `sink`. */
export type PipeTarget<T> = PushSink<T> | { readonly source: object; readonly sink: PushSink<T> }

/**
 * The output side of a harness or registry. Frames that come while there is no destination, or while it is
 * paused, wait here in order.
 *
 * Iterating is piping: it attaches a destination, a second consumer takes over, and leaving the loop early aborts.
 *
 * @example
 * import { createAgentHarness } from '@polyweave/gatto-agent-harness'
 *
 * const harness = createAgentHarness()
 * harness.write({ type: 'PARAM', key: 'workspace', value: '.' })
 * harness.write({ type: 'PARAM', key: 'task', value: 'say hello' })
 * harness.write({ type: 'START' })
 * harness.end()
 * for await (const frame of harness.source) console.log(frame.type)
 * // prints START
 * // prints PROGRESS
 * // prints END
 */
export interface FrameSource<T> extends PushSource<T>, AsyncIterable<T> {
  /** No destination, or it is paused. */
  readonly paused: boolean
  /** `false`; then `true`, or the error, once the end was delivered or was called with no destination. */
  readonly ended: unknown
  /**
   * Attaches `dest`, flushes what is buffered while it is not paused, and returns it. A destination attached
   * before is let go without being ended. Climbs `dest.source` to the head of a pipeline first, so
   * `a.pipe(b).pipe(c)` and `a.pipe(b.pipe(c))` are the same at run time (the types know only the first form).
   *
   * @throws TypeError (`ERR_GATTO_PIPE_SINK`) when `dest` is no sink.
   */
  pipe<D extends PipeTarget<T>>(dest: D): D
  /** Flushes until the destination pauses or nothing is left. Never throws. */
  resume(): void
  /**
   * Drops what is buffered, aborts open calls without emitting anything, passes the abort upstream and ends the
   * destination with `err`, or `true`.
   */
  abort(err?: unknown): void
}

/** The input side of a harness or registry. */
export interface FrameSink<T> extends PushSink<T> {
  /**
   * True from the moment the buffered output reaches the high-water mark until it has fallen to half of it; then
   * `source.resume()` is called. A write while paused is still served. Stays false when the sink is fed from the
   * harness's own source. A plain property: reading it costs nothing.
   */
  paused: boolean
  /** Takes one frame. Never throws; ignored after the end. */
  write(frame: T): void
  /** Ends the stream, once: closes open calls, emits ERROR when there is an error, then END. Never throws. */
  end(err?: unknown): void
}
