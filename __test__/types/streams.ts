import type { Readable, Writable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import {
  createAgentHarness,
  createTextFrame,
  type InputFrame,
  type OutputFrame
} from '@polyweave/gatto-agent-harness'
import {
  createFrameSink,
  createFrameSource,
  type PushSink,
  type PushSource,
  toReadable,
  toReadableStream,
  toWritable,
  toWritableStream
} from '@polyweave/gatto-agent-harness/streams'
import asyncMap from 'push-stream/throughs/async-map.js'
import collect from 'push-stream/sinks/collect.js'
import drain from 'push-stream/sinks/drain.js'
import filter from 'push-stream/throughs/filter.js'
import map from 'push-stream/throughs/map.js'
import reduce from 'push-stream/sinks/reduce.js'
import take from 'push-stream/throughs/take.js'
import through from 'push-stream/throughs/through.js'
import values from 'push-stream/sources/values.js'

declare function is<T>(value: T): void

const harness = createAgentHarness()

for await (const frame of harness.source) is<OutputFrame>(frame)
is<PushSource<OutputFrame>>(harness.source)
is<PushSink<InputFrame>>(harness.sink)

// the stages of push-stream on both sides (their types are read from their sources)
harness
  .pipe(map((frame: OutputFrame) => frame))
  .pipe(filter(() => true))
  .pipe(take(1))
  .pipe(through())
  .pipe(drain(() => {}))
harness
  .pipe(asyncMap((frame: OutputFrame, done: (err: unknown, frame: OutputFrame) => void) => done(null, frame)))
  .pipe(harness.sink)
harness.pipe(collect(() => {}))
harness.pipe(
  reduce(
    (n: number) => n + 1,
    0,
    () => {}
  )
)
values([createTextFrame('a')]).pipe(harness.sink)
values([createTextFrame('a')]).pipe(harness)

// a stage of one's own
class Upper implements PushSink<OutputFrame> {
  paused = false
  source: { resume(): void; abort(err?: unknown): void } | null = null
  write(frame: OutputFrame): void {
    if (frame.type === 'TEXT') is<string>(frame.content.text.toUpperCase())
  }
  end(): void {}
}
is<Upper>(harness.pipe(new Upper()))
// a duplex stands for its sink; what comes back is the duplex
is<typeof other>(harness.pipe(other))
declare const other: { source: PushSource<string>; sink: PushSink<OutputFrame> }

is<PushSink<OutputFrame>>(createFrameSink((frame) => is<string>(frame.type)))
is<PushSink<number>>(
  createFrameSink(
    (n: number) => is<number>(n),
    (err) => is<unknown>(err)
  )
)
is<PushSource<InputFrame>>(createFrameSource([createTextFrame('a')]))
createFrameSource([createTextFrame('a')]).pipe(harness.sink)
// @ts-expect-error not frames
createFrameSource([1]).pipe(harness.sink)
// @ts-expect-error not iterable
createFrameSource(1)

is<Readable>(toReadable(harness.source))
is<Writable>(toWritable(harness.sink))
toReadableStream(harness.source).pipeTo(
  toWritableStream(createFrameSink((frame: OutputFrame) => is<string>(frame.type)))
)
const { value } = await toReadableStream(harness.source).getReader().read()
is<OutputFrame | undefined>(value)
is<Readable>(toReadable(harness, { highWaterMark: 4, signal: AbortSignal.timeout(1000) }))
is<Writable>(toWritable(harness))
is<ReadableStream<OutputFrame>>(toReadableStream(harness, { highWaterMark: 4 }))
createFrameSink(async (frame) => is<string>(frame.type))
// @ts-expect-error a sink is no source
toReadable(harness.sink)
// @ts-expect-error a source is no sink
toWritable(harness.source)
