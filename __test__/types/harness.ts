import {
  type AgentHarness,
  type AgentHarnessOptions,
  createAgentHarness,
  createTextFrame,
  type DurabilityStore,
  type GattoError,
  type GattoErrorCode,
  type HarnessState,
  type HistoryEntry,
  type OutputFrame,
  type ToolRegistry
} from '@polyweave/gatto-agent-harness'

declare function is<T>(value: T): void

const store: DurabilityStore = {
  load: () => null,
  append(_id, records) {
    is<readonly string[]>(records)
  },
  close() {}
}

const harness = createAgentHarness({
  maxTurns: Number.POSITIVE_INFINITY,
  tools: [{ id: 'echo', execute: async (args) => args }],
  jjProvider: { any: 'thing' },
  durability: { enabled: true, wrapperId: 'a', wrapperType: 'b', dir: '/tmp', fsync: 'always', store },
  highWaterMark: 16,
  strict: true,
  emitToolResults: true,
  externalTools: true,
  validation: 'none',
  toolTimeoutMs: 1000,
  maxConcurrentTools: 4,
  system: (state) => `Work in ${state.workspace}.`,
  clock: () => 0
})
is<AgentHarness>(harness)
is<AgentHarness>(createAgentHarness())
is<AgentHarness>(createAgentHarness({}))

// an option may be undefined, as options put together from elsewhere are
const maybe: number | undefined = Math.random() > 2 ? 1 : undefined
createAgentHarness({ maxTurns: maybe })
createAgentHarness({ durability: { enabled: false, wrapperId: undefined } })

// @ts-expect-error a number
createAgentHarness({ maxTurns: '10' })
// @ts-expect-error an unknown option is most likely a typing error
createAgentHarness({ maxturns: 10 })
// @ts-expect-error no such mode
createAgentHarness({ durability: { fsync: 'sometimes' } })
createAgentHarness({
  durability: {
    enabled: true,
    wrapperId: 'a',
    // @ts-expect-error a store is synchronous
    store: { load: () => null, append: async () => {}, close() {} }
  }
})
is<AgentHarnessOptions>({ system: 'You are careful.' })

// methods can be taken off
const { write, end, getState, pipe, source, sink, registry, state, flush } = harness
write(createTextFrame('hello'))
end()
end(new Error('over'))
is<HarnessState>(getState())
is<boolean>(source.paused)
is<boolean>(sink.paused)
is<ToolRegistry>(registry)
is<Promise<void>>(flush())
is<void>(source.abort())
is<void>(source.resume())
const kept = pipe({
  paused: false,
  write(frame: OutputFrame) {
    is<string>(frame.type)
  },
  end() {},
  more: 1
})
is<number>(kept.more)
// @ts-expect-error not a sink
pipe({})
// @ts-expect-error that sink takes numbers
pipe({ paused: false, write(_n: number) {}, end() {} })
// @ts-expect-error not a frame
write('hello')

// state
is<'idle' | 'thinking' | 'executing'>(getState().status)
is<string | null>(getState().workspace)
const entry = getState().history[0] as HistoryEntry
switch (entry.role) {
  case 'tool':
    is<string | undefined>(entry.callId)
    is<unknown>(entry.result)
    break
  case 'assistant':
    is<string | undefined>(entry.toolCalls?.[0]?.id)
    is<string | undefined>(entry.thinking)
    break
  case 'user':
  case 'system':
    is<string>(entry.content)
    // @ts-expect-error only a tool's entry has a call
    entry.callId
    break
  default:
    is<never>(entry)
}

// the observable state, without and with the caller's own keys
is<number>(state.get('currentTurn'))
is<HistoryEntry[]>(state.get('history'))
is<unknown>(state.get('mood'))
state.set('mood', 1)
state.set('workspace', '/srv')
state.set('maxTurns', 3)
// @ts-expect-error a number
state.set('maxTurns', 'many')
// @ts-expect-error the machine's
state.set('status', 'idle')
// @ts-expect-error the machine's
state.set('history', [])
is<() => void>(state.subscribe((change) => is<string>(change.key)))
state.subscribe('status', (change) => is<'idle' | 'thinking' | 'executing'>(change.value))
state.subscribe('history', (change) => is<HistoryEntry[]>(change.appended))
state.subscribe(['status', 'history'], (change) => {
  if (change.appended) is<number>(change.length)
  else is<string>(change.previous)
})
state.subscribe(null, (change) => is<string>(change.key))
// @ts-expect-error no function
state.subscribe('status')

const own = createAgentHarness<{ mood: 'curious' | 'calm' }>()
is<'curious' | 'calm' | undefined>(own.state.get('mood'))
is<'curious' | 'calm' | undefined>(own.getState().mood)
is<string | null>(own.getState().task)
own.state.set('mood', 'calm')
own.state.subscribe('mood', (change) => is<'curious' | 'calm' | undefined>(change.value))
// @ts-expect-error no such mood
own.state.set('mood', 'furious')

// disposal
async function scoped(): Promise<void> {
  await using scope = createAgentHarness()
  is<AgentHarness>(scope)
}
is<() => Promise<void>>(scoped)

// errors
try {
  createAgentHarness()
} catch (error) {
  is<'ERR_GATTO_JOURNAL_LOCKED' | 'ERR_GATTO_OPTION_TYPE' extends GattoErrorCode ? true : false>(true)
  // @ts-expect-error no such code
  is<boolean>((error as GattoError).code === 'ERR_GATTO_NONE')
}
