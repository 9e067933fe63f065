// The tool registry alone, as a push-stream duplex (G28, G30, G31). Part of the model.
import { ModelInputs } from './inputs.js'
import { ModelSource } from './source.js'
import { isErrorObject, ModelTools, readArguments, textOf } from './tools.js'

const isObject = (value) => value !== null && typeof value === 'object'

export function createToolRegistry(initial = [], options = {}) {
  const highWaterMark = options.highWaterMark ?? 1024
  let ended = false
  const open = new Set()
  const emit = (fields) => source.emit({ ...fields, metadata: {}, timestamp: Date.now() })

  const source = new ModelSource(highWaterMark, {
    full: (isFull) => inputs.press('output', isFull),
    threw: (error, frame) => {
      if (!reports.has(frame)) tellOf(error, current === undefined ? frame : current)
    },
    abort: (err) => {
      ended = inputs.isClosed = true
      tools.stop()
      input(() => closeAll(() => {}))
      sink.source?.abort(err)
    }
  })
  let current // the frame that is being handled
  const fault = (error, frame) => {
    const stack = isErrorObject(error) ? { stack: error.stack } : {}
    const metadata = { operation: 'agent-harness.sink.write', frame }
    return { type: 'ERROR', error: textOf(error), ...stack, metadata, timestamp: Date.now() }
  }
  const reports = new Set()
  const tellOf = (error, frame) => {
    const report = fault(error, frame)
    reports.add(report)
    source.report(report)
  }

  const close = (call) => {
    call.open = false
    open.delete(call)
    tools.closed(call)
  }
  const tell = ({ id: callId }, { result, error }) => {
    const status = error ? 'error' : 'success'
    emit({ type: 'DATA', data: { type: 'tool-result', callId, result, error, status } })
  }
  const closeAll = (each) => {
    for (const call of [...open]) {
      close(call)
      tools.abort(call)
      each(call, { error: `Tool '${call.tool}' aborted` })
    }
  }

  const sink = { paused: false, source: null }
  const inputs = new ModelInputs(highWaterMark, sink, source, {
    begin: () => {},
    done: () => {
      current = undefined
    }
  })
  const input = (handle) => inputs.take(handle)

  const tools = new ModelTools(
    { ...options, tools: initial },
    {
      context: () => ({}),
      progress: (call, value) => {
        emit({ type: 'PROGRESS', progress: { operation: 'tool-progress', callId: call.id, value } })
      },
      answer: (call, outcome, later) => {
        const go = () => {
          if (!call.open) return
          close(call)
          tell(call, outcome)
          if (outcome.aborts) tools.abort(call)
          if (later) tools.next()
        }
        later ? input(go) : go()
      }
    }
  )

  const write = (frame) =>
    inputs.offer(() => {
      if (ended || !isObject(frame)) return
      current = frame
      try {
        if (frame.type === 'PARAM' && frame.key === 'register-tool') return tools.register(frame.value)
        if (frame.type !== 'DATA' || frame.data?.type !== 'tool-call') return
        const { id, tool, arguments: args } = frame.data
        const call = { id, tool, ...readArguments(args), open: true }
        open.add(call)
        tools.start(call)
      } catch (error) {
        source.emit(fault(error, frame))
      }
    })
  const end = (err) =>
    inputs.offer(() => {
      if (ended) return
      ended = inputs.isClosed = true
      closeAll(tell)
      source.finish(err === true || err === false || err === null ? undefined : err)
    })

  Object.assign(sink, { write, end })
  const { register, has, get, list } = tools
  return {
    ...{ source, sink, pipe: source.pipe, write, end, register, has, get, list },
    get paused() {
      return source.paused
    },
    get ended() {
      return source.ended
    }
  }
}
