// What a harness holds: settings, the user's keys, the history, and the core's share of it all.

import { look } from '../diagnostics.js'
import { ANSWERS, box, native, now, TIME, timeOrCore } from '../native.js'
import { Places } from '../place.js'
import { ToolHost } from '../tool/host.js'
import { ToolTable } from '../tool/table.js'
import { History } from './history.js'
import { logged } from './json.js'
import { noLog } from './log.js'
import { Watch } from './watch.js'

/** The keys of the state that only the machine sets. */
export const MACHINE_KEYS = ['history', 'status', 'currentTurn', 'initialized']

const STATUSES = ['idle', 'thinking', 'executing']
const INITIAL = Object.freeze({ status: 'idle', turn: 0, maxTurns: 100, initialized: false, length: 0 })

// A harness's place in the core goes with its driver.
const places = new Places((slot) => native.freeHarness(slot))

/** The state of one harness, and its place in the core. */
export class HarnessState extends ToolHost {
  workspace = null
  task = null
  nodeId = null
  sessionId = null
  /** The user's own keys. @type {Record<string, unknown> | null} */
  extra = null
  history = new History()
  log = noLog
  /** The driver of `harness.registry`, once somebody has asked for it. */
  registry = undefined
  /** There was a START. */
  live = false
  /** A recovered run waits for START or for the first other frame. */
  suspended = false
  /** How many TEXT frames may be passed on before the core is asked again. */
  credit = 0
  /** The time of the input that is being handled; NaN leaves it to the core. */
  time = 0
  /** The time of what is being performed. Times never go back: those of a tool that answers meanwhile are later. */
  at = 0
  /** Entries that the core counts and that are still to be kept by the input that is being handled. */
  missing = 0
  #fresh = false
  #seen = INITIAL

  /** @param {ReturnType<import('./options.js').harnessOptions>} options */
  constructor(options) {
    super(new ToolTable(options.validation), options)
    this.options = options
    this.clock = options.clock
    const { maxTurns, strict, maxConcurrentTools = 0, durability } = options
    this.slot = native.openHarness(maxTurns, strict, maxConcurrentTools, durability.enabled)
    this.place = places.hold(this.slot)
    // Schemas that do not compile are told of.
    look()
    for (const tool of options.tools) this.tools.register(tool)
    // Only the table holds them: it is let go at the end.
    options.tools = undefined
  }

  /** Takes the time of the next input. The core must know by then of all that went before. */
  stamp() {
    look()
    this.credit = 0
    if (this.history.hasNews) this.history.tell(this.slot)
    this.time = this.log === noLog ? timeOrCore(this.clock) : now(this.clock)
  }

  /** The JSON of an entry that stays here, when the run is logged: then its time must be known at once. */
  logged(entry) {
    if (this.log === noLog) return undefined
    entry.timestamp = this.time
    return logged(entry)
  }

  /**
   * Puts the time where the core finds it. It is the last thing before a call of the core: whatever of a caller's
   * code runs in between (a getter, a toJSON, a clock) may drive another harness through the same mailbox.
   */
  arm() {
    box[TIME] = this.time
  }

  /** Something was handed to the core: what was seen of it is old. */
  changed() {
    this.#fresh = false
  }

  /** The core's share of the state, asked for once after each input. */
  get seen() {
    const { hasNews } = this.history
    if (hasNews || !this.#fresh) {
      if (hasNews) this.history.tell(this.slot)
      native.peek(this.slot)
      this.#seen = {
        status: STATUSES[box[ANSWERS]],
        turn: box[ANSWERS + 1],
        maxTurns: box[ANSWERS + 2],
        initialized: box[ANSWERS + 3] !== 0,
        length: box[ANSWERS + 4]
      }
      this.#fresh = true
    }
    return this.#seen
  }

  /** The entries from an index on. */
  entriesFrom(index) {
    return this.history.entries(this.slot, this.seen.length - this.missing).slice(index)
  }

  /** What `getState()` gives: fresh, and its entries shared with every other snapshot. */
  snapshot() {
    const { status, turn, initialized } = this.seen
    const state = {
      workspace: this.workspace,
      task: this.task,
      history: this.entriesFrom(0),
      status,
      currentTurn: turn,
      initialized,
      nodeId: this.nodeId,
      sessionId: this.sessionId
    }
    return this.extra === null ? state : { ...state, ...this.extra }
  }

  /** A new run begins in an old log. */
  reset() {
    this.history = new History()
    this.forget()
  }

  /** Who is told of changes; made when it is first asked for. */
  observe() {
    this.watch ??= new Watch(this)
    return this.watch
  }
}
