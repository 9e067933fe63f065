import type * as peer from '@earendil-works/pi-agent-core'
import * as agent from '@polyweave/gatto-agent-harness/agent'

declare function is<T>(value: T): void

// what one package gives, the other takes
declare const ours: {
  truncation: agent.TruncationResult
  limits: agent.TruncationOptions
  progress: agent.ShellCaptureProgress
  captured: agent.ShellCaptureResult
}
is<peer.TruncationResult>(ours.truncation)
is<peer.TruncationOptions>(ours.limits)
is<peer.ShellCaptureProgress>(ours.progress)
is<peer.ShellCaptureResult>(ours.captured)

declare const theirs: {
  truncation: peer.TruncationResult
  limits: peer.TruncationOptions
  progress: peer.ShellCaptureProgress
}
is<agent.TruncationResult>(theirs.truncation)
is<agent.TruncationOptions>(theirs.limits)
is<agent.ShellCaptureProgress>(theirs.progress)

is<typeof peer.truncateHead>(agent.truncateHead)
is<typeof peer.truncateTail>(agent.truncateTail)
is<typeof peer.truncateLine>(agent.truncateLine)
is<typeof peer.formatSize>(agent.formatSize)
is<typeof peer.sanitizeBinaryOutput>(agent.sanitizeBinaryOutput)
is<typeof peer.uuidv7>(agent.uuidv7)
is<typeof peer.createTimestamp>(agent.createTimestamp)
is<() => string>(agent.create_timestamp)
is<
  (
    env: agent.ExecutionEnv,
    command: string
  ) => Promise<agent.Result<agent.ShellCaptureResult, agent.ExecutionError>>
>(agent.executeShellWithCapture)

// narrowed as results are
const result = await agent.executeShellWithCapture(new agent.NodeExecutionEnv({ cwd: '/' }), 'true', {
  timeout: 1,
  onChunk: (text, progress) => is<string>(text + progress().output)
})
if (result.ok) is<number | undefined>(result.value.exitCode)
else is<agent.ExecutionError>(result.error)
