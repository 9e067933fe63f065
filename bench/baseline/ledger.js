// Which calls are open, and which ids have had their answer.

const ANSWERED = 'answered'
const NOT_FOUND = 'not found'

export class Ledger {
  constructor() {
    this.calls = null // id -> the open call, or how it was answered; made with the first call
    this.open = 0
  }

  isOpen(id) {
    return this.calls !== null && typeof this.calls.get(id) === 'object'
  }

  get(id) {
    const entry = this.calls?.get(id)
    return typeof entry === 'object' ? entry : undefined
  }

  /** Opening puts a call last, also when its id was closed before. */
  add(call) {
    if (this.calls === null) this.calls = new Map()
    else this.calls.delete(call.id)
    this.calls.set(call.id, call)
    this.open += 1
  }

  close(call, notFound) {
    this.calls.set(call.id, notFound ? NOT_FOUND : ANSWERED)
    this.open -= 1
  }

  /** False when the id already has an answer that counts. An executor elsewhere may still answer `not found`. */
  accepts(id) {
    const entry = this.calls?.get(id)
    if (entry === NOT_FOUND) this.calls.set(id, ANSWERED)
    return entry !== ANSWERED
  }

  openCalls() {
    if (this.open === 0) return []
    return [...this.calls.values()].filter((entry) => typeof entry === 'object')
  }

  clear() {
    this.calls = null
    this.open = 0
  }
}
