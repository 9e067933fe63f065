import gatto = require('@polyweave/gatto-agent-harness')
import streams = require('@polyweave/gatto-agent-harness/streams')

const harness: gatto.AgentHarness = gatto.createAgentHarness({ maxTurns: 1 })
const sink: gatto.PushSink<gatto.OutputFrame> = streams.createFrameSink((frame) => frame.type)
harness.pipe(sink)
// @ts-expect-error no such export
gatto.createHarness()
