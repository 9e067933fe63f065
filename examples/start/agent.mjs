// The process that is killed: a harness with its tools, its log, and a conversation in a loop around it. It prints every
// frame as a line of JSON. Started a second time on the same folder, it goes on where the first one died.
//
//   node agent.mjs <folder of the run>

import process from 'node:process'
import {
  createAgentHarness,
  createDataFrame,
  createEndFrame,
  createParamFrame,
  createStartFrame,
  createTextFrame
} from '@polyweave/gatto-agent-harness'
import push from 'push-stream'
import { commandTools } from './command-tools.mjs'
import { nextSpeaker } from './conversation.mjs'
import { fileTools } from './file-tools.mjs'
import { respond } from './model.mjs'
import { placeIn, RUN_ID } from './workspace.mjs'

/** What the user says, turn by turn. */
const USER = [
  'Write csv.mjs, which parses and formats CSV, with tests, and make sure it holds for any text.',
  'Use it to total orders.csv by customer, and write down what you did in REPORT.md.'
]

const place = placeIn(process.argv[2])

const harness = createAgentHarness({
  tools: [...fileTools(place.files), ...commandTools(place.files)],
  maxTurns: 10,
  // One at a time: what a response asks for may build on what it asked for before.
  maxConcurrentTools: 1,
  toolTimeoutMs: 60_000,
  // Whoever reads the frames wants to see what the tools answered.
  emitToolResults: true,
  durability: { enabled: true, wrapperId: RUN_ID, dir: place.logs }
})

/** What the next speaker says, as a frame. The history is all it goes by, so it does not matter who has read it before. */
async function speak() {
  const { history, currentTurn } = harness.getState()
  if (nextSpeaker(history) === 'model') {
    return createDataFrame({
      type: 'llm-response',
      ...(await respond(history, harness.registry.getToolOpenAIFormat()))
    })
  }
  const text = USER[currentTurn]
  return text === undefined ? createEndFrame() : createTextFrame(text)
}

/** The frames after which somebody may have to speak: the start, a message, a result, the end of a turn. */
function wakes(frame) {
  if (frame.type === 'PROGRESS') return ['initialized', 'tool-completed'].includes(frame.progress.operation)
  return frame.type === 'TEXT' || (frame.type === 'META' && frame.key === 'status' && frame.value === 'idle')
}

// An idle harness keeps no process alive: one that ends before its END frame has come to a stop somewhere.
process.exitCode = 1

function print(frame) {
  if (frame.type === 'END' && frame.metadata.reason === 'completed') process.exitCode = 0
  process.stdout.write(`${JSON.stringify(frame)}\n`)
  return frame
}

// The loop: what the harness says wakes the next speaker, and what that one says goes back in.
harness.source
  .pipe(push.map(print))
  .pipe(push.filter((frame) => wakes(frame) && nextSpeaker(harness.getState().history) !== 'tools'))
  .pipe(
    push.asyncMap((_, done) => {
      speak().then(
        (frame) => done(null, frame),
        (error) => {
          console.error(error.message)
          done(error) // ends the pipeline, and with it the harness
        }
      )
    })
  )
  .pipe(harness.sink)

// Changes of the state as frames: the status, and what is added to the history.
harness.write({ type: 'META', action: 'subscribe', keys: ['status', 'history'] })
harness.write(createParamFrame('workspace', place.files))
harness.write(createParamFrame('task', 'total the orders'))
// With a log of an unfinished run of this task, this START goes on with it.
harness.write(createStartFrame())
