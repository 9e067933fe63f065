// The rows of the table, in its order.

const NAMES = [
  'text-sessions',
  'text-long',
  'text-4k',
  'text-state',
  'llm-tool',
  'llm-json',
  'llm-object',
  'durable',
  'recover',
  'snapshot',
  'gc',
  'idle',
  'import',
  'binary',
  'agent-arguments',
  'agent-session-open',
  'agent-session-append',
  'agent-session-branch',
  'agent-session-list',
  'agent-bash',
  'agent-stream-json',
  'agent-truncate',
  'agent-capture',
  'agent-identifier',
  'agent-context',
  'agent-serialize',
  'agent-compaction',
  'agent-edit',
  'agent-skills',
  'agent-templates',
  'agent-read',
  'agent-search',
  'agent-grep'
]

export const rows = await Promise.all(NAMES.map(async (name) => (await import(`./${name}.mjs`)).default))
