// Where a path is cut: what is before is summarised, what is after stays.

import { estimateTokens } from './estimate.js'

/**
 * A result must stay behind its call, so no cut is in front of one; nor of a role that is not known here, which may stand
 * between the two.
 */
const CUT_ROLES = new Set([
  'user',
  'assistant',
  'bashExecution',
  'custom',
  'branchSummary',
  'compactionSummary'
])

const canBeCut = ({ type, message }) =>
  type === 'message' ? CUT_ROLES.has(message?.role) : type === 'branch_summary' || type === 'custom_message'

const beginsTurn = ({ type, message }) =>
  type === 'message'
    ? message?.role === 'user' || message?.role === 'bashExecution'
    : type === 'branch_summary' || type === 'custom_message'

function cutFrom(entries, from, end) {
  for (let i = from; i < end; i++) if (canBeCut(entries[i])) return i
  return -1
}

function cutBefore(entries, start, before) {
  for (let i = before - 1; i >= start; i--) if (canBeCut(entries[i])) return i
  return -1
}

export function findTurnStartIndex(entries, entryIndex, startIndex) {
  for (let i = Math.min(entryIndex, entries.length - 1); i >= startIndex; i--)
    if (beginsTurn(entries[i])) return i
  return -1
}

export function findCutPoint(entries, startIndex, endIndex, keepRecentTokens) {
  const end = Math.min(endIndex, entries.length)
  let cut = cutFrom(entries, startIndex, end)
  if (cut === -1) return { firstKeptEntryIndex: startIndex, turnStartIndex: -1, isSplitTurn: false }
  let kept = 0
  for (let i = end - 1; i >= startIndex; i--) {
    if (entries[i].type !== 'message') continue
    kept += estimateTokens(entries[i].message)
    // A budget that is no number is never reached.
    if (!(kept >= keepRecentTokens)) continue
    const next = cutFrom(entries, i, end)
    // Only results follow: keep their call with them. The first cut of all would keep everything.
    cut = next !== -1 ? next : cutBefore(entries, startIndex, i)
    break
  }
  // What was set right before an entry goes with it.
  while (cut > startIndex && entries[cut - 1].type !== 'message' && entries[cut - 1].type !== 'compaction')
    cut--
  const { type, message } = entries[cut]
  const isUser = type === 'message' && message?.role === 'user'
  const turnStartIndex = isUser ? -1 : findTurnStartIndex(entries, cut, startIndex)
  return { firstKeptEntryIndex: cut, turnStartIndex, isSplitTurn: turnStartIndex !== -1 }
}
