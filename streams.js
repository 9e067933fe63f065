// Entry of '@polyweave/gatto-agent-harness/streams': push-streams and the other kinds of streams.

export { createFrameSink } from './js/stream/frame-sink.js'
export { createFrameSource } from './js/stream/frame-source.js'
export { toReadable, toWritable } from './js/stream/node.js'
export { toReadableStream, toWritableStream } from './js/stream/web.js'
