// Errors that have no caller to go to.

/** Throws from an empty stack: an uncaught exception, as from any callback of the event loop. */
export function throwLater(error) {
  queueMicrotask(() => {
    throw error
  })
}
