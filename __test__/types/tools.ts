import {
  type AnyTool,
  type ArgumentProblem,
  createAgentHarness,
  createToolCallFrame,
  createToolRegistry,
  type OpenAITool,
  type RegistryOutputFrame,
  type Tool,
  type ToolContext
} from '@polyweave/gatto-agent-harness'

declare function is<T>(value: T): void

interface ReadArguments {
  path: string
  limit?: number
}

// one parameter list for both styles
const read: Tool<ReadArguments, string> = {
  id: 'read',
  description: 'Reads a file.',
  parameters: {
    type: 'object',
    properties: { path: { type: 'string' }, limit: { type: ['integer', 'null'], minimum: 0 }, more: true },
    required: ['path'],
    additionalProperties: false
  },
  replay: 'safe',
  async execute(args, context) {
    is<string>(args.path)
    is<number | undefined>(args.limit)
    is<AbortSignal>(context.signal)
    is<string>(context.callId)
    is<string>(context.tool)
    is<string | null | undefined>(context.workspace)
    is<unknown>(context.jjProvider)
    context.progress({ bytes: 1 })
    return args.path
  }
}
const write: Tool<{ path: string }, number> = {
  id: 'write',
  execute(args, _context, callback) {
    callback(null, args.path.length)
    callback(new Error('no'))
    // @ts-expect-error the result is a number
    callback(null, 'one')
  }
}
const later: Tool<object, number> = {
  id: 'later',
  execute(_args, _context, callback) {
    setTimeout(() => callback(undefined, 1), 0)
  }
}
declare const promised: PromiseLike<number>
const thenable: Tool<object, number> = { id: 'thenable', execute: () => promised }
class Counter implements Tool<{ by: number }, number> {
  readonly id = 'counter'
  #n = 0
  async execute({ by }: { by: number }): Promise<number> {
    this.#n += by
    return this.#n
  }
}

const bad: Tool<ReadArguments, string> = {
  id: 'bad',
  // @ts-expect-error the result is a string
  async execute() {
    return 1
  }
}
const plain: Tool<object, number> = {
  id: 'plain',
  // @ts-expect-error a plain return value is no answer
  execute: () => 1
}
// @ts-expect-error a tool has an execute function
is<AnyTool>({ id: 'nothing' })
// @ts-expect-error a tool has an id
is<AnyTool>({ execute() {} })
// @ts-expect-error the only replay is 'safe'
is<AnyTool>({ id: 'a', replay: 'unsafe', execute() {} })

// the registry takes any of them
const registry = createToolRegistry([read, write, later, thenable, new Counter(), bad, plain], {
  validation: 'required',
  toolTimeoutMs: 1000,
  maxConcurrentTools: 2,
  highWaterMark: 16
})
registry.register(read)
registry.register({ id: 'inferred', execute: async (args: { n: number }) => args.n + 1 })
registry.register<{ n: number }, number>({
  id: 'given',
  async execute(args, context) {
    is<number>(args.n)
    is<ToolContext>(context)
    return args.n
  }
})
registry.register<{ n: number }, number>({
  id: 'given',
  async execute(args) {
    // @ts-expect-error there is no m
    return args.m
  }
})
is<boolean>(registry.has('read'))
is<AnyTool | undefined>(registry.get('read'))
is<AnyTool[]>(registry.list())
is<OpenAITool[]>(registry.getToolOpenAIFormat())
is<boolean>(registry.paused)
// @ts-expect-error a getter
registry.paused = true
// @ts-expect-error no such validation
createToolRegistry([], { validation: 'strict' })
// @ts-expect-error no tool
createToolRegistry([{ name: 'read' }])

registry.write(createToolCallFrame('c', 'read', { path: 'a' }))
registry.write({ type: 'PARAM', key: 'register-tool', value: read })
// @ts-expect-error not a frame
registry.write('read')

for await (const frame of registry.source) {
  is<RegistryOutputFrame>(frame)
  if (frame.type === 'DATA') {
    is<string>(frame.data.callId)
    is<ArgumentProblem[] | undefined>(frame.data.details)
  } else if (frame.type === 'PROGRESS') is<'tool-progress'>(frame.progress.operation)
  else is<string>(frame.error)
}

// a harness's whole output can be piped into a registry
createAgentHarness().pipe(registry.sink)
