// The messages that only a transcript knows: models never see them as they are.

const epoch = (timestamp) => new Date(timestamp).getTime()

export function createCustomMessage(customType, content, display, details, timestamp) {
  return { role: 'custom', customType, content, display, details, timestamp: epoch(timestamp) }
}

export function createBranchSummaryMessage(summary, fromId, timestamp) {
  return { role: 'branchSummary', summary, fromId, timestamp: epoch(timestamp) }
}

export function createCompactionSummaryMessage(summary, tokensBefore, timestamp) {
  return { role: 'compactionSummary', summary, tokensBefore, timestamp: epoch(timestamp) }
}
