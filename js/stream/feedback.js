// Pipelines that close on themselves: a source whose output comes back to the input of its own duplex.
//
// A push-stream pipeline is a linked list, read upwards by `.source`. A duplex interrupts it: its input and its
// output are two objects. DUPLEX_SINK bridges the gap, so that a loop over several duplexes is seen as one.

/** Under this key one of our sources gives the input side of its duplex, if it has one. */
export const DUPLEX_SINK = Symbol.for('@polyweave/gatto-agent-harness.duplex-sink')

/** Whether a value can have properties of its own: what a stage of a pipeline has to be. */
export const isStage = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function'

/** The next stage upstream, across a duplex of ours. */
const above = (stage) => (DUPLEX_SINK in stage ? stage[DUPLEX_SINK] : stage.source)

/** Walks upstream from `sink` until `found` says so. Ends on a cycle, and where a foreign getter throws. */
function climb(sink, found) {
  const seen = new Set()
  try {
    for (let stage = above(sink); isStage(stage) && !seen.has(stage); stage = above(stage)) {
      if (found(stage)) return stage
      seen.add(stage)
    }
  } catch {
    // A stage that can't be read is the end of what is known of the chain.
  }
  return null
}

/**
 * Whether what `source` gives out comes back to `sink`: the chain of `.source` above the sink, through duplexes of
 * ours, leads to it. Backpressure must not be applied to such a sink, it would wait for itself.
 */
export function leadsTo(sink, source) {
  return isStage(sink) && climb(sink, (stage) => stage === source) !== null
}

/** The source of the duplex whose input `sink` is, when its output comes back to `sink`; else null. */
export function loopThrough(sink) {
  return climb(sink, (stage) => DUPLEX_SINK in stage && stage[DUPLEX_SINK] === sink)
}

/** Whether `source`, one of ours, is the only duplex of ours in the loop through its own sink. */
export function isAloneInLoop(source) {
  const first = climb(source[DUPLEX_SINK], (stage) => DUPLEX_SINK in stage)
  return first === source
}

/**
 * A second way into a sink that is fed by its own loop. Attaching to the sink itself would cut the loop out of the
 * linked list, and with it the knowledge that there is one.
 */
export class Inlet {
  #sink
  source = null

  constructor(sink) {
    this.#sink = sink
  }

  get paused() {
    return Boolean(this.#sink.paused)
  }

  write(frame) {
    this.#sink.write(frame)
  }

  end(...err) {
    this.#sink.end(...err)
  }
}
