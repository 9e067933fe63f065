import {
  createDataFrame,
  createEndFrame,
  createErrorFrame,
  createParamFrame,
  createProgressFrame,
  createStartFrame,
  createTextFrame,
  createThinkingFrame,
  createToolCallFrame,
  createToolResultFrame,
  FrameType,
  GattoFrameType,
  type InputFrame,
  type OutputFrame
} from '@polyweave/gatto-agent-harness'

declare function is<T>(value: T): void
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

// constants
is<'START'>(FrameType.START)
is<
  Same<
    FrameType,
    'START' | 'END' | 'PARAM' | 'META' | 'TEXT' | 'PROGRESS' | 'ERROR' | 'TOOL_CALL' | 'TOOL_RESULT'
  >
>(true)
is<FrameType extends GattoFrameType ? true : false>(true)
is<'DATA'>(GattoFrameType.DATA)
// @ts-expect-error FrameType has no DATA
FrameType.DATA
// @ts-expect-error frozen
FrameType.START = 'START'

// constructors
is<{ type: 'START'; metadata: { origin: string }; timestamp: number }>(createStartFrame({ origin: 'cli' }))
is<'END'>(createEndFrame().type)
is<number>(createStartFrame({}, { timestamp: 1, id: 'a' }).timestamp)
is<string>(createTextFrame('hello').content.text)
is<'workspace'>(createParamFrame('workspace', '/srv').key)
is<number>(createProgressFrame({ percent: 1 }).progress.percent)
is<string | undefined>(createErrorFrame(new Error('x')).stack)
is<'thinking'>(createThinkingFrame('so').data.type)
is<{ path: string }>(createToolCallFrame('c', 'read', { path: 'a' }).data.arguments)
is<number>(createToolResultFrame('c', 1).data.result)
is<undefined>(createToolResultFrame('c', 1).data.error)
is<Error>(createToolResultFrame('c', null, new Error('x')).data.error)
is<'a'>(createDataFrame({ type: 'a', n: 1 }).data.type)
// @ts-expect-error the text is a string
createTextFrame(1)
// @ts-expect-error the id is a string
createTextFrame('a', {}, { id: 1 })
// @ts-expect-error unknown option
createTextFrame('a', {}, { ident: 'x' })

// what comes out, narrowed by type, data.type and progress.operation
declare const frame: OutputFrame
// @ts-expect-error not narrowed yet
frame.content
switch (frame.type) {
  case 'START':
    is<'task-execution'>(frame.metadata.phase)
    is<string>(frame.metadata.workspace)
    break
  case 'END':
    if (frame.metadata.reason === undefined) is<'task-complete'>(frame.metadata.phase)
    else is<number>(frame.metadata.maxTurns)
    break
  case 'TEXT':
    is<string>(frame.content.text)
    break
  case 'ERROR':
    is<string>(frame.error)
    is<string | undefined>(frame.stack)
    break
  case 'DATA':
    if (frame.data.type === 'tool-call') {
      is<string>(frame.data.tool)
      is<unknown>(frame.data.arguments)
      // @ts-expect-error a call has no result
      frame.data.result
    } else if (frame.data.type === 'tool-result') {
      is<string>(frame.data.callId)
      is<string | undefined>(frame.data.error)
      is<string | undefined>(frame.data.details?.[0]?.path)
    } else {
      is<'thinking'>(frame.data.type)
      is<string>(frame.data.content)
    }
    break
  case 'PROGRESS':
    if (frame.progress.operation === 'tool-completed') is<'success' | 'error'>(frame.progress.status)
    if (frame.progress.operation === 'max-turns-reached') is<number>(frame.progress.currentTurn)
    if (frame.progress.operation === 'tool-progress') is<unknown>(frame.progress.value)
    if (frame.progress.operation === 'initialized') is<string>(frame.progress.task)
    break
  case 'META':
    is<string>(frame.key)
    if (frame.appended) is<number>(frame.length)
    else is<unknown>(frame.previous)
    break
  default:
    is<never>(frame)
}

// what goes in
const accepted: InputFrame[] = [
  createStartFrame(),
  createStartFrame({ origin: 'cli' }),
  createEndFrame({ done: true }),
  createTextFrame('a'),
  createErrorFrame('x'),
  createParamFrame('workspace', '/srv'),
  createParamFrame('maxTurns', Number.POSITIVE_INFINITY),
  createParamFrame('tool', { id: 'a', execute() {} }),
  createDataFrame({ type: 'llm-response', content: 'Done.' }),
  createDataFrame({ type: 'llm-response', toolCalls: [{ id: 'c', tool: 'read', arguments: { path: 'a' } }] }),
  createDataFrame({ type: 'llm-response', toolCalls: [{ name: 'read', args: '{"path":"a"}' }] }),
  createDataFrame({
    type: 'llm-response',
    content: null,
    toolCalls: [{ id: 'c', type: 'function', function: { name: 'read', arguments: '{}' } }]
  }),
  createDataFrame({ type: 'tool-result', callId: 'c', result: 1 }),
  createToolResultFrame('c', 1),
  createToolResultFrame('c', null, 'failed'),
  { type: 'TOOL_RESULT', content: { callId: 'c', error: 'failed' } },
  { type: 'TOOL_RESULT', data: { callId: 'c', result: 2 } },
  { type: 'META', key: 'mood', value: 1 },
  { type: 'META', action: 'subscribe' },
  { type: 'META', action: 'unsubscribe', keys: ['status'] },
  { type: 'TEXT', content: { text: 'a' }, metadata: { by: 'me' }, timestamp: 1, id: 'x' }
]
is<InputFrame[]>(accepted)

// @ts-expect-error unknown type
is<InputFrame>({ type: 'STRAT' })
// @ts-expect-error a frame has a type
is<InputFrame>({})
// @ts-expect-error a misspelt parameter
is<InputFrame>(createParamFrame('wrkspace', '/srv'))
// @ts-expect-error maxTurns is a number
is<InputFrame>(createParamFrame('maxTurns', '10'))
// @ts-expect-error no such data type
is<InputFrame>(createDataFrame({ type: 'llm-respond', content: '' }))
// @ts-expect-error a call names its tool
is<InputFrame>(createDataFrame({ type: 'llm-response', toolCalls: [{ id: 'c' }] }))
// @ts-expect-error no such action
is<InputFrame>({ type: 'META', action: 'toggle' })
