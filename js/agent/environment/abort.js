// Signals that many wait for at once: one listener each, since Node warns of a leak at the eleventh.

const waiting = new WeakMap()

/** Calls `then` when the signal is aborted, unless the function that this gives is called before. */
export function whenAborted(signal, then) {
  if (signal === undefined || signal === null) return () => {}
  const calls = waiting.get(signal) ?? listen(signal)
  calls.add(then)
  return () => {
    calls.delete(then)
    if (calls.size > 0 || waiting.get(signal) !== calls) return
    waiting.delete(signal)
    signal.removeEventListener('abort', calls.run)
  }
}

class Calls extends Set {
  run = () => {
    for (const call of this) call()
  }
}

function listen(signal) {
  const calls = new Calls()
  signal.addEventListener('abort', calls.run, { once: true })
  waiting.set(signal, calls)
  return calls
}
