// What a tool is told besides its arguments.

/**
 * The second argument of `execute`. The signal and `progress` are made when they are first read: most tools read
 * neither.
 */
export class ToolContext {
  #host
  #call
  #controller = undefined
  #aborted = undefined
  #progress = undefined

  constructor(host, call, tool) {
    this.#host = host
    this.#call = call
    this.callId = call.id
    this.tool = tool
    host.describe(this)
  }

  /** An AbortSignal that aborts when the harness ends or the call times out. */
  get signal() {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.#aborted !== undefined) this.#controller.abort(this.#aborted())
    }
    return this.#controller.signal
  }

  /** Emits PROGRESS `tool-progress` with a value; ignored once the call has its answer. */
  get progress() {
    this.#progress ??= (value) => this.#host.progress(this.#call, value)
    return this.#progress
  }

  /** Aborts the signal, now or as soon as somebody reads it. The reason is a DOMException of that name. */
  static abort(context, message, name) {
    if (context.#aborted !== undefined) return
    context.#aborted = () => new DOMException(message, name)
    context.#controller?.abort(context.#aborted())
  }
}
