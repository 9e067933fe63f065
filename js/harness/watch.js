// Telling changes of the state.

/** The keys of a subscription: undefined is all of them. */
export function keysOf(keys) {
  if (keys === undefined || keys === null) return undefined
  return new Set(Array.isArray(keys) ? keys : [keys])
}

// Listeners that change the state are told of it in rounds. Those who never come to rest are told the rest later.
const MOST_ROUNDS = 100

/** Who is told of changes, and what they were told last. It is there only while somebody is. */
export class Watch {
  #harness
  #before
  #history
  #listeners = new Set()
  // What META frames are wanted for: some keys, or all but some.
  #isAll = false
  #others = new Set()

  /** @param {import('./harness.js').Harness} harness */
  constructor(harness) {
    this.#harness = harness
    this.#before = values(harness)
    this.#history = harness.history
  }

  /** META `subscribe`. */
  subscribe(keys) {
    this.#change(true, keysOf(keys))
  }

  /** META `unsubscribe`. */
  unsubscribe(keys) {
    this.#change(false, keysOf(keys))
    this.#leave()
  }

  #change(isWanted, keys) {
    if (keys === undefined) {
      this.#isAll = isWanted
      this.#others.clear()
      return
    }
    for (const key of keys) {
      if (isWanted === this.#isAll) this.#others.delete(key)
      else this.#others.add(key)
    }
  }

  /** Calls `fn` with the META frame of each change of these keys. Gives the function that ends it. */
  listen(keys, fn) {
    const listener = { keys, fn }
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      this.#leave()
    }
  }

  #leave() {
    const idle = !this.#isAll && this.#others.size === 0 && this.#listeners.size === 0
    if (idle && this.#harness.watch === this) this.#harness.watch = null
  }

  /** Tells what the last input has changed, a key at a time, and what was changed by those who were told. */
  tell() {
    let rounds = MOST_ROUNDS
    while (this.#tellChanges() && rounds > 0) rounds -= 1
  }

  #tellChanges() {
    const before = this.#before
    const after = values(this.#harness)
    if (this.#harness.history !== this.#history) before.history = 0
    this.#history = this.#harness.history
    this.#before = after
    let hasChanged = false
    for (const key in after) {
      const value = after[key]
      const previous = before[key]
      if (Object.is(value, previous)) continue
      hasChanged = true
      // The history is told by its growth: copying it each time would cost more and more.
      if (key === 'history') this.#tell(key, { appended: this.#harness.entriesFrom(previous), length: value })
      else this.#tell(key, { value, previous })
    }
    return hasChanged
  }

  #tell(key, change) {
    const frame = { type: 'META', key, ...change, timestamp: this.#harness.moment() }
    if (this.#others.has(key) !== this.#isAll) this.#harness.source.emit(frame)
    for (const { keys, fn } of [...this.#listeners]) {
      if (keys !== undefined && !keys.has(key)) continue
      try {
        fn(frame)
      } catch (error) {
        this.#harness.fault(error, undefined)
      }
    }
  }
}

// The state with the history's length in place of its entries, without a prototype: any key is a key.
function values(harness) {
  const { status, turn, initialized, length } = harness.seen
  const { workspace, task, nodeId, sessionId } = harness
  const state = Object.create(null)
  Object.assign(state, {
    workspace,
    task,
    history: length,
    status,
    currentTurn: turn,
    initialized,
    nodeId,
    sessionId
  })
  return Object.assign(state, harness.extra)
}
