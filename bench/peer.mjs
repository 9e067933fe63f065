// The peer of the rows on AgentCore: the published package, whole.

export * from '@earendil-works/pi-agent-core'
export { NodeExecutionEnv } from '@earendil-works/pi-agent-core/node'
