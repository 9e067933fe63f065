// The adapters of '@polyweave/gatto-agent-harness/streams'.

import type { Readable, Writable } from 'node:stream'
import type { ReadableStream, WritableStream } from 'node:stream/web'
import type { OutputFrame } from './types/frame.js'
import type { PipeTarget, PushSink, PushSource } from './types/stream.js'

export type { PipeTarget, PushDuplex, PushSink, PushSource, PushUpstream } from './types/stream.js'

/** Where frames come from: a source, or a duplex such as a harness. */
export type FrameOrigin<T> = PushSource<T> | { readonly source: PushSource<T> }

/** The options of the adapters of Node streams. */
export interface NodeStreamOptions {
  /** Frames that the stream itself buffers. Default: Node's for object streams. */
  highWaterMark?: number | undefined
  /** Destroys the stream. */
  signal?: AbortSignal | undefined
}

/** The options of the adapters of web streams. */
export interface WebStreamOptions {
  /** Frames that the stream itself buffers. Default 1. */
  highWaterMark?: number | undefined
}

/**
 * A sink that calls a function for each frame. When that returns a promise, the sink is paused until it settles; a
 * rejection aborts the pipeline.
 *
 * @param onFrame Called with each frame, in order.
 * @param onEnd Called once, after the last frame was handled: without an argument on a normal end, else with the error.
 * @throws TypeError (`ERR_GATTO_FRAMES_HANDLER`) when one of them is no function.
 * @example
 * import { createFrameSink, createFrameSource } from '@polyweave/gatto-agent-harness/streams'
 *
 * createFrameSource([1, 2, 3]).pipe(createFrameSink(console.log, () => console.log('end')))
 * // prints 1
 * // prints 2
 * // prints 3
 * // prints end
 */
export declare function createFrameSink<T = OutputFrame>(
  onFrame: (frame: T) => unknown,
  onEnd?: ((err?: unknown) => void) | undefined
): PushSink<T>

/**
 * A source that gives out what an iterable holds, then ends; with the error, when the iterable throws or rejects. An
 * abort from below returns the iterator.
 *
 * @param frames Read one by one, as the destination asks for them.
 * @throws TypeError (`ERR_GATTO_FRAMES_ITERABLE`) when it is no iterable.
 * @example
 * import { createAgentHarness, createParamFrame } from '@polyweave/gatto-agent-harness'
 * import { createFrameSource } from '@polyweave/gatto-agent-harness/streams'
 *
 * const harness = createAgentHarness()
 * createFrameSource([
 *   createParamFrame('workspace', '.'),
 *   createParamFrame('task', 'say hello')
 * ]).pipe(harness.sink)
 * console.log(harness.getState().task) // prints say hello
 */
export declare function createFrameSource<T>(frames: Iterable<T> | AsyncIterable<T>): PushSource<T>

/**
 * A Node object stream that reads a source. Nothing is asked of the source before somebody reads. Destroying the stream
 * aborts the source; an error that the source ends with comes after the frames before it. A frame that is `null` destroys
 * the stream (`ERR_GATTO_STREAM_NULL`): Node has null for the end.
 *
 * @throws TypeError (`ERR_GATTO_PIPE_SOURCE`) when it is no source.
 * @example
 * import { createFrameSource, toReadable } from '@polyweave/gatto-agent-harness/streams'
 *
 * for await (const n of toReadable(createFrameSource([1, 2]))) console.log(n)
 * // prints 1
 * // prints 2
 */
export declare function toReadable<T>(source: FrameOrigin<T>, options?: NodeStreamOptions): Readable

/**
 * A Node object stream that writes to a sink. A write is finished when the sink would take another frame. Ending the
 * stream ends the sink; destroying it ends the sink with the error, or with `true`; an abort from below destroys it.
 *
 * @param sink A sink, the end of a pipeline, or a duplex such as a harness.
 * @throws TypeError (`ERR_GATTO_PIPE_SINK`) when it is no sink.
 * @example
 * import { createFrameSink, toWritable } from '@polyweave/gatto-agent-harness/streams'
 * import { Readable } from 'node:stream'
 *
 * Readable.from(['a', 'b']).pipe(toWritable(createFrameSink(console.log)))
 * // prints a
 * // prints b
 */
export declare function toWritable<T>(sink: PipeTarget<T>, options?: NodeStreamOptions): Writable

/**
 * A web stream that reads a source. Cancelling it aborts the source; an error that the source ends with comes after the
 * frames before it.
 *
 * @throws TypeError (`ERR_GATTO_PIPE_SOURCE`) when it is no source.
 * @example
 * import { createFrameSource, toReadableStream } from '@polyweave/gatto-agent-harness/streams'
 *
 * const reader = toReadableStream(createFrameSource(['a'])).getReader()
 * console.log((await reader.read()).value) // prints a
 */
export declare function toReadableStream<T>(
  source: FrameOrigin<T>,
  options?: WebStreamOptions
): ReadableStream<T>

/**
 * A web stream that writes to a sink. A write is finished when the sink would take another frame. Closing the stream
 * ends the sink; aborting it ends the sink with the reason, or with `true`; an abort from below puts it into error.
 *
 * @param sink A sink, the end of a pipeline, or a duplex such as a harness.
 * @throws TypeError (`ERR_GATTO_PIPE_SINK`) when it is no sink.
 * @example
 * import { createFrameSink, toWritableStream } from '@polyweave/gatto-agent-harness/streams'
 *
 * const writer = toWritableStream(createFrameSink(console.log)).getWriter()
 * await writer.write('a') // prints a
 * await writer.close()
 */
export declare function toWritableStream<T>(
  sink: PipeTarget<T>,
  options?: WebStreamOptions
): WritableStream<T>
