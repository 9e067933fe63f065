// The message of an entry, as far as a summary of it goes.

import {
  createBranchSummaryMessage,
  createCompactionSummaryMessage,
  createCustomMessage
} from '../message/custom.js'

/** Undefined for a compaction, too: its summary is handed on by itself. */
export function messageOf(entry) {
  switch (entry.type) {
    case 'message':
      return entry.message
    case 'custom_message':
      return createCustomMessage(
        entry.customType,
        entry.content,
        entry.display,
        entry.details,
        entry.timestamp
      )
    case 'branch_summary':
      return createBranchSummaryMessage(entry.summary, entry.fromId, entry.timestamp)
  }
}

/** On a branch that is left, a compaction stands for what went before, and results are told by what followed. */
export function branchMessageOf(entry) {
  if (entry.type === 'compaction')
    return createCompactionSummaryMessage(entry.summary, entry.tokensBefore, entry.timestamp)
  const message = messageOf(entry)
  return message?.role === 'toolResult' ? undefined : message
}
