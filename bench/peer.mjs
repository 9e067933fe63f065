// The peer of the rows on AgentCore: the published package, whole, and what it takes from its model layer.

export * from '@earendil-works/pi-agent-core'
export { NodeExecutionEnv } from '@earendil-works/pi-agent-core/node'
export { validateToolArguments } from '@earendil-works/pi-ai'
