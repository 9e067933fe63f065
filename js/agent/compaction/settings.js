// When a context is compacted, and how much of it stays.

export const DEFAULT_COMPACTION_SETTINGS = { enabled: true, reserveTokens: 16_384, keepRecentTokens: 20_000 }

export const shouldCompact = (contextTokens, contextWindow, { enabled, reserveTokens }) =>
  Boolean(enabled) && contextTokens > contextWindow - reserveTokens
