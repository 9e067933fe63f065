// The drop-in: everything that @polyweave/gatto-agent-harness 1.0.5 exports, under the same names.

export {
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
  GattoFrameType
} from './js/frame.js'
export { createAgentHarness } from './js/harness/create.js'
export { createToolRegistry } from './js/tool/registry.js'
