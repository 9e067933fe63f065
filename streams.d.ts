// The adapters of '@polyweave/gatto-agent-harness/streams'.

import type { Readable, Writable } from 'node:stream'
import type { ReadableStream, WritableStream } from 'node:stream/web'
import type { OutputFrame } from './types/frame.js'
import type { PushSink, PushSource } from './types/stream.js'

export type { PipeTarget, PushDuplex, PushSink, PushSource, PushUpstream } from './types/stream.js'

/**
 * A sink that calls a function for each frame.
 *
 * @param onFrame Called with each frame.
 * @param onEnd Called once: with nothing on a normal end, else with the error.
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
  onFrame: (frame: T) => void,
  onEnd?: ((err?: unknown) => void) | undefined
): PushSink<T>

/**
 * A source of the frames of an iterable.
 *
 * @param frames Read as the destination asks for them.
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
 * A Node object stream that reads a source. Destroying it aborts the source.
 *
 * @example
 * import { createFrameSource, toReadable } from '@polyweave/gatto-agent-harness/streams'
 *
 * for await (const n of toReadable(createFrameSource([1, 2]))) console.log(n)
 * // prints 1
 * // prints 2
 */
export declare function toReadable<T>(source: PushSource<T>): Readable

/**
 * A Node object stream that writes to a sink, waiting while it is paused.
 *
 * @example
 * import { createFrameSink, toWritable } from '@polyweave/gatto-agent-harness/streams'
 * import { Readable } from 'node:stream'
 *
 * Readable.from(['a', 'b']).pipe(toWritable(createFrameSink(console.log)))
 * // prints a
 * // prints b
 */
export declare function toWritable<T>(sink: PushSink<T>): Writable

/**
 * A web stream that reads a source. Cancelling it aborts the source.
 *
 * @example
 * import { createFrameSource, toReadableStream } from '@polyweave/gatto-agent-harness/streams'
 *
 * const reader = toReadableStream(createFrameSource(['a'])).getReader()
 * console.log((await reader.read()).value) // prints a
 */
export declare function toReadableStream<T>(source: PushSource<T>): ReadableStream<T>

/**
 * A web stream that writes to a sink, waiting while it is paused.
 *
 * @example
 * import { createFrameSink, toWritableStream } from '@polyweave/gatto-agent-harness/streams'
 *
 * const writer = toWritableStream(createFrameSink(console.log)).getWriter()
 * await writer.write('a') // prints a
 * await writer.close()
 */
export declare function toWritableStream<T>(sink: PushSink<T>): WritableStream<T>
