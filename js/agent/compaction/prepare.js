// What a compaction is to do, decided without doing any of it.

import { CompactionError } from '../error.js'
import { err, ok } from '../result.js'
import { buildSessionContext } from '../session/context.js'
import { findCutPoint } from './cut-point.js'
import { messageOf } from './entry-message.js'
import { estimateContextTokens } from './estimate.js'
import { fileOpsOf } from './file-lists.js'

/**
 * The entries that are not yet summarised, and where they begin. The messages that the previous compaction carries stand
 * in front of what followed it, as they do for a model: else this one would neither summarise nor keep them.
 */
function unsummarised(path, at) {
  const previous = path[at]
  if (previous === undefined) return { entries: path, start: 0, carried: 0 }
  const { retainedTail, firstKeptEntryId } = previous
  if (Array.isArray(retainedTail)) {
    const carried = retainedTail.map((message) => ({ type: 'message', message }))
    return { entries: carried.concat(path.slice(at + 1)), start: 0, carried: carried.length }
  }
  const kept = firstKeptEntryId ? path.findIndex(({ id }) => id === firstKeptEntryId) : -1
  return { entries: path, start: kept === -1 ? at + 1 : kept, carried: 0 }
}

function messagesOf(entries, start, end) {
  const messages = []
  for (let i = start; i < end; i++) {
    const message = messageOf(entries[i])
    if (message != null) messages.push(message)
  }
  return messages
}

export function prepareCompaction(pathEntries, settings) {
  const last = pathEntries.at(-1)
  if (last === undefined || last.type === 'compaction') return ok(undefined)
  const at = pathEntries.findLastIndex(({ type }) => type === 'compaction')
  const previous = pathEntries[at]
  const { entries, start, carried } = unsummarised(pathEntries, at)
  const end = entries.length
  const {
    firstKeptEntryIndex: cut,
    turnStartIndex,
    isSplitTurn
  } = findCutPoint(entries, start, end, settings.keepRecentTokens)
  // A carried message has no entry on the path. Readers go by the tail; the id is for those of older versions.
  const firstKeptEntryId =
    cut < carried ? previous.firstKeptEntryId || entries[carried]?.id : entries[cut]?.id
  if (!firstKeptEntryId)
    return err(
      new CompactionError(
        'invalid_session',
        'The entry that is to be kept first has no id: mend the session first'
      )
    )
  const messagesToSummarize = messagesOf(entries, start, isSplitTurn ? turnStartIndex : cut)
  const turnPrefixMessages = isSplitTurn ? messagesOf(entries, turnStartIndex, cut) : []
  if (messagesToSummarize.length === 0 && turnPrefixMessages.length === 0) return ok(undefined)
  return ok({
    firstKeptEntryId,
    messagesToSummarize,
    turnPrefixMessages,
    retainedTail: messagesOf(entries, cut, end),
    isSplitTurn,
    tokensBefore: estimateContextTokens(buildSessionContext(pathEntries).messages).tokens,
    previousSummary: previous?.summary,
    fileOps: fileOpsOf(previous === undefined ? [] : [previous], [
      ...messagesToSummarize,
      ...turnPrefixMessages
    ]),
    settings
  })
}
