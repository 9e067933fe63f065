// The environment and the bash tool in the place of those of the published package, and the other way round.
import type * as peer from '@earendil-works/pi-agent-core'
import { createBashTool as createPeerBashTool } from '@earendil-works/pi-agent-core'
import { NodeExecutionEnv as PeerEnv } from '@earendil-works/pi-agent-core/node'
import type {
  AgentHarnessTool,
  BashExecution,
  BashToolDetails,
  BashToolInput,
  BashToolOptions,
  ExecutionEnv,
  ExecutionToolContext,
  FileInfo,
  ShellExecOptions
} from '@polyweave/gatto-agent-harness/agent'
import { createBashTool, FileError, NodeExecutionEnv } from '@polyweave/gatto-agent-harness/agent'

type Same<A, B> = [A, B] extends [B, A] ? true : never

const environments: peer.ExecutionEnv[] = [new NodeExecutionEnv({ cwd: '.', shellEnv: process.env })]
const others: ExecutionEnv[] = [new PeerEnv({ cwd: '.' }), ...environments]
const peerTools: peer.AgentHarnessTool<ExecutionToolContext, any, any>[] = [createBashTool()]
const tools: AgentHarnessTool<ExecutionToolContext, any, any>[] = [createBashTool(), createPeerBashTool()]

const same: [
  Same<BashExecution, peer.BashExecution>,
  Same<BashToolDetails, peer.BashToolDetails>,
  Same<BashToolInput, peer.BashToolInput>,
  Same<FileInfo, peer.FileInfo>,
  Same<ShellExecOptions, peer.ShellExecOptions>
] = [true, true, true, true, true]

const options: BashToolOptions = {} as peer.BashToolOptions
const prepare: BashToolOptions = { prepare: ({ env }) => void Object.assign(env, { A: '1' }) }

async function read(env: NodeExecutionEnv): Promise<string> {
  const found = await env.readTextFile('x')
  if (found.ok) return found.value
  return found.error instanceof FileError && found.error.code === 'not_found' ? '' : (found.error.path ?? '')
}

export { environments, options, others, peerTools, prepare, read, same, tools }
