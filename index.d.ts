/// <reference lib="esnext.disposable" />

// The face of the package. Each subject has a file of its own in types/.

export {
  FrameType,
  GattoFrameType,
  createDataFrame,
  createEndFrame,
  createErrorFrame,
  createParamFrame,
  createProgressFrame,
  createStartFrame,
  createTextFrame,
  createThinkingFrame,
  createToolCallFrame,
  createToolResultFrame
} from './types/constructors.js'
export type { FrameOptions } from './types/constructors.js'
export type { DurabilityOptions, DurabilityStore, FsyncMode } from './types/durability.js'
export type { GattoError, GattoErrorCode } from './types/error.js'
export type {
  ArgumentProblem,
  DataFrame,
  EndFrame,
  EndMetadata,
  ErrorFrame,
  FrameBase,
  HarnessParamFrame,
  HarnessProgress,
  InitializedProgress,
  InputFrame,
  LlmResponseData,
  LlmResponseFrame,
  MaxTurnsProgress,
  MetaChangeFrame,
  MetaHistoryFrame,
  MetaSetFrame,
  MetaSubscribeFrame,
  Metadata,
  OutputFrame,
  ParamFrame,
  ProgressFrame,
  RegistryInputFrame,
  RegistryOutputFrame,
  StartFrame,
  StartMetadata,
  TaskCompleteMetadata,
  TextFrame,
  ThinkingData,
  ThinkingFrame,
  ToolAnswer,
  ToolCallData,
  ToolCallFrame,
  ToolCallRequest,
  ToolCompletedProgress,
  ToolProgress,
  ToolResultData,
  ToolResultFrame,
  ToolResultTypeFrame,
  Written
} from './types/frame.js'
export { createAgentHarness } from './types/harness.js'
export type { AgentHarness, AgentHarnessOptions } from './types/harness.js'
export type {
  AssistantEntry,
  HarnessState,
  HarnessStatus,
  HistoryEntry,
  ObservableState,
  StateChange,
  SystemEntry,
  ToolEntry,
  UserEntry,
  WritableStateKey
} from './types/state.js'
export type {
  FrameSink,
  FrameSource,
  PipeTarget,
  PushDuplex,
  PushSink,
  PushSource,
  PushUpstream
} from './types/stream.js'
export { createToolRegistry } from './types/tool.js'
export type {
  AnyTool,
  JsonSchema,
  OpenAITool,
  Tool,
  ToolCallback,
  ToolContext,
  ToolRegistry,
  ToolRegistryOptions,
  Validation
} from './types/tool.js'
