// Written for @earendil-works/pi-agent-core: compiles against that package and, with another import, against this one.

import {
  type AgentHarnessTool,
  type BashExecution,
  type BashPrepare,
  type BashToolDetails,
  type BashToolInput,
  type BashToolOptions,
  createBashTool,
  createEditTool,
  createReadTool,
  createWriteTool,
  DEFAULT_MAX_BYTES,
  DEFAULT_MAX_LINES,
  type EditToolDetails,
  type EditToolInput,
  err,
  type ExecutionEnv,
  ExecutionError,
  type ExecutionErrorCode,
  type ExecutionToolContext,
  executeShellWithCapture,
  FileError,
  type FileErrorCode,
  type FileInfo,
  type FileKind,
  type FileSystem,
  formatPromptTemplateInvocation,
  formatSize,
  formatSkillInvocation,
  formatSkillsForSystemPrompt,
  GREP_MAX_LINE_LENGTH,
  getFileSystemResultOrThrow,
  getOrThrow,
  getOrUndefined,
  loadPromptTemplates,
  loadSkills,
  loadSourcedPromptTemplates,
  loadSourcedSkills,
  ok,
  type PromptTemplate,
  type PromptTemplateDiagnostic,
  parseCommandArgs,
  type ReadImageProcessor,
  type ReadToolDetails,
  type ReadToolInput,
  type ReadToolOptions,
  type Result,
  type Shell,
  type ShellCaptureOptions,
  type ShellCaptureProgress,
  type ShellCaptureResult,
  type ShellExecOptions,
  type Skill,
  type SkillDiagnostic,
  type SkillDiagnosticCode,
  sanitizeBinaryOutput,
  substituteArgs,
  toError,
  type TruncationOptions,
  type TruncationResult,
  truncateHead,
  truncateLine,
  truncateTail,
  type WriteToolInput
} from '@polyweave/gatto-agent-harness/agent'
import { NodeExecutionEnv } from '@polyweave/gatto-agent-harness/agent'

declare function is<T>(value: T): void
declare const signal: AbortSignal

const env: ExecutionEnv = new NodeExecutionEnv({ cwd: '/srv', shellPath: '/bin/bash', shellEnv: process.env })
is<FileSystem>(env)
is<Shell>(env)

// Results
const number: Result<number, FileError> = ok(1)
const failed: Result<number, FileError> = err(new FileError('not_found', 'gone', '/a', new Error('why')))
is<number>(getOrThrow(number))
is<{ a: number } | undefined>(getOrUndefined(ok({ a: 1 })))
if (!failed.ok) is<FileErrorCode>(failed.error.code)
is<Error>(toError('text'))

// Files
export async function files(): Promise<string[]> {
  const path: string = getOrThrow(await env.absolutePath('a', signal))
  is<Result<void, FileError>>(await env.writeFile(path, new Uint8Array(1), signal))
  is<Result<void, FileError>>(await env.appendFile(path, 'text'))
  const info: FileInfo = getOrThrow(await env.fileInfo(path))
  is<FileKind>(info.kind)
  is<number>(info.size + info.mtimeMs)
  is<Uint8Array>(getOrThrow(await env.readBinaryFile(path)))
  is<boolean>(getOrThrow(await env.exists(path)))
  is<Result<void, FileError>>(await env.createDir('d', { recursive: false, abortSignal: signal }))
  is<Result<void, FileError>>(await env.remove('d', { recursive: true, force: true }))
  is<string>(getOrThrow(await env.createTempDir('pre-')))
  is<string>(getOrThrow(await env.createTempFile({ prefix: 'a', suffix: '.txt' })))
  is<string>(getFileSystemResultOrThrow(await env.canonicalPath(path), 'no such file'))
  is<string>(getOrThrow(await env.joinPath(['a', 'b'])))
  is<FileInfo[]>(getOrThrow(await env.listDir('.')))
  return getOrThrow(await env.readTextLines(path, { maxLines: 1 }))
}

// Commands
const exec: ShellExecOptions = {
  cwd: '/',
  env: { A: '1' },
  inheritEnv: false,
  timeout: 1,
  abortSignal: signal,
  onStdout: (chunk) => is<string>(chunk)
}
export async function commands(): Promise<number> {
  const result = await env.exec('true', exec)
  if (result.ok) return result.value.exitCode + result.value.stdout.length + result.value.stderr.length
  is<ExecutionErrorCode>(result.error.code)
  const capture: ShellCaptureOptions = {
    timeout: 1,
    returnExecutionErrors: true,
    onChunk: (chunk, getProgress) => {
      const progress: ShellCaptureProgress = getProgress()
      is<string | undefined>(progress.fullOutputPath)
      is<number>(progress.lastLineBytes + chunk.length)
    }
  }
  const captured: Result<ShellCaptureResult, ExecutionError> = await executeShellWithCapture(
    env,
    'true',
    capture
  )
  if (!captured.ok) throw captured.error
  is<TruncationResult>(captured.value.truncation)
  is<boolean>(captured.value.cancelled || captured.value.truncated)
  is<ExecutionError | undefined>(captured.value.executionError)
  await env.cleanup()
  return captured.value.exitCode ?? -1
}

// An environment of one's own, by half.
class Remote implements Shell {
  async exec(command: string, options?: ShellExecOptions) {
    options?.onStdout?.(command)
    return err<{ stdout: string; stderr: string; exitCode: number }, ExecutionError>(
      new ExecutionError('shell_unavailable', 'none')
    )
  }
  async cleanup(): Promise<void> {}
}
is<Shell>(new Remote())

// Truncation
const limits: TruncationOptions = { maxLines: DEFAULT_MAX_LINES, maxBytes: DEFAULT_MAX_BYTES }
const head: TruncationResult = truncateHead('text', limits)
is<'lines' | 'bytes' | null>(head.truncatedBy)
is<number>(head.totalLines + head.outputBytes + truncateTail('text').maxLines)
is<boolean>(truncateLine('text', GREP_MAX_LINE_LENGTH).wasTruncated)
is<string>(formatSize(1) + sanitizeBinaryOutput('x'))

// Skills and templates
interface OwnSkill extends Skill {
  team: string
}
export async function resources(): Promise<string> {
  const { skills, diagnostics } = await loadSkills(env, ['a', 'b'])
  is<SkillDiagnostic[]>(diagnostics)
  is<SkillDiagnosticCode | undefined>(diagnostics[0]?.code)
  const sourced = await loadSourcedSkills<string, OwnSkill>(
    env,
    [{ path: 'a', source: 'user' }],
    (skill, team) => ({
      ...skill,
      team
    })
  )
  is<string | undefined>(sourced.skills[0]?.skill.team)
  is<string | undefined>(sourced.diagnostics[0]?.source)
  const { promptTemplates, diagnostics: more } = await loadPromptTemplates(env, 'a')
  is<PromptTemplateDiagnostic[]>(more)
  const own = await loadSourcedPromptTemplates(env, [{ path: 'a', source: 1 }])
  is<number | undefined>(own.promptTemplates[0]?.source)
  const template: PromptTemplate = promptTemplates[0] ?? { name: 'a', content: '$1' }
  const skill: Skill = skills[0] ?? {
    name: 'a',
    description: 'b',
    content: 'c',
    filePath: '/a',
    disableModelInvocation: true
  }
  is<string[]>(parseCommandArgs('a "b c"'))
  is<string>(substituteArgs('$1', ['a']))
  return (
    formatPromptTemplateInvocation(template, ['a']) +
    formatSkillInvocation(skill, 'and more') +
    formatSkillsForSystemPrompt(skills)
  )
}

// The tools
interface Workspace extends ExecutionToolContext {
  user: string
}
const processor: ReadImageProcessor = async (bytes, mimeType, { autoResizeImages }) =>
  autoResizeImages
    ? { ok: true, data: String(bytes.length), mimeType, hints: [] }
    : { ok: false, message: 'no' }
const reading: ReadToolOptions = { autoResizeImages: false, imageProcessor: processor }
const prepare: BashPrepare<Workspace> = (execution: BashExecution, { user }, aborted) => {
  Object.assign(execution.env, { WHO: user })
  execution.inheritEnv = aborted === undefined
}
const shell: BashToolOptions<Workspace> = { commandPrefix: 'set -e', prepare }
const context: Workspace = { env, user: 'me' }
export async function tools(): Promise<void> {
  const read = createReadTool<Workspace>(reading)
  const input: ReadToolInput = { path: 'a', offset: 1, limit: 2 }
  const { content, details } = await read.execute('c', input, signal, undefined, context)
  is<ReadToolDetails | undefined>(details)
  is<'text' | 'image' | undefined>(content[0]?.type)
  const write: WriteToolInput = { path: 'a', content: 'b' }
  await createWriteTool().execute('c', write, undefined, undefined, { env })
  const edit: EditToolInput = { path: 'a', edits: [{ oldText: 'a', newText: 'b' }] }
  const edited = await createEditTool().execute('c', edit, undefined, (update) => is<object>(update), { env })
  const change: EditToolDetails | undefined = edited.details
  is<string | undefined>(change?.patch)
  is<number | undefined>(change?.firstChangedLine)
  // @ts-expect-error a path is a string
  await read.execute('c', { path: 1 }, signal, undefined, context)
  // @ts-expect-error the context has an environment
  await read.execute('c', input, signal, undefined, {})
  is<string>(read.name + read.label + read.description)
  is<'object'>(read.parameters.type)
  const command: BashToolInput = { command: 'ls', timeout: 1 }
  const ran = await createBashTool<Workspace>(shell).execute('c', command, signal, undefined, context)
  const told: BashToolDetails | undefined = ran.details
  is<string | undefined>(told?.fullOutputPath)
  const all: AgentHarnessTool<Workspace, any, any>[] = [
    read,
    createWriteTool(),
    createEditTool(),
    createBashTool()
  ]
  is<number>(all.length)
}
