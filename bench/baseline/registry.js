// A tool registry by itself: tool-call frames in, tool-result frames out.

import { readArguments } from './arguments.js'
import { createErrorFrame, createProgressFrame, createToolResultFrame, errorText } from './frame.js'
import { Input } from './input.js'
import { readRegistryOptions } from './options.js'
import { Call, Runner } from './runner.js'
import { Source } from './source.js'
import { Toolbox } from './toolbox.js'

const OPERATION = 'tool-registry.sink.write'

export function createToolRegistry(initialTools, options) {
  const settings = readRegistryOptions(initialTools, options)
  const toolbox = new Toolbox(settings.validation)
  for (const tool of initialTools ?? []) toolbox.register(tool)
  return new Registry(toolbox, settings, () => {}).face
}

export class Registry {
  constructor(toolbox, settings, surroundings) {
    this.toolbox = toolbox
    this.surroundings = surroundings
    this.open = new Set()
    this.ended = false
    this.runner = new Runner(toolbox, { ...settings, externalTools: false }, this)
    this.sink = new Input(
      (frame) => this.write(frame),
      (err) => this.end(err)
    )
    this.source = new Source(this.sink, settings.highWaterMark, this)
    this.face = this.makeFace()
  }

  makeFace() {
    const { source, sink, toolbox } = this
    return {
      source,
      sink,
      pipe: source.pipe,
      write: sink.write,
      end: sink.end,
      get paused() {
        return source.paused
      },
      get ended() {
        return source.ended
      },
      register: (tool) => toolbox.register(tool),
      has: (id) => toolbox.has(id),
      list: () => toolbox.list(),
      get: (id) => toolbox.get(id),
      getToolOpenAIFormat: () => toolbox.openAIFormat()
    }
  }

  write(frame) {
    if (this.ended) return
    try {
      if (frame?.type === 'PARAM' && frame.key === 'register-tool') this.toolbox.register(frame.value)
      else if (frame?.type === 'DATA' && frame.data?.type === 'tool-call') this.call(frame.data)
    } catch (error) {
      this.faulted(error, frame)
    }
  }

  call({ id, tool, arguments: given }) {
    const { args, broken, isJson } = readArguments(given)
    const call = new Call(id, tool, args, isJson, broken)
    this.open.add(call)
    this.runner.run(call)
  }

  progress(call, value) {
    if (call.closed) return
    this.source.emit(createProgressFrame({ operation: 'tool-progress', callId: call.id, value }))
  }

  answer(call, outcome) {
    if (call.closed) return
    this.close(call, outcome)
    const frame = createToolResultFrame(call.id, outcome.result, outcome.error)
    if (outcome.details !== undefined) frame.data.details = outcome.details
    this.source.emit(frame)
    this.runner.finished(call)
  }

  close(call, { error, stop }) {
    call.answered = true
    call.closed = true
    this.open.delete(call)
    if (stop !== undefined) call.stop(stop, error)
  }

  end(err) {
    if (this.ended) return
    this.ended = true
    this.runner.halt()
    for (const call of [...this.open]) this.answer(call, aborted(call))
    this.source.finish(err === null || err === true || err === false ? undefined : err)
  }

  /** Called by the source when its reader aborts. */
  aborted(err) {
    if (this.ended) return
    this.ended = true
    this.runner.halt()
    for (const call of [...this.open]) {
      this.close(call, aborted(call))
      this.runner.finished(call)
    }
    try {
      this.sink.source?.abort(err)
    } catch {
      // The stream is over: nobody is left to be told.
    }
  }

  faulted(error, frame) {
    this.source.report(createErrorFrame(error, { operation: OPERATION, frame }))
  }
}

const aborted = (call) => ({ error: `Tool '${errorText(call.name)}' aborted`, stop: 'AbortError' })
