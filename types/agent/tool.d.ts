// What a tool is, and what the tools of this package are given.

/** What a tool answers. */
export interface AgentToolResult<T> {
  /** What the model sees. */
  content: (
    | { type: 'text'; text: string; textSignature?: string }
    | { type: 'image'; data: string; mimeType: string }
  )[]
  /** What logs and displays see. */
  details: T
  /** Names of tools that the model may call from here on. */
  addedToolNames?: string[]
  /** The run may end after this batch, if every result of it says so. */
  terminate?: boolean
}

/** Takes what a tool has so far. */
export type AgentToolUpdateCallback<T = any> = (partialResult: AgentToolResult<T>) => void

/** A tool that works on an execution environment: its `execute` gets a context that has one as `env`. */
export interface CodingTool<TContext, TInput, TDetails> {
  name: string
  label: string
  description: string
  /** JSON Schema of the arguments. */
  parameters: Record<string, any>
  /**
   * Does the work. A failure is thrown.
   *
   * @param params - Arguments that match `parameters`.
   * @param signal - Aborts the call, which then throws `Operation aborted`.
   */
  execute(
    toolCallId: string,
    params: TInput,
    signal: AbortSignal | undefined,
    onUpdate: AgentToolUpdateCallback<TDetails> | undefined,
    context: TContext
  ): Promise<AgentToolResult<TDetails>>
}
